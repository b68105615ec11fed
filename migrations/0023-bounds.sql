-- Whose reservations they are, so that each user has a share of a space's.
alter table page_reservations add column user_id bigint not null default 0;
create index page_reservations_by_user on page_reservations (space_id, user_id, lapses_at, id);
alter table remote_reservations add column user_id bigint not null default 0;
create index remote_reservations_by_user on remote_reservations (space_id, user_id, page_id);

create index api_tokens_by_owner on api_tokens (owner_id, expires_at);
create index host_tokens_by_owner on host_tokens (owner_id);
create index imports_refused on imports (user_id, started_at) where space_id = 0;
