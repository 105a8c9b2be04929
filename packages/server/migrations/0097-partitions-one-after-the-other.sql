-- Two processes that start together both find a partition missing: the second waits, and finds it. The lock is the parent's own: it
-- brings what others have changed of the catalogue, and stops no one who writes.
create or replace function ensure_partitions(parent text, step text, since timestamptz, until timestamptz) returns integer
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
      execute format('lock table %I in share update exclusive mode', parent);
    end if;
    if to_regclass(part) is null then
      execute format('create table %I partition of %I for values from (%L) to (%L)', part, parent, lower_bound, upper_bound);
      execute format('revoke all on %I from wk_app, wk_staff', part);
      made := made + 1;
    end if;
    lower_bound := upper_bound;
  end loop;
  return made;
end $$;

create or replace function drop_partitions(parent text, step text, before timestamptz) returns integer
language plpgsql security definer set search_path = public as $$
declare
  part text;
  starts timestamptz;
  dropped integer := 0;
begin
  execute format('lock table %I in share update exclusive mode', parent);
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
