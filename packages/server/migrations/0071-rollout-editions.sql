-- A roll-out's edition changes, and the audit says so, when a person changes it: not when its targets are counted.
drop trigger touch on rollouts;
drop trigger audited on rollouts;
create trigger touch before update of remark, body, group_size, interval_minutes, starts_at, window_from, window_until,
  failure_threshold, deadline_hours, state on rollouts for each row
  when (nullif(current_setting('app.request', true), '') is not null) execute function touch();
create trigger audited after insert or delete or update of remark, body, group_size, interval_minutes, starts_at, window_from,
  window_until, failure_threshold, deadline_hours, state, round on rollouts for each row execute function record_change();
