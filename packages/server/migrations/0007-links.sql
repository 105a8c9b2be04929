-- The processes that hold sessions of devices. One that no longer renews its lease is dead, and its devices with it.
create table report_instances (
  id uuid primary key,
  started_at timestamptz not null default now(),
  lease_until timestamptz not null
);

-- Messages that could not be read, with the reason: the first thousand of a day are kept, the rest counted.
create table quarantine (
  id bigint generated always as identity primary key,
  received_at timestamptz not null,
  device_id bigint not null,
  device_code text not null,
  topic text not null,
  reason text not null,
  detail text not null default '',
  payload bytea not null
);
create index on quarantine (received_at desc, id desc);
create index on quarantine (device_id, id desc);

create table quarantine_days (
  day date primary key,
  refused bigint not null
);

revoke all on report_instances, quarantine, quarantine_days from wk_app, wk_staff;
