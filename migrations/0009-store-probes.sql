-- What readiness writes to prove that a write works: a few rows that are written again and again.

create table store_probes (
  slot bigint primary key,
  probed_at bigint not null
);
