-- From here on awaits_code may also be 2: the user must set up a second factor before anybody is signed in.

-- The session at the OpenID provider that a session here came of, as the provider calls it.
alter table sessions add column provider_session text;
create index sessions_by_provider_session on sessions (provider_session);

-- Logout tokens of the provider that were obeyed: none counts twice. Only a hash of each is kept.
create table logout_tokens (
  id_hash text primary key,
  ends_at bigint not null
);
create index logout_tokens_by_end on logout_tokens (ends_at);

-- When a user's groups at the provider were last told: by that, what they give grows too old.
alter table users add column groups_at bigint not null default 0;
-- Of those from before, the time of the newest record stands for it.
update users set groups_at = (select coalesce(max(recorded_at), 0) from audit_records);
