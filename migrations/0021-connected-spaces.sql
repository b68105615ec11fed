-- Spaces whose pages live in Confluence. What opens the site is in a file or the environment, never here.
create table space_connections (
  space_id bigint primary key references spaces (id),
  kind text not null check (kind in ('cloud', 'data-center')),
  -- Where the site is, and the id by which tokens with scopes reach it, if they do.
  base_url text not null,
  cloud_id text,
  remote_space_id text not null,
  remote_space_key text not null,
  remote_space_name text not null,
  remote_homepage_id text,
  -- Who writes there, for people.
  account_id text not null,
  account_name text not null,
  -- Of the account, where the site wants it; and the file that holds its token.
  email text,
  token_file text,
  edits text not null check (edits in ('overwrite', 'refuse', 'keep-theirs')),
  comments text not null check (comments in ('detach', 'refuse')),
  title_clash text not null check (title_clash in ('refuse', 'suffix')),
  page_width text check (page_width in ('default', 'full-width')),
  -- The macros that show diagrams and formulas, as JSON text.
  document_settings text not null,
  connected_at bigint not null,
  unique (base_url, remote_space_id)
);

-- Where the recorded pages of a space are, also while it is not connected: pages of two places must
-- not be taken for each other.
create table remote_homes (
  space_id bigint primary key references spaces (id),
  base_url text not null,
  remote_space_id text not null,
  remote_space_key text not null,
  remote_homepage_id text
);

-- What is known of the pages that were imported there: the newest version that an import made.
create table remote_pages (
  space_id bigint not null,
  -- Confluence's.
  page_id text not null,
  parent_id text not null,
  -- As it is there, and as the import asked for it: they differ where another page has the title.
  title text not null,
  title_key text not null,
  asked_title text not null,
  asked_title_key text not null,
  url text not null,
  version bigint not null,
  -- Of what the import brought; see sourceDigest.
  digest text not null,
  labels text not null,
  position bigint,
  -- What somebody changed there, and what became of comments, when it was last written: JSON text.
  remarks text not null,
  updated_at bigint not null,
  primary key (space_id, page_id)
);
create unique index remote_pages_by_title on remote_pages (space_id, title_key);
create index remote_pages_by_asked_title on remote_pages (space_id, parent_id, asked_title_key);

-- What imports sent, and what Confluence made of it.
create table remote_versions (
  space_id bigint not null,
  page_id text not null,
  -- Confluence's.
  number bigint not null,
  title text not null,
  markdown text not null,
  -- As it was converted, sent and stored there.
  adf text not null,
  stored text not null,
  import_id bigint not null,
  author_id bigint not null,
  created_at bigint not null,
  primary key (space_id, page_id, number)
);

-- Images of those pages, by the digest of their bytes.
create table remote_files (
  space_id bigint not null,
  page_id text not null,
  sha256 text not null,
  name text not null,
  attachment_id text not null,
  file_id text,
  primary key (space_id, page_id, sha256)
);

-- Imports on their way there, from before the first request until the answer was given: one for each
-- title of a space.
create table deliveries (
  space_id bigint not null,
  -- Titles are compared as Confluence does, across the whole space.
  title_key text not null,
  import_id bigint not null,
  -- Names the attempt in the version's message, by which it is known again.
  attempt text not null,
  -- Names whoever is at work on it: after it was taken over, an earlier one writes no more.
  holder text not null,
  state text not null check (state in ('intended', 'written', 'done')),
  -- Who asked for what, as one digest: the same request joins it.
  request_digest text not null,
  -- The entry of the ledger, and what was asked for, as JSON text.
  entry text not null,
  asked text not null,
  -- Of what is brought; see sourceDigest.
  digest text not null,
  -- The converted document with its images.
  document bytea not null,
  -- The page and the version that it is about to write, once that is decided, and whether the page
  -- is its own.
  page_id text,
  expected_version bigint,
  makes_page bigint not null,
  -- What that write changes of theirs, as JSON text: warnings.
  remarks text not null,
  -- What came of it, as JSON text.
  result text,
  is_answered bigint not null,
  -- Until then somebody is at work on it, or, once it is done, its outcome is kept.
  lease_until bigint not null,
  next_try_at bigint not null,
  tries bigint not null,
  -- Why the last try did not end it; empty before.
  problem text not null,
  created_at bigint not null,
  primary key (space_id, title_key)
);

-- How fast each site may be asked: what is left of its allowance, shared by all processes.
create table site_paces (
  base_url text primary key,
  allowance double precision not null,
  refilled_at bigint not null,
  -- Until then nothing is asked, and until then less.
  blocked_until bigint not null,
  slow_until bigint not null
);

drop table open_imports;
