-- Spreads a store over the servers of a Citus cluster; see docs/scaling.md. Run it once on the
-- coordinator, on the empty store that `markport migrate` made. It was never run on a Citus: a test
-- holds it to the rules of its documentation.

-- Keys of distributed tables begin with the space. Ids are unique as they are handed out.
alter table pages drop constraint pages_id_key;
create index pages_by_id on pages (id);

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

-- A key belongs to a token, whatever the space, so it stands on another server than the pages.
select create_distributed_table('idempotency_keys', 'api_token_id', colocate_with => 'none');

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
