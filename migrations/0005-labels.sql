-- Labels of a page and of each version: lower-case, in order, one space between them. They are in
-- the search index as well, which is how pages are found by them.
alter table pages add column labels text not null default '';
alter table page_versions add column labels text not null default '';
