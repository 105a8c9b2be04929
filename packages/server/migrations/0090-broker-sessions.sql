-- Behind a broker of the operator's own nobody here holds the connection: its name, as the broker or the device gives it,
-- tells which one has ended.
alter table devices add column broker_session text;

-- Sets the device offline unless another connection of it has begun meanwhile; answers it if it did. A session of null
-- ends whichever there is.
create function end_broker_session(device_code text, session text) returns setof bigint language sql as $$
  with was as materialized (
    select id from devices where code = device_code and is_online = 1
      and (session is null or broker_session is null or broker_session = session)
    for update
  ), history as (
    insert into online_history (device_id, at, is_online, reason) select id, now(), 0, 'disconnected' from was
  )
  update devices set is_online = 0, last_offline_at = now(), silent_since = null, broker_session = null
  from was where devices.id = was.id returning devices.id
$$;
