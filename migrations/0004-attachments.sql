-- Images of pages, each once in a space, known by what they hold.
create table attachments (
  space_id bigint not null references spaces (id),
  sha256 text not null,
  type text not null,
  -- SQLite knows no such type and keeps the bytes as they come.
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
