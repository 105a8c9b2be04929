-- Whoever sees a device may see what it sent and nobody could read.
grant select on quarantine to wk_app, wk_staff;
call scope_by_device('quarantine');
revoke insert, update, delete on quarantine from wk_app, wk_staff;

-- The name of a person who acted on a row that the caller sees, whatever organization the person belongs to.
create function name_of_user(wanted bigint) returns text
language sql stable security definer set search_path = public as 'select user_name from users where id = wanted';

-- Who acknowledged what stays in the audit, as every change that a person makes.
create trigger audited after update of acked_at, acked_by, ack_note on alarms for each row execute function record_change();
