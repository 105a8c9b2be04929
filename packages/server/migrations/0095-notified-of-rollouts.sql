-- People are told of roll-outs that stop by themselves or end with failures, and of upgrades that fail.
alter table notification_rules drop constraint notification_rules_kinds_check, add constraint notification_rules_kinds_check
  check (cardinality(kinds) > 0
    and kinds <@ array['alarm', 'offline', 'fleetLost', 'rolloutStopped', 'rolloutFailures', 'upgradeFailed']);
alter table notifications drop constraint notifications_kind_check, add constraint notifications_kind_check
  check (kind in ('alarm', 'offline', 'fleetLost', 'rolloutStopped', 'rolloutFailures', 'upgradeFailed', 'test'));
alter table notification_occurrences drop constraint notification_occurrences_kind_check,
  add constraint notification_occurrences_kind_check
  check (kind in ('alarm', 'offline', 'fleetLost', 'rolloutStopped', 'rolloutFailures', 'upgradeFailed'));

-- What happens to a roll-out happens to no single device: the organization is its creator's, and whose devices it
-- reaches is told by its targets.
alter table notification_occurrences
  alter column device_id drop not null, alter column device_code drop not null, alter column operator_id drop not null,
  alter column equip_type_id drop not null, alter column region_path drop not null,
  add column rollout_id bigint, add column upgrade_id bigint,
  -- why a roll-out stopped
  add column reason text,
  add check ((rollout_id is null) = (device_id is not null and device_code is not null and operator_id is not null
    and equip_type_id is not null and region_path is not null));

create function note_rollouts() returns trigger language plpgsql security definer set search_path = public as $$
declare
  what text := case new.state when 'stopped' then 'rolloutStopped' else 'rolloutFailures' end;
begin
  if not exists (select from notification_rules where is_enabled and what = any(kinds)) then return null; end if;
  insert into notification_occurrences (kind, at, due_at, organization_id, rollout_id, reason)
  select what, coalesce(new.finished_at, now()), now(), new.organization_id, new.id, new.stop_reason
  where new.state = 'stopped'
    or exists (select from rollout_targets where rollout_id = new.id and state = 'failed');
  return null;
end $$;
create trigger note_rollouts after update of state on rollouts for each row
  when (new.state in ('stopped', 'completed') and old.state <> new.state) execute function note_rollouts();

-- An upgrade that ends because somebody deleted or moved its device has not failed.
create function note_upgrades() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if not exists (select from notification_rules where is_enabled and 'upgradeFailed' = any(kinds)) then return null; end if;
  insert into notification_occurrences (kind, at, due_at, device_id, device_code, organization_id, operator_id,
    equip_type_id, region_path, upgrade_id)
  values ('upgradeFailed', new.finished_at, now(), new.device_id, new.device_code, new.organization_id, new.operator_id,
    new.equip_type_id, new.region_path, new.id);
  return null;
end $$;
create trigger note_upgrades after update of state on upgrade_jobs for each row
  when (new.state = 'failed' and old.state <> 'failed' and coalesce(new.reason, '') not in ('deviceDeleted', 'deviceMoved'))
  execute function note_upgrades();
