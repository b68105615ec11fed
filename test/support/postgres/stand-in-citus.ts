/** A stand-in for Citus on plain PostgreSQL: an extension that notes distributed tables and refuses what Citus refuses. @module */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../base/temporary-folder.ts'
import { askPostgres } from './postgres-node.ts'
import { createTestDatabase } from './test-postgres.ts'

const control = `comment = 'answers as Citus does'\ndefault_version = '1.0'\nrelocatable = false\nschema = public\n`

const script = `
create table pg_dist_partition (logicalrelid regclass primary key, partkey text not null,
  partmethod text not null, repmodel text not null);
create table pg_dist_node (nodename text, nodeport int, isactive boolean not null,
  primary key (nodename, nodeport));
insert into pg_dist_node values ('worker-1', 9701, true), ('worker-2', 9702, true);

create function run_command_on_workers(command text)
  returns table (nodename text, nodeport int, success boolean, result text)
  language sql as 'select n.nodename, n.nodeport, n.isactive, null from pg_dist_node n';

create function create_reference_table(t regclass) returns void language plpgsql as $$ begin
  if exists (select 1 from pg_constraint where contype = 'f' and conrelid = t
    and confrelid not in (select logicalrelid from pg_dist_partition)) then
    raise 'referenced table must be a distributed table or a reference table';
  end if;
  insert into pg_dist_partition values (t, '', 'n', 't');
end $$;

create function create_distributed_table(t regclass, col text, colocate_with text default 'default')
  returns void language plpgsql as $$ begin
  if exists (select 1 from pg_constraint where contype = 'f' and confrelid = t and conrelid not in
    (select logicalrelid from pg_dist_partition where partkey <> '')) then
    raise 'foreign keys from reference tables and local tables to distributed tables are not supported';
  end if;
  if exists (select 1 from pg_constraint where contype = 'f' and conrelid = t
    and confrelid not in (select logicalrelid from pg_dist_partition)) then
    raise 'referenced table must be a distributed table or a reference table';
  end if;
  if exists (select 1 from pg_index x where x.indrelid = t and x.indisunique and not exists
    (select 1 from pg_attribute a where a.attrelid = t and a.attname = col
      and a.attnum = any (x.indkey))) then
    raise 'cannot create constraint on % whose unique keys are without its partition column', t;
  end if;
  insert into pg_dist_partition values (t, col, 'h', 's');
end $$;

create function citus_add_local_table_to_metadata(t regclass) returns void
  language sql as $$ insert into pg_dist_partition values (t, '', 'n', 's') $$;
`

export interface StandInCitus {
  readonly url: string
  drop(): Promise<void>
}

export async function createStandInCitus(): Promise<StandInCitus> {
  const { url, drop } = await createTestDatabase()
  await addStandInCitus(url)
  return { url, drop }
}

export async function addStandInCitus(url: string): Promise<void> {
  const folder = temporaryFolder()
  const extension = join(folder, 'extension')
  mkdirSync(extension)
  writeFileSync(join(extension, 'citus.control'), control)
  writeFileSync(join(extension, 'citus--1.0.sql'), script)
  // PostgreSQL runs as its own user when tests run as root.
  chmodSync(folder, 0o755)
  await askPostgres(url, `set extension_control_path = '${folder}:$system'; create extension citus`)
}
