-- An alarm signal that is read otherwise from now on: the next message of each device that shows it is no repetition of
-- the last one, whatever it says. Its current alarms take the new level at once.
create function read_alarms_anew() returns trigger language plpgsql security definer set search_path = public as $$
begin
  with due as (
    select device_id, semaphore_code from alarm_states where semaphore_code = new.code and last_value <> 0
    order by device_id, semaphore_code for update
  )
  update alarm_states state set last_value = null from due
  where state.device_id = due.device_id and state.semaphore_code = due.semaphore_code;
  update alarms set alarm_level = new.alarm_level
  where semaphore_code = new.code and alarm_level is distinct from new.alarm_level;
  return null;
end $$;

create trigger read_alarms_anew after insert on dictionary for each row when (new.type = 'ALARM')
  execute function read_alarms_anew();
create trigger read_changed_alarms_anew after update of analysis_type, alarm_level on dictionary for each row
  when (new.type = 'ALARM'
    and (old.analysis_type, old.alarm_level) is distinct from (new.analysis_type, new.alarm_level))
  execute function read_alarms_anew();
