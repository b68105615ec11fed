-- What programs keep beside spaces, pages and their attachments, each under a key. It belongs to the page as
-- it is now, and to no version of it.
create table properties (
  space_id bigint not null references spaces (id),
  -- 0 for what belongs to the space itself.
  page_id bigint not null,
  -- The digest of the page's attachment that it belongs to; empty for what belongs to the page.
  sha256 text not null,
  key text not null,
  id bigint not null,
  -- JSON text.
  value text not null,
  -- How often it was written, by whom and when last, and what that one said of it.
  version bigint not null,
  message text not null,
  author_id bigint not null,
  updated_at bigint not null,
  creator_id bigint not null,
  created_at bigint not null,
  primary key (space_id, page_id, sha256, key)
);
