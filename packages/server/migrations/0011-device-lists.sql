-- A region's subtree, by the place of the region in its own path: cheap to compare, and leakproof under a policy.
create index on devices ((region_path[3]));
create index on devices ((region_path[4]));

-- The ids of devices whose code_key is like the pattern, or null where there are more than `most`. LIKE is not leakproof, so
-- that under a policy it uses no index; here it does. The policy on devices still guards whatever is read by these ids.
create function device_ids_by_code(wanted text, most integer) returns bigint[]
language plpgsql stable security definer set search_path = public as $$
declare
  maker bigint := nullif(current_setting('app.organization', true), '')::bigint;
  found bigint[];
begin
  if maker is null then
    execute 'select array_agg(id) from (select id from devices where code_key like $1 limit $2) as like_it'
      into found using wanted, most + 1;
  else
    execute 'select array_agg(id) from (select id from devices where code_key like $1 and organization_id = $3 limit $2) as like_it'
      into found using wanted, most + 1, maker;
  end if;
  return case when cardinality(found) > most then null else coalesce(found, '{}') end;
end $$;
revoke execute on function device_ids_by_code from public;
grant execute on function device_ids_by_code to wk_app, wk_staff, wk_system;

-- What is wrong with a device now goes to its new owner with it; its history stays with the former one.
create function take_alarms_along() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update alarms set organization_id = new.organization_id, operator_id = new.operator_id,
    equip_type_id = new.equip_type_id, equip_model_id = new.equip_model_id, region_path = new.region_path,
    device_code = new.code
  where device_id = new.id;
  return null;
end $$;
create trigger take_alarms_along after update of code, organization_id, operator_id, equip_type_id, equip_model_id, region_path,
  region_code on devices for each row
  when ((old.code, old.organization_id, old.operator_id, old.equip_type_id, old.equip_model_id, old.region_path)
    is distinct from (new.code, new.organization_id, new.operator_id, new.equip_type_id, new.equip_model_id, new.region_path))
  execute function take_alarms_along();

-- Who is narrowed to some operators sees their manufacturers, and no others to choose from.
drop policy narrowed_staff on organizations;
create policy narrowed_staff on organizations to wk_staff using (
  (select current_setting('app.narrowed', true)) = 'on' and (
    (select nullif(current_setting('app.operators', true), '')) is null or parent_id is null
    or exists (select from operators where operators.organization_id = organizations.id)));
