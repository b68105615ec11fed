-- What is too old is found by its age, a few rows at a time, however many there are.
create index sessions_by_creation on sessions (created_at);
create index sessions_by_use on sessions (last_used_at);
create index one_time_links_by_end on one_time_links (expires_at);

-- A record of an import stays as long as an idempotency key answers with it.
create index idempotency_keys_by_import on idempotency_keys (space_id, import_id);

-- The newest changes of all spaces, and the spaces of a user, without reading all there is.
create index pages_by_change_anywhere on pages (updated_at, id) where status = 'current';
create index space_access_by_user on space_access (user_id, space_id);
