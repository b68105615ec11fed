-- Pages of connected spaces that have their ids before they are made: each is a draft there, which
-- nobody else sees.
create table remote_reservations (
  space_id bigint not null,
  page_id text not null,
  -- Where it is to stand: below a page there, or below another reservation.
  parent_id text not null,
  title text not null,
  url text not null,
  lapses_at bigint not null,
  primary key (space_id, page_id)
);

create unique index remote_reservations_by_place
  on remote_reservations (space_id, parent_id, title);
create index remote_reservations_by_lapse on remote_reservations (lapses_at);
