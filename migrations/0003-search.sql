-- What the reader's pages need: the newest changes of a space, and the text of each page to search.

create index pages_by_change on pages (space_id, updated_at, id) where status = 'current';

-- The text of each page's current version; the words in it are in an index of the engine's own.
create table page_texts (
  space_id bigint not null,
  page_id bigint not null,
  body text not null,
  primary key (space_id, page_id),
  foreign key (space_id, page_id) references pages (space_id, id)
);
