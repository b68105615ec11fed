/** Distributes stores over a Citus cluster by space; every table is in a list below. @module */
import { firstOf } from '../../contract/base/in-time.ts'
import { StoreError, type Worker } from '../database.ts'
import type { MigrationConnection } from '../migrate.ts'
import { type Statement, sql } from '../sql.ts'

type Ask = (statement: Statement) => Promise<readonly object[]>

/** Small tables joined with pages: each server has a copy. Referenced tables come first. */
export const referenceTables: readonly string[] = [
  'users',
  'spaces',
  'space_access',
  'space_connections',
  'remote_homes',
  'group_access',
  'user_groups',
  'group_members',
  'group_grants',
  'tokens',
  'token_spaces',
  'webhooks',
  'webhook_secrets',
  'followed_repositories',
  'repository_secrets',
]

/** Tables that grow with pages: each space is on one server, by `space_id`. */
export const distributedTables: readonly string[] = [
  'pages',
  'page_versions',
  'page_texts',
  'attachments',
  'page_attachments',
  'rendered_versions',
  'page_reservations',
  'source_pages',
  'page_reports',
  'imports',
  'idempotency_keys',
  'remote_pages',
  'remote_versions',
  'remote_files',
  'remote_orders',
  'remote_reservations',
  'deliveries',
  'changes',
  'webhook_deliveries',
  'previews',
  'preview_pages',
  'preview_attachments',
]

/** No statement joins these with pages, so they stay on the coordinator. */
export const localTables: readonly string[] = [
  'audit_records',
  'drafts',
  'id_blocks',
  'identities',
  'license',
  'migrations',
  'one_time_links',
  'password_tries',
  'recovery_codes',
  'second_factor_secrets',
  'second_factors',
  'sessions',
  'settings',
  'signing_keys',
  'store_probes',
]

/** Added last, because a table can only refer to a distributed one once it is distributed too. */
const references = [
  { table: 'page_versions', columns: ['space_id', 'page_id'], target: 'pages (space_id, id)' },
  { table: 'page_attachments', columns: ['space_id', 'page_id'], target: 'pages (space_id, id)' },
  {
    table: 'page_attachments',
    columns: ['space_id', 'sha256'],
    target: 'attachments (space_id, sha256)',
  },
  {
    table: 'rendered_versions',
    columns: ['space_id', 'page_id', 'number'],
    target: 'page_versions (space_id, page_id, number)',
  },
  {
    table: 'preview_pages',
    columns: ['space_id', 'name'],
    target: 'previews (space_id, name) on delete cascade',
  },
  {
    table: 'preview_attachments',
    columns: ['space_id', 'name'],
    target: 'previews (space_id, name) on delete cascade',
  },
].map((reference) => ({
  ...reference,
  name: `${reference.table}_${reference.columns.join('_')}_fkey`,
}))

export async function canSpread(ask: Ask): Promise<boolean> {
  const extensions = await ask(sql`select 1 as there from pg_extension where extname = 'citus'`)
  return extensions.length > 0
}

export async function isSpreadStore(ask: Ask): Promise<boolean> {
  const indexes = await ask(sql`select 1 as there where to_regclass('pages_by_id') is not null`)
  return indexes.length > 0
}

/** Each key of a distributed table must contain the space; ids are unique without it. */
export const preparationOfSpread: readonly string[] = [
  'alter table pages drop constraint pages_id_key',
  'create index pages_by_id on pages (id)',
  'alter table idempotency_keys drop constraint idempotency_keys_pkey',
  'alter table idempotency_keys add primary key (space_id, api_token_id, key)',
  ...references.map(({ table, name }) => `alter table ${table} drop constraint ${name}`),
]

/**
 * Each statement commits by itself, as Citus cannot undo all of them together. After an
 * interruption the next call continues.
 * @throws {StoreError} When a statement is refused.
 */
export async function spreadTables(connection: MigrationConnection): Promise<void> {
  while (await spreadNext(connection));
}

async function spreadNext({ begin, run, runScript }: MigrationConnection): Promise<boolean> {
  await begin()
  try {
    const [step] = await listSpreadSteps(run)
    if (step !== undefined) await runScript(step)
    await runScript('commit')
    return step !== undefined
  } catch (error) {
    await runScript('rollback').catch(() => {})
    throw new StoreError(
      `A part of the store could not be spread over the servers of the Citus: ${(error as Error).message}. What was spread before stays so. Mend that, then run markport migrate again, which goes on there.`,
      { cause: error },
    )
  }
}

export async function listSpreadSteps(ask: Ask): Promise<string[]> {
  // Citus makes tables local when they refer to a reference table, even if they should become
  // another kind.
  const rows = (await ask(sql`
    select logicalrelid::text as name, case when partmethod = 'h' then 'distributed'
      when repmodel = 't' then 'reference' else 'local' end as kind
    from pg_dist_partition
    union all select conname, 'key' from pg_constraint where contype = 'f'`)) as {
    name: string
    kind: string
  }[]
  const isMissing = (name: string, kind: string): boolean =>
    !rows.some((row) => row.name === name && row.kind === kind)
  return [
    ...referenceTables
      .filter((name) => isMissing(name, 'reference'))
      .map((name) => `select create_reference_table('${name}')`),
    ...distributedTables
      .filter((name) => isMissing(name, 'distributed'))
      .map((name) => {
        const beside = name === 'pages' ? '' : `, colocate_with => 'pages'`
        return `select create_distributed_table('${name}', 'space_id'${beside})`
      }),
    ...localTables
      .filter((name) => !rows.some((row) => row.name === name))
      .map((name) => `select citus_add_local_table_to_metadata('${name}')`),
    ...references
      .filter(({ name }) => isMissing(name, 'key'))
      .map(
        ({ table, columns, target }) =>
          `alter table ${table} add foreign key (${columns.join(', ')}) references ${target}`,
      ),
  ]
}

export async function askWorkers(ask: Ask): Promise<readonly Worker[]> {
  const workers = await ask(sql`select nodename || ':' || nodeport as name, success as answers
    from run_command_on_workers('select 1') order by nodename, nodeport`)
  return workers as readonly Worker[]
}

const answerMs = 500

export async function findAway(
  workers: () => Promise<readonly Worker[]>,
): Promise<{ isWorkerAway: boolean }> {
  const isAway = workers().then(
    (probes) => probes.some(({ answers }) => !answers),
    () => true,
  )
  return { isWorkerAway: (await firstOf([isAway], answerMs)) ?? true }
}

/**
 * Citus takes only one schema change per message.
 * @param script Its comments begin with `--`; statements end with a semicolon at the end of a line.
 */
export function scriptParts(script: string): string[] {
  return script
    .replace(/--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}
