-- Where a battery was: one row each time a message says another place than the one before it. An empty cabinet_code is
-- the road. Neighbours may say the same place (after a restart, or where a backlog came late): readers fold them.
create table battery_places (
  device_id bigint not null references devices on delete cascade,
  at timestamptz not null,
  cabinet_code text not null,
  bay smallint not null,
  primary key (device_id, at)
);
call scope_by_device('battery_places');
revoke insert, update, delete on battery_places from wk_app, wk_staff;

-- A device's time line, newest first; its other parts have such an index already.
create index on commands (device_id, created_at desc, id desc);
