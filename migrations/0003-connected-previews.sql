-- The space of Confluence that a preview is of, as its site names it; empty for a space that is here.
alter table previews add column site text not null default '';
-- Of a space in Confluence: on whose behalf it is being applied, as JSON text, empty while nobody does;
-- and until when somebody is at work on that.
alter table previews add column applying text not null default '';
alter table previews add column applying_until bigint not null default 0;

-- Of a page in Confluence: the document that is to be sent, without what its images hold; what was
-- foreseen; what came of it once it was sent, both as JSON text; and what kept it from being sent.
alter table preview_pages add column document bytea;
alter table preview_pages add column foreseen text not null default '{}';
alter table preview_pages add column delivered text not null default '';
alter table preview_pages add column problem text not null default '';
