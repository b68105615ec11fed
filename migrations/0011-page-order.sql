-- A page's place among those below the same parent: first by position, then by title. The greatest
-- position stands for none (2^53 - 1), so that one order holds for all.
alter table pages add column position bigint not null default 9007199254740991;
-- The title in a form whose characters sort as people do; see `titleOrder`. Of pages from before, the
-- program makes it anew.
alter table pages add column title_order text not null default '';
update pages set title_order = lower(title);
drop index pages_by_parent;
create index pages_by_place on pages (space_id, parent_id, position, title_order, id)
  where status = 'current';

-- Ids that were given to pages before they are made. A parent may be a page or a reservation.
create table page_reservations (
  space_id bigint not null references spaces (id),
  parent_id bigint not null,
  title_key text not null,
  id bigint not null,
  lapses_at bigint not null,
  primary key (space_id, parent_id, title_key),
  unique (space_id, id)
);
create index page_reservations_by_end on page_reservations (lapses_at);
