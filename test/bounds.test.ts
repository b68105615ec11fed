/** Whatever callers add to the store has a bound, which holds however many come at once, on both engines. @module */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  type NewConnection,
  spaceConnections,
} from '../src/confluence/delivery/connections/space-connections.ts'
import { type Bound, bounds } from '../src/contract/base/bounds.ts'
import { RequestError } from '../src/contract/errors.ts'
import type { Database } from '../src/store/database.ts'
import { idAllocator } from '../src/store/ids.ts'
import { type Statement, sql } from '../src/store/sql.ts'
import { beginPreview } from '../src/wiki/store/previews/preview-runs.ts'
import { sampleConnection } from './support/delivery/sample-connection.ts'
import { type PreparedStore, prepareStore } from './support/prepared-store.ts'
import { type FullShare, fullShares } from './support/service/full-shares.ts'
import { createTestStore, forEachEngine } from './support/store/test-engines.ts'
import { execute } from './support/store/test-transactions.ts'

const byImports = 'a part of pages that were imported, whose history is kept'
const byAdministrators = 'only administrators add rows'
const byProvider = 'one for each person whom administrators or the provider let in, and each space'
const byProgram = 'a fixed number of rows'

type BoundName = keyof typeof bounds

/** Every table with the bounds of its rows, or why it needs none. New tables need a row here. */
const tableBounds: Readonly<Record<string, readonly BoundName[] | string>> = {
  attachments: byImports,
  audit_records: 'one for each change that somebody signed in made',
  changes: 'a few for each change of a page, for 90 days',
  drafts: ['drafts'],
  followed_repositories: byAdministrators,
  deliveries: 'one for each title of a space while its import is under way',
  group_access: byProvider,
  group_grants: byAdministrators,
  group_members: byAdministrators,
  id_blocks: byProgram,
  idempotency_keys: 'one at most for each import that was acknowledged, for 24 hours',
  identities: byProvider,
  imports: ['refusedImports'],
  license: byProgram,
  migrations: byProgram,
  one_time_links: ['oneTimeLinks'],
  page_attachments: byImports,
  page_reports: ['reportsOfUser', 'reportsOfPage'],
  page_reservations: ['reservations'],
  page_texts: byImports,
  page_versions: byImports,
  pages: byImports,
  password_tries: 'each try takes out more rows than it adds, once their time is over',
  preview_attachments: ['previewBytes'],
  preview_pages: ['previewPages', 'previewBytes'],
  previews: ['previews'],
  recovery_codes: 'a fixed number for each user',
  remote_files: byImports,
  remote_homes: byAdministrators,
  remote_orders: 'one for each page that others were imported below, until they are in order',
  remote_pages: byImports,
  remote_reservations: ['reservations'],
  remote_versions: byImports,
  rendered_versions: 'old rows go once all take 256 MiB',
  repository_secrets: byAdministrators,
  second_factor_secrets: 'one for each user',
  second_factors: 'one for each user',
  sessions: ['sessions', 'awaitingSessions'],
  settings: byProgram,
  signing_keys: byAdministrators,
  space_access: byAdministrators,
  space_connections: byAdministrators,
  source_pages: byImports,
  spaces: byAdministrators,
  store_probes: byProgram,
  token_spaces: 'one for each space that a token is kept to; spaces are made by administrators',
  tokens: ['liveApiTokens', 'allLiveApiTokens', 'apiTokens', 'hostTokens'],
  user_groups: byAdministrators,
  users: byProvider,
  webhook_deliveries: 'one for each change and webhook until it is delivered, for 90 days',
  webhook_secrets: byAdministrators,
  webhooks: byAdministrators,
}

const left = 3
const asking = 5
const atOnce = 5_000

const now = new Date('2026-11-20T12:00:00Z')

test('docs/operations.md has each bound as the table has it, and no other', () => {
  const docs = readFileSync(new URL('../docs/operations.md', import.meta.url), 'utf8')
  const [, documented = ''] = docs.split(
    '| What | Most | For each | One more |\n|---|---|---|---|\n',
  )
  assert.deepEqual(
    documented.slice(0, documented.indexOf('\n\n')).split('\n'),
    Object.values(bounds).map(
      ({ what, most, per, excess }) =>
        `| ${what} | ${most.toLocaleString('en')} | ${per} | ${typeof excess === 'string' ? excess : `\`${excess.key}\``} |`,
    ),
  )
})

test('each bound is of a table', () => {
  const named = Object.values(tableBounds).flatMap((row) => (typeof row === 'string' ? [] : row))
  assert.deepEqual(
    Object.keys(bounds).filter((name) => !named.includes(name as BoundName)),
    [],
  )
})

forEachEngine((open, engine) => {
  test('each table has a bound, or a reason to need none', async () => {
    assert.deepEqual(await tablesOf(await open()), Object.keys(tableBounds).sort())
  })

  test('each bound holds when many come at once', async (t) => {
    const place = await createTestStore(engine)
    const store = await prepareStore(place.options, () => now)
    t.after(async () => {
      await store.database.close()
      await place.remove()
    })
    const connected = await connectSpace(store)
    const names = [...(Object.keys(bounds) as BoundName[]), 'remoteReservations' as const]
    for (const name of names) {
      await t.test(name, async (one) => {
        const user = await store.createUser(`user-${name}`)
        await store.grant(user, store.space, 'write')
        const caller = { userId: user.id, name: user.name }
        const share = fullShares(store, connected, caller, () => now)[name]
        if (name === 'previewPages' || name === 'previewBytes') await previewIn(store, user.id)
        one.after(() => run(store.database, sql`delete from ${share.rows}`))
        await checkBound(
          store,
          bounds[name === 'remoteReservations' ? 'reservations' : name],
          share,
        )
      })
    }
  })
})

async function connectSpace({ database, createSpace }: PreparedStore): Promise<NewConnection> {
  const { id: spaceId } = await createSpace('FAR')
  const connection = sampleConnection({ spaceId, remoteId: '1', remoteKey: 'FAR' })
  const clock = (): Date => now
  await spaceConnections({ database, ids: idAllocator(database), clock }).connect(
    connection,
    'test',
  )
  return connection
}

async function previewIn({ database, space }: PreparedStore, userId: number): Promise<void> {
  await database.write(beginPreview, {
    spaceId: Number(space.id),
    name: 'full',
    run: 'run',
    now: 0,
    endsAt: now.getTime() * 2,
    maker: { userId, apiTokenId: 0, isPreviewOnly: false },
  })
}

async function checkBound({ database }: PreparedStore, bound: Bound, share: FullShare) {
  const { most, excess } = bound
  const there = await count(database, share.rows)
  for (let filled = 0; filled < most - left - there; filled += atOnce) {
    const last = Math.min(filled + atOnce, most - left - there)
    await run(
      database,
      share.fill(sql`with recursive n (i) as (
        select cast(${filled + 1} as bigint) union all select i + 1 from n where i < ${last})`),
    )
  }
  if (share.counted !== undefined) await run(database, share.counted)
  assert.equal(await count(database, share.rows), most - left)
  const results = await Promise.allSettled(Array.from({ length: asking }, share.add))
  const refused = results.filter((result) => result.status === 'rejected')
  assert.equal(await count(database, share.rows), most)
  assert.equal(refused.length, typeof excess === 'string' ? 0 : asking - left)
  for (const { reason } of refused) {
    assert.ok(reason instanceof RequestError, String(reason))
    assert.equal(typeof excess !== 'string' && excess.key, reason.key)
    assert.match(reason.message, new RegExp(`already has ${most} .*, which is the limit\\. \\w+`))
  }
}

async function count(database: Database, rows: Statement): Promise<number> {
  const [row] = await database.read<{ count: number }>(sql`select count(*) as count from ${rows}`)
  return Number(row?.count)
}

async function run(database: Database, statement: Statement): Promise<void> {
  await execute(database, statement)
}

async function tablesOf(database: Database): Promise<string[]> {
  const rows = await database.read<{ name: string }>(
    database.engine === 'postgres'
      ? sql`select tablename as name from pg_tables where schemaname = current_schema()`
      : // Tables of the search index belong to a virtual one, which holds the words of pages.
        sql`select name from pragma_table_list
          where schema = 'main' and type = 'table' and name not like 'sqlite_%'`,
  )
  return rows.map(({ name }) => name).sort()
}
