-- HTML of versions as pages show them, made once. What is here can always be made again, so the oldest
-- go when there is too much.
create table rendered_versions (
  space_id bigint not null,
  page_id bigint not null,
  number bigint not null,
  -- Digest of the program that made it: another one makes it anew.
  renderer text not null,
  html text not null,
  outline text not null,
  bytes bigint not null,
  rendered_at bigint not null,
  primary key (space_id, page_id, number),
  foreign key (space_id, page_id, number) references page_versions (space_id, page_id, number)
);
create index rendered_versions_by_age on rendered_versions (rendered_at, bytes);
