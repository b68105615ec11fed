-- Who is signed in to the web pages. Only the hash of a session's id is kept.
create table sessions (
  id_hash text primary key,
  user_id bigint not null references users (id),
  created_at bigint not null,
  last_used_at bigint not null
);
create index sessions_by_user on sessions (user_id);

-- The history of imports is counted by day and result, and each user sees their own.
drop index imports_by_start;
create index imports_by_start on imports (started_at, result);
create index imports_by_user on imports (user_id, started_at, result);
