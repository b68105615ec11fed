-- The types of changes that a webhook is told of, each between commas; empty for all.
alter table webhooks add column types text not null default '';
-- Whether it may be in a private network, as all those could that were added before.
alter table webhooks add column allows_private bigint not null default 1;
