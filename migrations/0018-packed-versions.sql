-- Old versions are kept small. How a version's texts are kept: 0 in adf and markdown, as they were
-- saved; 1 in packed, compressed; 2 in packed, as the difference from the next version. With 1 and 2, adf
-- is empty, and markdown is where there is some. The newest version always has 0.
alter table page_versions add column packing bigint not null default 0;
alter table page_versions add column packed bytea;

-- All versions up to this one have been packed, as far as that made them smaller.
alter table pages add column packed_version bigint not null default 0;
create index pages_to_pack on pages (id) where version > packed_version + 1;
