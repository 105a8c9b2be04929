-- Where the device stood when it happened, as a column of its own: an index on an expression of region_path would not be
-- used under a policy, because cardinality is not leakproof.
alter table events add column region_code text generated always as (region_path[cardinality(region_path)]) stored;

-- One index a way of driving a search (decision 150): each gives the newest rows of a key without reading others.
create index on events (operator_id, occurred_at desc, id desc);
create index on events (equip_model_id, organization_id, occurred_at desc, id desc);
create index on events (region_code, occurred_at desc, id desc);
create index on events (organization_id, region_code, occurred_at desc, id desc);
create index on events (semaphore_code, organization_id, occurred_at desc, id desc) include (value, equip_type_id, kind);
create index on events (organization_id, occurred_at desc, id desc) where kind = 'device';

create index on devices using gin (lower(address) gin_trgm_ops) where address <> '';

-- The ids of at most `most` devices of the caller's manufacturer whose address is like the pattern. LIKE is not leakproof,
-- so that under a policy it uses no index; here it does. The policy on devices still guards what is read by these ids.
create function device_ids_by_address(wanted text, most integer) returns bigint[]
language plpgsql stable security definer set search_path = public as $$
declare
  maker bigint := nullif(current_setting('app.organization', true), '')::bigint;
  -- what has no capitals is compared as it stands: making 100,000 addresses small costs more than the comparison
  place text := case when lower(wanted) = upper(wanted) then 'address' else 'lower(address)' end;
  within_maker text := case when maker is null then '' else ' and organization_id = $3' end;
  found bigint[];
begin
  execute format('select array_agg(id) from (select id from devices where address <> '''' and %s like $1%s limit $2) as like_it',
    place, within_maker) into found using wanted, most, maker;
  return coalesce(found, '{}');
end $$;
revoke execute on function device_ids_by_address from public;
grant execute on function device_ids_by_address to wk_app, wk_staff, wk_system;

-- Devices by their whole codes, also those that belong to somebody else by now: their events from before are still the
-- former owner's to see. Only ids come out, and the policy on events decides which rows they lead to.
create function device_ids_of_codes(wanted text[]) returns bigint[]
language sql stable security definer set search_path = public as $$
  select coalesce(array_agg(id), '{}') from devices where code = any(wanted)
$$;
revoke execute on function device_ids_of_codes from public;
grant execute on function device_ids_of_codes to wk_app, wk_staff, wk_system;
