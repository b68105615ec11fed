-- A version that was purged leaves its row, without words: numbers have no gaps, and who wrote it when
-- is still told. So do spaces, until nothing is left of them, and users, whose pages keep an author.
alter table page_versions add column purged_at bigint;
alter table spaces add column deleted_at bigint;
alter table users add column deleted_at bigint;

-- Pages that are going for good have a trashed_with of 0, which is no page.
create index pages_to_purge on pages (space_id, id) where trashed_with = 0;
create index pages_in_trash on pages (space_id, parent_id) where status = 'trashed';
