-- What an API token is for, and how much of its owner's access it carries.
alter table api_tokens add column description text not null default '';
-- 0: it may write to the spaces of api_token_spaces, and nowhere else.
alter table api_tokens add column has_all_spaces bigint not null default 1;
alter table api_tokens add column is_create_only bigint not null default 0;

create table api_token_spaces (
  api_token_id bigint not null references api_tokens (id) on delete cascade,
  space_id bigint not null references spaces (id),
  primary key (api_token_id, space_id)
);

-- New API tokens that whoever made them can see for some minutes: encrypted with a key that is made
-- from the session's id, of which the store has the hash only.
create table shown_api_tokens (
  session_hash text not null references sessions (id_hash) on delete cascade,
  submission text not null,
  api_token_id bigint not null references api_tokens (id) on delete cascade,
  sealed text not null,
  expires_at bigint not null,
  primary key (session_hash, submission)
);
create index shown_api_tokens_by_end on shown_api_tokens (expires_at);
