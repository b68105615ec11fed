-- A page's content_hash is the digest of what was last imported: this is the version that it made, 0 for
-- none. Versions that were written otherwise leave both as they are.
alter table pages add column imported_version bigint not null default 0;

update pages set imported_version = version
where exists (select 1 from page_versions v
  where v.space_id = pages.space_id and v.page_id = pages.id and v.number = pages.version
    and v.markdown is not null);

-- Imports into wikis outside the store, from before their first request until their outcome is known:
-- one for each title below a parent.
create table open_imports (
  space_id bigint not null,
  parent_id text not null,
  title_key text not null,
  import_id bigint not null,
  -- The entry of the ledger that it will have, as JSON text.
  entry text not null,
  -- Until then somebody is at work on it; after that its outcome is unknown.
  lease_until bigint not null,
  primary key (space_id, parent_id, title_key)
);
