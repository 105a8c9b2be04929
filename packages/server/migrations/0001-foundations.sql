-- Roles wk_owner (runs this), wk_app and wk_staff (row-level security applies) and wk_system (bypasses it)
-- are made by whoever prepares the cluster, before the first migration.

grant usage on schema public to wk_app, wk_staff, wk_system;
alter default privileges in schema public grant select, insert, update, delete on tables to wk_app, wk_staff, wk_system;
alter default privileges in schema public grant usage, select on sequences to wk_app, wk_staff, wk_system;
alter default privileges in schema public grant execute on functions to wk_app, wk_staff, wk_system;

-- Who may see a row that carries its owner (organization_id, operator_id, equip_type_id, region_path).
-- wk_app: a manufacturer's user, always one organization. wk_staff: a platform user narrowed by data permissions.
-- An unset setting hides everything from both. Each setting is read once a query (scalar sub-select), never a row.
create function narrowing(operator_column text, type_column text, region_column text) returns text
language sql immutable as $$
  select concat_ws(' and ',
    case when operator_column is not null then format(
      '((select nullif(current_setting(''app.operators'', true), '''')) is null or %I = any((select nullif(current_setting(''app.operators'', true), ''''))::bigint[]))', operator_column) end,
    case when type_column is not null then format(
      '((select nullif(current_setting(''app.types'', true), '''')) is null or %I = any((select nullif(current_setting(''app.types'', true), ''''))::bigint[]))', type_column) end,
    case when region_column is not null then format(
      '((select nullif(current_setting(''app.regions'', true), '''')) is null or %I && (select nullif(current_setting(''app.regions'', true), '''')::text[]))', region_column) end)
$$;

-- Turns on row-level security for a table of rows that carry their owner. Null columns are not narrowed.
create procedure scope_by_owner(
  target regclass,
  organization_column text default 'organization_id',
  operator_column text default 'operator_id',
  type_column text default 'equip_type_id',
  region_column text default 'region_path'
) language plpgsql as $$
declare
  narrowed text := nullif(narrowing(operator_column, type_column, region_column), '');
begin
  execute format('alter table %s enable row level security', target);
  execute format('create policy manufacturer on %s to wk_app using (%s)', target, concat_ws(' and ',
    format('%I = (select nullif(current_setting(''app.organization'', true), '''')::bigint)', organization_column), narrowed));
  execute format('create policy narrowed_staff on %s to wk_staff using (%s)', target, concat_ws(' and ',
    '(select current_setting(''app.narrowed'', true)) = ''on''', narrowed));
end $$;

-- Rows that belong to a device and are read through it (telemetry, parts): whoever sees the device sees them.
create procedure scope_by_device(target regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('create policy with_device on %s to wk_app, wk_staff using (exists (select from devices where devices.id = device_id))', target);
end $$;

-- version counts the changes people make; updated_at says when.
create function touch() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $$;

-- Partitions of a range-partitioned table, named parent_YYYYMMDD (or _YYYYMM), from one instant to another.
create function ensure_partitions(parent text, step text, since timestamptz, until timestamptz) returns integer
language plpgsql security definer set search_path = public as $$
declare
  lower_bound timestamptz := date_trunc(step, since, 'UTC');
  upper_bound timestamptz;
  made integer := 0;
  part text;
begin
  if step not in ('day', 'month') then raise exception 'partitions are by day or month, not %', step; end if;
  while lower_bound <= until loop
    upper_bound := (lower_bound at time zone 'UTC' + ('1 ' || step)::interval) at time zone 'UTC';
    part := parent || '_' || to_char(lower_bound at time zone 'UTC', case step when 'day' then 'YYYYMMDD' else 'YYYYMM' end);
    if to_regclass(part) is null then
      execute format('create table %I partition of %I for values from (%L) to (%L)', part, parent, lower_bound, upper_bound);
      made := made + 1;
    end if;
    lower_bound := upper_bound;
  end loop;
  return made;
end $$;

-- Detaches and drops the partitions that end at or before an instant.
create function drop_partitions(parent text, step text, before timestamptz) returns integer
language plpgsql security definer set search_path = public as $$
declare
  part text;
  starts timestamptz;
  dropped integer := 0;
begin
  for part in select inhrelid::regclass::text from pg_inherits where inhparent = parent::regclass loop
    starts := to_timestamp(right(part, case step when 'day' then 8 else 6 end) || ' 00', case step when 'day' then 'YYYYMMDD HH24' else 'YYYYMM HH24' end);
    if (starts at time zone 'UTC' + ('1 ' || step)::interval) at time zone 'UTC' <= before then
      execute format('alter table %I detach partition %I', parent, part);
      execute format('drop table %I', part);
      dropped := dropped + 1;
    end if;
  end loop;
  return dropped;
end $$;
revoke execute on function ensure_partitions, drop_partitions from public, wk_app, wk_staff;
