-- Who a user is at an OpenID provider: issuer and subject together, never a name or an e-mail address.
create table identities (
  issuer text not null,
  subject text not null,
  user_id bigint not null references users (id),
  created_at bigint not null,
  primary key (issuer, subject)
);
create index identities_by_user on identities (user_id);

-- Access by the groups that the provider names, made anew at each sign-in by it. What was given by
-- hand stands in space_access and stays.
create table group_access (
  space_id bigint not null references spaces (id),
  user_id bigint not null references users (id),
  access text not null check (access in ('read', 'write')),
  primary key (space_id, user_id)
);
create index group_access_by_user on group_access (user_id);
-- 1 for an administrator who is one by a group only.
alter table users add column is_administrator_by_group bigint not null default 0;

-- Where a session began, for its user to recognise it; empty in sessions of before.
alter table sessions add column network text not null default '';
alter table sessions add column device text not null default '';
-- 1 when the provider vouched for the user.
alter table sessions add column is_by_provider bigint not null default 0;
-- 1 while the password was right and a code is still asked for: it signs nobody in.
alter table sessions add column awaits_code bigint not null default 0;

-- Users who are asked for a code after their password.
create table second_factors (
  user_id bigint primary key references users (id),
  created_at bigint not null
);
-- In no backup. Without its secret a second factor takes recovery codes only. Codes up to last_step
-- were taken or have passed.
create table second_factor_secrets (
  user_id bigint primary key references users (id),
  secret text not null,
  last_step bigint not null
);
create table recovery_codes (
  code_hash text primary key,
  user_id bigint not null references users (id)
);
create index recovery_codes_by_user on recovery_codes (user_id);
