-- Cursors know milliseconds, and so does what they lead through.
alter table audit alter column at set default date_trunc('milliseconds', now());
alter table audit_changes alter column at set default date_trunc('milliseconds', now());

-- The user list shows who signs in with a second factor; the secret stays out of reach.
grant select (user_id, confirmed_at) on second_factors to wk_app, wk_staff;
