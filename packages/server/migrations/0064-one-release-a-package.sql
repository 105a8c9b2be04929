-- A package belongs to one release: whoever deletes that lets go of the package.
drop index app_releases_file_id_idx;
create unique index on app_releases (file_id);
