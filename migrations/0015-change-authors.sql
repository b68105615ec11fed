-- Changes are shown by who made them, many at a time, which the index alone tells.
drop index pages_by_change;
create index pages_by_change on pages (space_id, updated_at, id, author_id)
  where status = 'current';
drop index pages_by_change_anywhere;
create index pages_by_change_anywhere on pages (updated_at, id, space_id, author_id)
  where status = 'current';
