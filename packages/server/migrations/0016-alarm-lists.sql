-- "Not narrowed, or one of these" as one expression. Written with OR the planner takes each narrowing for one row in two
-- hundred, expects next to nothing of a manufacturer's million rows, and sorts them all instead of walking an index.
-- A setting that is not there makes the comparison null, and null is not narrowed.
create or replace function narrowing(operator_column text, type_column text, region_column text) returns text
language sql immutable as $$
  select concat_ws(' and ',
    case when operator_column is not null then format(
      'coalesce(%I = any((select nullif(current_setting(''app.operators'', true), ''''))::bigint[]), true)', operator_column) end,
    case when type_column is not null then format(
      'coalesce(%I = any((select nullif(current_setting(''app.types'', true), ''''))::bigint[]), true)', type_column) end,
    case when region_column is not null then format(
      'coalesce(%I && (select nullif(current_setting(''app.regions'', true), '''')::text[]), true)', region_column) end)
$$;

do $$
declare
  listed regclass;
begin
  foreach listed in array array['alarms', 'alarm_history', 'events']::regclass[] loop
    execute format('drop policy manufacturer on %s', listed);
    execute format('drop policy narrowed_staff on %s', listed);
    call scope_by_owner(listed);
  end loop;
end $$;

-- An operator that had no alarms, the worst level, which is rare, and a signal or fault by its name: none of them should
-- read a month to find nothing.
create index on alarm_history (operator_id, occurred_at desc, id desc);
create index on alarm_history (alarm_level, occurred_at desc, id desc);
create index on alarm_history (semaphore_code, value, occurred_at desc, id desc);
