-- What waits and what is in flight comes and goes in bursts that the statistics do not know of. An index that holds just these rows
-- then looks as good for one device's lane as the index by device, and every lane reads all of them. An index that serves the
-- deadlines therefore asks for one thing more, which is true of all its rows and which only the judges of deadlines say.
drop index commands_expires_at_idx;
create index on commands (expires_at) where state = 'waiting' and finished_at is null;

drop index upgrade_jobs_state_deadline_at_idx;
create index on upgrade_jobs (state, deadline_at)
  where state in ('waiting', 'sent', 'running', 'proving') and finished_at is null;

-- Behind another in the lane of a device that was here: few, and looked at each second among all that wait.
create index on commands (device_id) where state = 'waiting' and result is null;
