-- Partitions are reached through their parent only: its policies guard the rows.
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
      execute format('create table %I partition of %I for values from (%L) to (%L)', part, parent, lower_bound, upper_bound);
      execute format('revoke all on %I from wk_app, wk_staff', part);
      made := made + 1;
    end if;
    lower_bound := upper_bound;
  end loop;
  return made;
end $$;

-- One message of one board (a bay of a cabinet is a unit of its own). The places in numbers and the names in extra
-- are those of the signal catalogue. No foreign key: it would cost a look-up a row at 10,000 rows a second.
create table telemetry (
  device_id bigint not null,
  board text collate "C" not null,
  unit smallint not null,
  ts timestamptz not null,
  received_at timestamptz not null,
  numbers real[] not null,
  extra jsonb,
  primary key (device_id, board, unit, ts)
) partition by range (ts);
create index on telemetry using brin (received_at) with (pages_per_range = 32);

-- The newest known message of each board; at is ts corrected for a device whose clock is wrong.
create table latest_values (
  device_id bigint not null references devices on delete cascade,
  board text collate "C" not null,
  unit smallint not null,
  at timestamptz not null,
  ts timestamptz not null,
  received_at timestamptz not null,
  numbers real[] not null,
  extra jsonb,
  primary key (device_id, board, unit)
) with (fillfactor = 50);

-- Roll-ups: counts, least, greatest and mean of each place in numbers.
create table telemetry_minutes (
  device_id bigint not null,
  board text collate "C" not null,
  unit smallint not null,
  bucket timestamptz not null,
  counts integer[] not null,
  mins real[] not null,
  maxs real[] not null,
  means real[] not null,
  primary key (device_id, board, unit, bucket)
) partition by range (bucket);

create table telemetry_hours (like telemetry_minutes including all) partition by range (bucket);

-- Until when each roll-up has seen everything that arrived, and stretches of arrivals that were stored late.
create table roll_up_progress (
  name text primary key,
  seen_until timestamptz not null
);
create table roll_up_again (
  id bigint generated always as identity primary key,
  since timestamptz not null,
  until timestamptz not null
);

-- Moves what the writer staged into place. Its rows are sorted by key, so that two writers never wait in a circle.
-- Answers how many rows were new, came again, and came again with other values.
create function store_telemetry(out stored integer, out repeated integer, out conflicting integer)
language plpgsql as $$
declare
  staged integer;
  earliest timestamptz;
begin
  insert into telemetry (device_id, board, unit, ts, received_at, numbers, extra)
  select device_id, board, unit, ts, received_at, numbers, extra from staged_telemetry
  order by device_id, board, unit, ts, arrival on conflict do nothing;
  get diagnostics stored = row_count;

  insert into latest_values as known (device_id, board, unit, at, ts, received_at, numbers, extra)
  select distinct on (staged.device_id, board, unit) staged.device_id, board, unit, at, ts, received_at, numbers, extra
  from staged_telemetry staged where exists (select from devices where devices.id = staged.device_id)
  order by staged.device_id, board, unit, at desc, arrival
  on conflict (device_id, board, unit) do update
  set at = excluded.at, ts = excluded.ts, received_at = excluded.received_at, numbers = excluded.numbers, extra = excluded.extra
  where known.at < excluded.at;

  select count(*), min(received_at) into staged, earliest from staged_telemetry;
  if earliest < now() - interval '1 minute' then
    insert into roll_up_again (since, until) select earliest, max(received_at) from staged_telemetry;
  end if;
  repeated := staged - stored;
  conflicting := 0;
  if repeated > 0 then
    select count(*) into conflicting from staged_telemetry s
    join telemetry t on t.device_id = s.device_id and t.board = s.board and t.unit = s.unit and t.ts = s.ts
    where t.numbers is distinct from s.numbers or t.extra is distinct from s.extra;
  end if;
end $$;

-- Writes again every minute and hour that a message which arrived between two instants touches.
create function roll_up_telemetry(since timestamptz, until timestamptz) returns integer
language plpgsql as $$
declare
  written integer;
begin
  create temp table if not exists touched_minutes (
    device_id bigint, board text collate "C", unit smallint, bucket timestamptz) on commit delete rows;
  insert into touched_minutes
  select distinct device_id, board, unit, date_trunc('minute', ts) from telemetry where received_at >= since and received_at < until;

  insert into telemetry_minutes as old (device_id, board, unit, bucket, counts, mins, maxs, means)
  select device_id, board, unit, bucket, array_agg(n order by place), array_agg(least order by place),
    array_agg(greatest order by place), array_agg(mean order by place)
  from (
    select m.device_id, m.board, m.unit, m.bucket, place, count(value) as n, min(value) as least, max(value) as greatest, avg(value)::real as mean
    from touched_minutes m
    join telemetry t on t.device_id = m.device_id and t.board = m.board and t.unit = m.unit and t.ts >= m.bucket and t.ts < m.bucket + interval '1 minute'
    cross join unnest(t.numbers) with ordinality as signal (value, place)
    group by 1, 2, 3, 4, 5) by_place
  group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (device_id, board, unit, bucket) do update
  set counts = excluded.counts, mins = excluded.mins, maxs = excluded.maxs, means = excluded.means;
  get diagnostics written = row_count;

  insert into telemetry_hours as old (device_id, board, unit, bucket, counts, mins, maxs, means)
  select device_id, board, unit, bucket, array_agg(n order by place), array_agg(least order by place),
    array_agg(greatest order by place), array_agg(mean order by place)
  from (
    select h.device_id, h.board, h.unit, h.bucket, place, sum(n) as n, min(least) as least, max(greatest) as greatest,
      (sum(mean::double precision * n) / nullif(sum(n), 0))::real as mean
    from (select distinct device_id, board, unit, date_trunc('hour', bucket) as bucket from touched_minutes) h
    join telemetry_minutes m on m.device_id = h.device_id and m.board = h.board and m.unit = h.unit
      and m.bucket >= h.bucket and m.bucket < h.bucket + interval '1 hour'
    cross join unnest(m.counts, m.mins, m.maxs, m.means) with ordinality as signal (n, least, greatest, mean, place)
    group by 1, 2, 3, 4, 5) by_place
  group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (device_id, board, unit, bucket) do update
  set counts = excluded.counts, mins = excluded.mins, maxs = excluded.maxs, means = excluded.means;
  return written;
end $$;

-- A view of one board for people who query by hand: signals by name instead of by place. units: its units, not itself.
-- columns: [{"name", "place"} for a number, {"name", "cast"} for what is kept beside the numbers].
create function define_board_view(view_name text, board_name text, units boolean, columns jsonb) returns void
language plpgsql security definer set search_path = public as $$
begin
  if view_name !~ '^telemetry_[a-z_]+$' then raise exception '% is not the name of a board''s view', view_name; end if;
  execute format('drop view if exists %I', view_name);
  execute format('create view %I with (security_invoker = true) as select device_id, unit, ts, received_at, %s from telemetry where board = %L and unit %s',
    view_name, (select string_agg(
      case when signal ? 'place' then format('numbers[%s] as %I', signal ->> 'place', signal ->> 'name')
      else format('(extra ->> %L)::%s as %I', signal ->> 'name',
        case signal ->> 'cast' when 'word' then 'bigint' when 'list' then 'jsonb' else 'text' end, signal ->> 'name') end, ', ' order by position)
      from jsonb_array_elements(columns) with ordinality as described (signal, position)),
    board_name, case when units then '> 0' else '= 0' end);
  execute format('revoke insert, update, delete on %I from wk_app, wk_staff', view_name);
end $$;
revoke execute on function define_board_view from public, wk_app, wk_staff;
revoke execute on function roll_up_telemetry, store_telemetry from public, wk_app, wk_staff;

call scope_by_device('telemetry');
call scope_by_device('latest_values');
call scope_by_device('telemetry_minutes');
call scope_by_device('telemetry_hours');
revoke insert, update, delete on telemetry, latest_values, telemetry_minutes, telemetry_hours from wk_app, wk_staff;
revoke all on roll_up_progress, roll_up_again from wk_app, wk_staff;
