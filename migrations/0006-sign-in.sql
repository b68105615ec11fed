-- From where the one came who did it: an address, or "command line"; empty in records of before.
alter table audit_records add column address text not null default '';
create index audit_records_by_time on audit_records (recorded_at, id);
create index audit_records_by_action on audit_records (action, recorded_at, id);
create index audit_records_by_actor on audit_records (actor, recorded_at, id);

-- How far the bounds on guessing passwords are used up. A key is a hash: of a name and a network, of
-- a network, of a name, of a device. At `empty_at` nothing is left to count and the row may go.
create table password_tries (
  key text primary key,
  tries bigint not null,
  empty_at bigint not null
);
create index password_tries_by_end on password_tries (empty_at);

-- Browsers in which a user signed in before. Only the hash of a device's id is kept.
create table known_devices (
  id_hash text not null,
  user_id bigint not null references users (id),
  last_used_at bigint not null,
  primary key (id_hash, user_id)
);
create index known_devices_by_user on known_devices (user_id, last_used_at);
