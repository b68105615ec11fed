-- The schema on PostgreSQL; the file of SQLite says the same. Instants are milliseconds since 1970; ids are made
-- by the program from id_blocks; truth values are 0 and 1. Text in the collation "C" sorts by the numbers of its
-- characters, as SQLite sorts it, whatever the database's language.

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
  disabled_at bigint,
  -- 1 for an administrator who is one by a group only.
  is_administrator_by_group bigint not null default 0,
  -- A user who was deleted stays as the author of pages.
  deleted_at bigint
);

-- Links that let a user choose a password once. Only the hash of the link's code is kept.
create table one_time_links (
  code_hash text primary key,
  user_id bigint not null references users (id),
  created_at bigint not null,
  expires_at bigint not null
);
create index one_time_links_by_end on one_time_links (expires_at);

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

-- api: it imports. host: it reads, by the wiki's own API.
create table tokens (
  id bigint primary key,
  kind text not null,
  hash text not null unique,
  name text not null,
  owner_id bigint not null references users (id),
  created_at bigint not null,
  expires_at bigint not null,
  last_used_at bigint,
  -- 0: it is for the spaces of token_spaces, and no other.
  has_all_spaces bigint not null default 1,
  is_create_only bigint not null default 0,
  is_preview_only bigint not null default 0,
  -- The names of the only sources that it imports, as JSON text; [] for any.
  sources text not null default '[]',
  -- Of one that imports: the license when it was made, and the key that signed it.
  license_status text not null default '',
  license_trial_ends_at bigint,
  signing_key_id text not null default '',
  unique (kind, name)
);
create index tokens_by_owner on tokens (owner_id, kind, expires_at);

-- Append only.
create table audit_records (
  id bigint primary key,
  recorded_at bigint not null,
  actor text not null,
  action text not null,
  subject text not null,
  detail text not null,
  -- From where the one came who did it: an address, or "command line".
  address text not null default ''
);
create index audit_records_by_time on audit_records (recorded_at, id);
create index audit_records_by_action on audit_records (action, recorded_at, id);
create index audit_records_by_actor on audit_records (actor, recorded_at, id);

create table spaces (
  id bigint primary key,
  key text not null,
  key_fold text not null unique,
  name text not null,
  homepage_id bigint not null,
  author_id bigint not null references users (id),
  created_at bigint not null,
  -- What imports do with what people wrote since the last one.
  edits text not null default 'overwrite-imported' check (edits in
    ('overwrite-imported', 'overwrite', 'refuse', 'keep-theirs')),
  -- A space that was deleted leaves its row until nothing is left of it.
  deleted_at bigint
);

create table space_access (
  space_id bigint not null references spaces (id),
  user_id bigint not null references users (id),
  access text not null check (access in ('read', 'write')),
  primary key (space_id, user_id)
);
create index space_access_by_user on space_access (user_id, space_id);

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
  -- The page whose trashing took this one along; 0, which is no page, for one that is going for good.
  trashed_with bigint,
  -- Labels: lower-case, in order, one space between them. They are in the search index as well, which is
  -- how pages are found by them.
  labels text not null default '',
  -- content_hash is the digest of what was last imported: this is the version that it made, 0 for none.
  -- Versions that were written otherwise leave both as they are.
  imported_version bigint not null default 0,
  -- A page's place among those below the same parent: first by position, then by title. The greatest
  -- position stands for none (2^53 - 1), so that one order holds for all.
  position bigint not null default 9007199254740991,
  -- The title in a form whose characters sort as people do; see `titleOrder`.
  title_order text collate "C" not null default '',
  -- What trees and lists call the page; empty where they use the title.
  navigation_title text not null default '',
  -- All versions up to this one are packed.
  packed_version bigint not null default 0,
  primary key (space_id, id)
);

-- One page for (space, parent, title). A trashed page does not hold its title.
create unique index pages_by_title on pages (space_id, parent_id, title_key) where status = 'current';
create index pages_by_place on pages (space_id, parent_id, position, title_order, id)
  where status = 'current';
-- Changes are shown by who made them, many at a time, which the index alone tells: of a space, and of all.
create index pages_by_change on pages (space_id, updated_at, id, author_id)
  where status = 'current';
create index pages_by_change_anywhere on pages (updated_at, id, space_id, author_id)
  where status = 'current';
create index pages_to_pack on pages (id) where version > packed_version + 1;
create index pages_to_purge on pages (space_id, id) where trashed_with = 0;
create index pages_in_trash on pages (space_id, parent_id) where status = 'trashed';

create table page_versions (
  space_id bigint not null,
  page_id bigint not null,
  number bigint not null,
  title text not null,
  -- The commit that the text is from, who wrote that, and the first line of its message. What is read without
  -- the texts stands ahead of them: behind them it would be slow to read.
  message text not null,
  commit_id text not null default '',
  commit_author text not null default '',
  adf text not null,
  markdown text not null,
  author_id bigint not null,
  created_at bigint not null,
  labels text not null default '',
  -- Old versions are kept small: packed has both texts, compressed, and adf and markdown are empty. base is the
  -- version whose texts are the dictionary for that, where there is one; that one has none. The newest version
  -- never is packed.
  packed bytea,
  base bigint,
  -- A version that was purged leaves its row, without words: numbers have no gaps, and who wrote it when
  -- is still told.
  purged_at bigint,
  -- By what it came: import, form, mcp or command; and the name of the token, if by one.
  via text not null default 'import',
  token_name text not null default '',
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
  -- As the caller sent them; empty where not even that is known.
  space_sent text not null default '',
  parent_id text not null,
  page_title text not null,
  -- created, updated, unchanged, dry-run or the key of the refusal
  result text not null,
  page_id bigint,
  version bigint,
  warnings text not null,
  started_at bigint not null,
  duration_ms bigint not null,
  -- The run of imports that it came in, as its caller names it; empty for one on its own.
  run text not null default '',
  -- What the caller of a refused import was told; empty for one that was carried out.
  body text not null default '',
  primary key (space_id, id)
);
create index imports_by_run on imports (user_id, run, started_at, id) where run <> '';
-- The history of imports is counted by day and result, and each user sees their own.
create index imports_by_start on imports (started_at, result);
create index imports_by_user on imports (user_id, started_at, result);
create index imports_refused on imports (user_id, started_at) where space_id = 0;

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
-- A record of an import stays as long as an idempotency key answers with it.
create index idempotency_keys_by_import on idempotency_keys (space_id, import_id);

-- The pages of each source, with what its last import of them brought. One source keeps a page; the others
-- with a row are those that it was taken from.
create table source_pages (
  space_id bigint not null references spaces (id),
  source text not null,
  -- Confluence's in a connected space.
  page_id bigint not null,
  -- 1 while the page is kept by this source.
  is_keeper bigint not null,
  -- 1 where an import of this source made the page.
  is_maker bigint not null,
  -- The file, and its SHA-256 as its key; empty once another page was made of it.
  path text not null,
  path_key text not null,
  -- Where the file can be seen; empty where no import said so.
  url text not null,
  -- Of the fields as they were sent; see sentDigest.
  digest text not null,
  -- The version that the page had after it.
  version bigint not null,
  -- A digest of each warning, one space between them; + stands before those that are new in the run.
  warnings text not null,
  run text not null,
  imported_at bigint not null,
  -- The Markdown as it was sent, where the page has it merged with what people wrote.
  sent_markdown text,
  primary key (space_id, source, page_id)
);
create unique index source_pages_by_path on source_pages (space_id, source, path_key)
  where path_key <> '';
create index source_pages_by_page on source_pages (space_id, page_id);

-- Who is signed in to the web pages. Only the hash of a session's id is kept.
create table sessions (
  id_hash text primary key,
  user_id bigint not null references users (id),
  created_at bigint not null,
  last_used_at bigint not null,
  -- Where it began, for its user to recognise it.
  network text not null default '',
  device text not null default '',
  -- 1 while the password was right and a code is still asked for, 2 while the user must set up a second
  -- factor first: it signs nobody in.
  awaits_code bigint not null default 0
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_creation on sessions (created_at);
create index sessions_by_use on sessions (last_used_at);

-- The text of each page's current version, its headings marked (see `markHeading`), and its words. They come
-- ready from the program; one of them stands for the space.
create table page_texts (
  space_id bigint not null,
  -- Of a recorded page its index_id.
  page_id bigint not null,
  body text not null,
  -- The words of each heading in a line, as the index has words.
  headings text not null,
  words tsvector not null,
  primary key (space_id, page_id)
);
-- Each word that is asked for is compared with all that waits to be put into the index: at most so many kB.
create index page_texts_by_word on page_texts using gin (words) with (gin_pending_list_limit = 256);

-- Images of pages, each once in a space, known by what they hold.
create table attachments (
  space_id bigint not null references spaces (id),
  sha256 text not null,
  type text not null,
  bytes bytea not null,
  created_at bigint not null,
  primary key (space_id, sha256)
);

-- The pages that show an image, in any version. A row is written together with the version, and
-- versions are kept, so that no image is ever without a page.
create table page_attachments (
  space_id bigint not null,
  page_id bigint not null,
  sha256 text not null,
  primary key (space_id, page_id, sha256),
  foreign key (space_id, page_id) references pages (space_id, id),
  foreign key (space_id, sha256) references attachments (space_id, sha256)
);
create index page_attachments_by_attachment on page_attachments (space_id, sha256);

-- Problems of pages that readers report, for those who may write there.
create table page_reports (
  space_id bigint not null,
  id bigint not null,
  page_id bigint not null,
  -- What the reader saw: the version, and the heading of the section, empty for the whole page.
  version bigint not null,
  section text not null,
  message text not null,
  user_id bigint not null,
  created_at bigint not null,
  answer text not null default '',
  -- Open until somebody closed it.
  closed_by bigint,
  closed_at bigint,
  primary key (space_id, id)
);
create index page_reports_by_user on page_reports (space_id, user_id, created_at);
create index page_reports_by_page on page_reports (space_id, page_id);
create index page_reports_open on page_reports (space_id, page_id) where closed_at is null;
create index page_reports_closed on page_reports (closed_at) where closed_at is not null;

-- What people are writing in the editor and have not saved: one draft for each user and page.
create table drafts (
  user_id bigint not null references users (id),
  -- 0 for a page that is to come.
  page_id bigint not null,
  -- The fields of the form beside its text, as JSON.
  fields text not null,
  markdown text not null,
  -- New images that it names, as JSON: each with its name and a data URL.
  images text not null,
  updated_at bigint not null,
  primary key (user_id, page_id)
);
create index drafts_by_time on drafts (updated_at);

-- How far the bounds on guessing passwords are used up. A key is a hash: of a name and a network, of
-- a network, of a name. At `empty_at` nothing is left to count and the row may go.
create table password_tries (
  key text primary key,
  empty_at bigint not null
);
create index password_tries_by_end on password_tries (empty_at);

-- HTML of versions as pages show them, made once. What is here can always be made again, so the oldest
-- go when there is too much.
create table rendered_versions (
  space_id bigint not null,
  page_id bigint not null,
  number bigint not null,
  -- Digest of the program that made it: another one makes it anew.
  renderer text not null,
  html text not null,
  outline text not null,
  bytes bigint not null,
  rendered_at bigint not null,
  primary key (space_id, page_id, number),
  foreign key (space_id, page_id, number) references page_versions (space_id, page_id, number)
);
create index rendered_versions_by_age on rendered_versions (rendered_at, bytes);

-- What readiness writes to prove that a write works: a few rows that are written again and again.
create table store_probes (
  slot bigint primary key,
  probed_at bigint not null
);

-- Ids that were given to pages before they are made. A parent may be a page or a reservation.
create table page_reservations (
  space_id bigint not null references spaces (id),
  parent_id bigint not null,
  title_key text not null,
  id bigint not null,
  lapses_at bigint not null,
  -- Whose it is, so that each user has a share of a space's.
  user_id bigint not null default 0,
  primary key (space_id, parent_id, title_key),
  unique (space_id, id)
);
create index page_reservations_by_end on page_reservations (lapses_at);
create index page_reservations_by_user on page_reservations (space_id, user_id, lapses_at, id);

-- What imports would make of a space, to be read before they are carried out. A preview has one space.
create table previews (
  space_id bigint not null references spaces (id),
  name text not null,
  -- Who made it, and by which token.
  user_id bigint not null,
  api_token_id bigint not null,
  made_at bigint not null,
  ends_at bigint not null,
  -- The run whose pages are shown, empty until one is whole, and when that was; and the last one that
  -- began, whose pages may still come, empty once it is shown.
  shown_run text not null default '',
  shown_at bigint not null default 0,
  sending_run text not null,
  -- How much came of the last one that began.
  sending_pages bigint not null default 0,
  sending_bytes bigint not null default 0,
  -- What is to be said of the run that is shown: JSON text.
  report text not null default '{}',
  -- The space of Confluence that it is of, as its site names it; empty for a space that is here.
  site text not null default '',
  primary key (space_id, name)
);
create index previews_by_name on previews (name);
create index previews_by_end on previews (ends_at);

-- The pages of a preview that differ from those of its space, as a run of imports brought them.
create table preview_pages (
  space_id bigint not null,
  name text not null,
  run text not null,
  -- Of the page that it would change, or that it would have.
  page_id bigint not null,
  -- placed: it would stand elsewhere, and say what it says; page: all of it would be this; gone: it would go.
  kind text not null check (kind in ('placed', 'page', 'gone')),
  -- The page as it was when this came, by version, title and parent; 0 and empty for a page to be made.
  base_version bigint not null,
  base_title text not null,
  base_parent_id bigint not null,
  parent_id bigint not null,
  title text not null,
  title_key text not null,
  title_order text not null,
  position bigint not null,
  navigation_title text not null,
  labels text not null,
  adf text not null,
  -- Digests of the attachments that it shows: lower-case, one space between them.
  shown text not null,
  bytes bigint not null,
  -- JSON text: who edited the page since its last import, and where it is in Confluence.
  outlook text not null default '{}',
  primary key (space_id, name, run, page_id),
  foreign key (space_id, name) references previews (space_id, name) on delete cascade
);
-- The place first: otherwise a page is looked for by this index among all of its run.
create index preview_pages_by_place on preview_pages (space_id, parent_id, title_key, name, run);
create index preview_pages_by_page on preview_pages (space_id, page_id);

-- Images and files that those pages show, and the space has not got.
create table preview_attachments (
  space_id bigint not null,
  name text not null,
  run text not null,
  sha256 text not null,
  type text not null,
  bytes bytea not null,
  primary key (space_id, name, run, sha256),
  foreign key (space_id, name) references previews (space_id, name) on delete cascade
);

create table token_spaces (
  token_id bigint not null references tokens (id) on delete cascade,
  space_id bigint not null references spaces (id),
  primary key (token_id, space_id)
);

-- Who a user is at an OpenID provider: issuer and subject together, never a name or an e-mail address.
create table identities (
  issuer text not null,
  subject text not null,
  user_id bigint not null references users (id),
  created_at bigint not null,
  primary key (issuer, subject)
);
create index identities_by_user on identities (user_id);

-- Access by the groups that the provider names, made anew at each sign-in by it. What was given by
-- hand stands in space_access and stays.
create table group_access (
  space_id bigint not null references spaces (id),
  user_id bigint not null references users (id),
  access text not null check (access in ('read', 'write')),
  primary key (space_id, user_id)
);
create index group_access_by_user on group_access (user_id);

-- Groups that administrators make. Everybody who has a user is a group as well, without rows here or
-- of members: group 0.
create table user_groups (
  id bigint primary key,
  name text not null,
  name_key text not null unique,
  created_at bigint not null
);
create table group_members (
  group_id bigint not null references user_groups (id),
  user_id bigint not null references users (id),
  primary key (group_id, user_id)
);
create index group_members_by_user on group_members (user_id, group_id);
-- What a group may do in a space, for all of its members.
create table group_grants (
  space_id bigint not null references spaces (id),
  group_id bigint not null,
  access text not null check (access in ('read', 'write')),
  primary key (space_id, group_id)
);
create index group_grants_by_group on group_grants (group_id, space_id);

-- Users who are asked for a code after their password.
create table second_factors (
  user_id bigint primary key references users (id),
  created_at bigint not null
);
-- In no backup. Without its secret a second factor takes recovery codes only. Codes up to last_step
-- were taken or have passed.
create table second_factor_secrets (
  user_id bigint primary key references users (id),
  secret text not null,
  last_step bigint not null
);
create table recovery_codes (
  code_hash text primary key,
  user_id bigint not null references users (id)
);
create index recovery_codes_by_user on recovery_codes (user_id);

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
  comments text not null check (comments in ('detach', 'refuse')),
  title_clash text not null check (title_clash in ('refuse', 'suffix')),
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
  -- Stands for the page in the index of the search, among the ids of pages that are here.
  index_id bigint not null,
  updated_at bigint not null,
  -- 1 once somebody had it put into the trash or the archive there, until it is imported again.
  is_gone bigint not null default 0,
  primary key (space_id, page_id)
);
create index remote_pages_by_id on remote_pages (page_id);
create index remote_pages_by_index on remote_pages (index_id);
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
  -- As page_versions has them.
  via text not null default 'import',
  token_name text not null default '',
  message text not null default '',
  commit_id text not null default '',
  commit_author text not null default '',
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

-- Imports on their way there, from before the first request until all is done: one for each title of a
-- space.
create table deliveries (
  space_id bigint not null,
  -- Titles are compared as Confluence does, across the whole space.
  title_key text not null,
  import_id bigint not null,
  -- Names the attempt in the version's message, by which it is known again.
  attempt text not null,
  -- Names whoever is at work on it: after it was taken over, an earlier one writes no more.
  holder text not null,
  -- 'made' says that page_id is a page of its own, which has one line and waits for its text.
  state text not null check (state in ('recorded', 'made', 'written')),
  -- The entry of the ledger, and what was asked for, as JSON text.
  entry text not null,
  asked text not null,
  -- Of what is brought; see sourceDigest.
  digest text not null,
  -- The converted document with its images.
  document bytea not null,
  -- The page and the version that it is about to write, once that is decided.
  page_id text,
  expected_version bigint,
  -- What that write changes of theirs, as JSON text: warnings.
  remarks text not null,
  -- What came of it, as JSON text.
  result text,
  -- Until then somebody is at work on it.
  lease_until bigint not null,
  next_try_at bigint not null,
  tries bigint not null,
  -- Why the last try did not end it; empty before.
  problem text not null,
  created_at bigint not null,
  primary key (space_id, title_key)
);

-- Pages of connected spaces that have their ids before their texts: each has one line there, which says
-- so, until an import writes its text. A row is written before its page is made.
create table remote_reservations (
  space_id bigint not null,
  -- Where it is to stand: below a page there, or below another reservation.
  parent_id text not null,
  title text not null,
  -- The title that it has there, which is another one where that title is taken.
  given_title text not null,
  -- Empty until its making was answered.
  page_id text not null,
  url text not null,
  -- 0 while it is being removed.
  lapses_at bigint not null,
  -- 0 where an import made it for itself.
  user_id bigint not null,
  primary key (space_id, parent_id, title)
);
create index remote_reservations_by_page on remote_reservations (space_id, page_id);
create index remote_reservations_by_lapse on remote_reservations (lapses_at);
create index remote_reservations_by_user on remote_reservations (space_id, user_id, page_id);

-- Below which pages of connected spaces the order is to be looked at, until it is right.
create table remote_orders (
  space_id bigint not null,
  parent_id text not null,
  -- How often it was noted, and when last.
  notes bigint not null,
  noted_at bigint not null,
  -- Until then somebody is at work on it, or it is left alone.
  lease_until bigint not null,
  tries bigint not null,
  primary key (space_id, parent_id)
);

-- What changed, without words of it: written in the transaction of the change, for feeds, programs and
-- webhooks. A page's changes are in the order of changed_at, whatever clocks say: none is as early as
-- the one before.
create table changes (
  space_id bigint not null,
  -- Confluence's in a connected space; 0 where the space itself changed.
  page_id bigint not null,
  changed_at bigint not null,
  type text not null,
  version bigint,
  -- 0 where no user did it.
  actor_id bigint not null,
  via text not null,
  token_name text not null,
  primary key (space_id, page_id, changed_at)
);
create index changes_by_space on changes (space_id, changed_at, page_id);
create index changes_by_time on changes (changed_at, space_id, page_id);

-- Addresses that are told of changes. Space 0 stands for all.
create table webhooks (
  id bigint primary key,
  space_id bigint not null,
  url text not null,
  created_at bigint not null,
  -- Since when nothing is sent, until somebody has it tried again.
  stopped_at bigint,
  -- Why the last request failed; empty before, and once one went through.
  problem text not null default '',
  -- Requests that failed in a row, and until when nothing is sent after them.
  failures bigint not null default 0,
  wait_until bigint not null default 0,
  delivered_at bigint,
  -- Who is at work on it, and until when.
  holder text not null default '',
  lease_until bigint not null default 0,
  -- Whether it may be in a private network.
  allows_private bigint not null default 1
);
create unique index webhooks_by_address on webhooks (space_id, url);

-- In no backup: there a webhook is without its secret, and sends nothing.
create table webhook_secrets (
  webhook_id bigint primary key references webhooks (id) on delete cascade,
  secret text not null
);

-- Changes that a webhook is still to be told of, each written with the change.
create table webhook_deliveries (
  space_id bigint not null,
  webhook_id bigint not null,
  page_id bigint not null,
  changed_at bigint not null,
  tries bigint not null default 0,
  next_try_at bigint not null,
  primary key (space_id, webhook_id, page_id, changed_at)
);
create index webhook_deliveries_by_try on webhook_deliveries (webhook_id, next_try_at);
create index webhook_deliveries_by_time on webhook_deliveries (changed_at);

-- Branches of Git repositories that the service itself imports into a space.
create table followed_repositories (
  id bigint primary key,
  space_id bigint not null,
  -- Confluence's in a connected space.
  parent_id text not null,
  url text not null,
  branch text not null,
  folder text not null,
  every_ms bigint not null,
  -- The administrator who added it, as whom it is imported.
  user_id bigint not null,
  created_at bigint not null,
  -- The last commit that was imported without a failure; empty before.
  imported_commit text not null default '',
  -- The last runs as JSON, the newest first.
  runs text not null default '[]',
  -- 1 where a look at the branch is requested, 2 where an import is, though it has not moved.
  requested bigint not null default 0,
  next_at bigint not null,
  -- Who is at work on it, and until when.
  holder text not null default '',
  lease_until bigint not null default 0
);
create unique index followed_repositories_by_place
  on followed_repositories (space_id, url, branch, folder);

-- In no backup: a repository that is restored without its secret must be added again.
create table repository_secrets (
  repository_id bigint primary key references followed_repositories (id) on delete cascade,
  secret text not null
);
