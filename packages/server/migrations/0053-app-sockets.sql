-- The open sockets of phones, whichever om holds them: who is connected, what they watch, and when either direction was
-- last seen to work. Told anew with every heartbeat, so that a crash costs nothing: unlogged.
create unlogged table app_sockets (
  id uuid primary key,
  user_id bigint not null,
  opened_at timestamptz not null,
  -- the phone's last message of its own
  heard_at timestamptz not null,
  -- its last answer to our ping, and how long that took
  ponged_at timestamptz,
  round_trip_ms integer,
  -- renewed by the om that holds the socket
  seen_at timestamptz not null,
  device_ids bigint[] not null default '{}'
);
create index on app_sockets (user_id);
create index on app_sockets using gin (device_ids);
revoke all on app_sockets from wk_app, wk_staff;
