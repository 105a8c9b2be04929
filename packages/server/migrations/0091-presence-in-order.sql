-- Presence is kept in a cache too, where writes may come in another order than the commits. Each change of a device's
-- presence has a number that is greater than the one before: the row's lock puts them in order. It follows the clock, so
-- that it is greater even after a backup was restored or a replica that lacked the last commits took over.
alter table devices add column presence_version bigint not null default 0;

create function number_presence() returns trigger language plpgsql as $$
begin
  new.presence_version := greatest(old.presence_version + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint);
  return new;
end
$$;

create trigger number_presence before update of is_online, last_online_at, last_offline_at on devices
for each row execute function number_presence();
