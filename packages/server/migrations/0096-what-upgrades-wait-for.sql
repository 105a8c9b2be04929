-- Whoever fetches and has no turn waits for the platform. The plane notes it; whoever judges how long an upgrade takes
-- takes the note.
alter table device_links add column is_kept_waiting boolean not null default false;
create index on device_links (device_id) where is_kept_waiting;

-- Keeps a version until the transaction ends: whoever would delete or change it waits, and then finds who needs it.
-- Answers whether there is one. Users of manufacturers order versions, and may write none.
create function hold_version(wanted bigint) returns boolean language plpgsql security definer set search_path = public as $$
begin
  perform from software_versions where id = wanted for key share;
  return found;
end $$;
