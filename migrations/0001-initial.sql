-- Portable SQL: SQLite and PostgreSQL run this same file. Instants are milliseconds since 1970;
-- ids are made by the program from id_blocks; truth values are 0 and 1.

create table settings (
  name text primary key,
  value text not null
);

create table id_blocks (
  name text primary key,
  next_id bigint not null
);

create table users (
  id bigint primary key,
  name text not null,
  name_key text not null unique,
  email text not null,
  is_administrator bigint not null,
  password_hash text,
  created_at bigint not null,
  disabled_at bigint
);

-- Links that let a user choose a password once. Only the hash of the link's code is kept.
create table one_time_links (
  code_hash text primary key,
  user_id bigint not null references users (id),
  created_at bigint not null,
  expires_at bigint not null
);

create table license (
  id bigint primary key check (id = 1),
  status text not null check (status in ('active', 'trial', 'inactive', 'renewal-pending')),
  trial_ends_at bigint
);

create table signing_keys (
  id text primary key,
  secret text not null,
  created_at bigint not null,
  -- Expiry of the longest-lived API token that was signed with the key, deleted ones included.
  needed_until bigint not null
);

create table api_tokens (
  id bigint primary key,
  hash text not null unique,
  name text not null unique,
  owner_id bigint not null references users (id),
  created_at bigint not null,
  expires_at bigint not null,
  last_used_at bigint,
  license_status text not null,
  license_trial_ends_at bigint
);

create table host_tokens (
  id bigint primary key,
  hash text not null unique,
  name text not null unique,
  owner_id bigint not null references users (id),
  created_at bigint not null,
  expires_at bigint not null,
  last_used_at bigint
);

-- Append only.
create table audit_records (
  id bigint primary key,
  recorded_at bigint not null,
  actor text not null,
  action text not null,
  subject text not null,
  detail text not null
);

create table spaces (
  id bigint primary key,
  key text not null,
  key_fold text not null unique,
  name text not null,
  homepage_id bigint not null,
  author_id bigint not null references users (id),
  created_at bigint not null
);

create table space_access (
  space_id bigint not null references spaces (id),
  user_id bigint not null references users (id),
  access text not null check (access in ('read', 'write')),
  primary key (space_id, user_id)
);

-- parent_id 0 is the top of the space: only the homepage stands there.
create table pages (
  space_id bigint not null references spaces (id),
  id bigint not null unique,
  parent_id bigint not null,
  title text not null,
  title_key text not null,
  status text not null check (status in ('current', 'trashed')),
  version bigint not null,
  content_hash text not null,
  author_id bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  -- The write that made the current version; lets one statement tell another whether it wrote.
  save_id text not null,
  -- The page whose trashing took this one along.
  trashed_with bigint,
  primary key (space_id, id)
);

-- One page for (space, parent, title). A trashed page does not hold its title.
create unique index pages_by_title on pages (space_id, parent_id, title_key) where status = 'current';
create index pages_by_parent on pages (space_id, parent_id, id);

create table page_versions (
  space_id bigint not null,
  page_id bigint not null,
  number bigint not null,
  title text not null,
  adf text not null,
  -- Null when the version was written through the wiki's own API.
  markdown text,
  message text not null,
  author_id bigint not null,
  created_at bigint not null,
  primary key (space_id, page_id, number),
  foreign key (space_id, page_id) references pages (space_id, id)
);

-- Every import that passed its token: what was asked, what came of it. Space 0: not found.
create table imports (
  space_id bigint not null,
  id bigint not null,
  request_id text not null,
  api_token_id bigint not null,
  user_id bigint not null,
  parent_id text not null,
  page_title text not null,
  -- created, updated, unchanged, dry-run or the key of the refusal
  result text not null,
  page_id bigint,
  version bigint,
  warnings text not null,
  started_at bigint not null,
  duration_ms bigint not null,
  primary key (space_id, id)
);
create index imports_by_start on imports (started_at);

create table idempotency_keys (
  api_token_id bigint not null,
  key text not null,
  request_hash text not null,
  space_id bigint not null,
  import_id bigint not null,
  created_at bigint not null,
  primary key (api_token_id, key)
);
create index idempotency_keys_by_creation on idempotency_keys (created_at);
