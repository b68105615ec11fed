-- What becomes on a Citus of the tables that the migration of this name makes; see docs/scaling.md. Markport runs
-- it, a statement at a time, after the migration. A table of a later one may lead to reference tables alone:
-- where the others are spread already, it is made before it is.

-- Keys of distributed tables begin with the space. Ids are unique as they are handed out.
alter table pages drop constraint pages_id_key;
create index pages_by_id on pages (id);

-- A table that is not distributed yet may lead to none that is: these come back at the end.
alter table page_versions drop constraint page_versions_space_id_page_id_fkey;
alter table page_texts drop constraint page_texts_space_id_page_id_fkey;
alter table page_attachments drop constraint page_attachments_space_id_page_id_fkey;
alter table page_attachments drop constraint page_attachments_space_id_sha256_fkey;
alter table rendered_versions drop constraint rendered_versions_space_id_page_id_number_fkey;
alter table preview_pages drop constraint preview_pages_space_id_name_fkey;
alter table preview_attachments drop constraint preview_attachments_space_id_name_fkey;

-- Small, and read together with pages: a copy on each server.
select create_reference_table('users');
select create_reference_table('spaces');
select create_reference_table('space_access');
select create_reference_table('space_connections');
select create_reference_table('remote_homes');
select create_reference_table('group_access');
select create_reference_table('user_groups');
select create_reference_table('group_members');
select create_reference_table('group_grants');
select create_reference_table('api_tokens');
select create_reference_table('api_token_spaces');
select create_reference_table('host_tokens');
select create_reference_table('host_token_spaces');
select create_reference_table('webhooks');
select create_reference_table('webhook_secrets');

-- What grows with pages: all of a space on one server.
select create_distributed_table('pages', 'space_id');
select create_distributed_table('page_versions', 'space_id', colocate_with => 'pages');
select create_distributed_table('page_texts', 'space_id', colocate_with => 'pages');
select create_distributed_table('attachments', 'space_id', colocate_with => 'pages');
select create_distributed_table('page_attachments', 'space_id', colocate_with => 'pages');
select create_distributed_table('rendered_versions', 'space_id', colocate_with => 'pages');
select create_distributed_table('page_reservations', 'space_id', colocate_with => 'pages');
select create_distributed_table('imports', 'space_id', colocate_with => 'pages');
select create_distributed_table('remote_pages', 'space_id', colocate_with => 'pages');
select create_distributed_table('remote_versions', 'space_id', colocate_with => 'pages');
select create_distributed_table('remote_files', 'space_id', colocate_with => 'pages');
select create_distributed_table('remote_orders', 'space_id', colocate_with => 'pages');
select create_distributed_table('remote_reservations', 'space_id', colocate_with => 'pages');
select create_distributed_table('deliveries', 'space_id', colocate_with => 'pages');
select create_distributed_table('changes', 'space_id', colocate_with => 'pages');
select create_distributed_table('webhook_deliveries', 'space_id', colocate_with => 'pages');
select create_distributed_table('previews', 'space_id', colocate_with => 'pages');
select create_distributed_table('preview_pages', 'space_id', colocate_with => 'pages');
select create_distributed_table('preview_attachments', 'space_id', colocate_with => 'pages');

-- A key stands beside what it brought, so that an import is written on one server.
alter table idempotency_keys drop constraint idempotency_keys_pkey;
alter table idempotency_keys add primary key (space_id, api_token_id, key);
select create_distributed_table('idempotency_keys', 'space_id', colocate_with => 'pages');

-- What no statement reads together with pages stays on the coordinator.
select citus_add_local_table_to_metadata('audit_records');
select citus_add_local_table_to_metadata('id_blocks');
select citus_add_local_table_to_metadata('identities');
select citus_add_local_table_to_metadata('known_devices');
select citus_add_local_table_to_metadata('license');
select citus_add_local_table_to_metadata('migrations');
select citus_add_local_table_to_metadata('logout_tokens');
select citus_add_local_table_to_metadata('missed_searches');
select citus_add_local_table_to_metadata('one_time_links');
select citus_add_local_table_to_metadata('password_tries');
select citus_add_local_table_to_metadata('recovery_codes');
select citus_add_local_table_to_metadata('second_factor_secrets');
select citus_add_local_table_to_metadata('second_factors');
select citus_add_local_table_to_metadata('sessions');
select citus_add_local_table_to_metadata('settings');
select citus_add_local_table_to_metadata('shown_api_tokens');
select citus_add_local_table_to_metadata('signing_keys');
select citus_add_local_table_to_metadata('site_paces');
select citus_add_local_table_to_metadata('store_probes');

alter table page_versions add constraint page_versions_space_id_page_id_fkey
  foreign key (space_id, page_id) references pages (space_id, id);
alter table page_texts add constraint page_texts_space_id_page_id_fkey
  foreign key (space_id, page_id) references pages (space_id, id);
alter table page_attachments add constraint page_attachments_space_id_page_id_fkey
  foreign key (space_id, page_id) references pages (space_id, id);
alter table page_attachments add constraint page_attachments_space_id_sha256_fkey
  foreign key (space_id, sha256) references attachments (space_id, sha256);
alter table rendered_versions add constraint rendered_versions_space_id_page_id_number_fkey
  foreign key (space_id, page_id, number) references page_versions (space_id, page_id, number);
alter table preview_pages add constraint preview_pages_space_id_name_fkey
  foreign key (space_id, name) references previews (space_id, name) on delete cascade;
alter table preview_attachments add constraint preview_attachments_space_id_name_fkey
  foreign key (space_id, name) references previews (space_id, name) on delete cascade;
