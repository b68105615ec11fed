/** The schema and the statements keep the rules of Citus, so that a store could be distributed by space. @module */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { removeOld } from '../src/server/service/housekeeping.ts'
import type { Row } from '../src/store/database.ts'
import { openPostgres } from '../src/store/postgres/postgres.ts'
import {
  distributedTables,
  localTables,
  preparationOfSpread,
  referenceTables,
} from '../src/store/postgres/spread-store.ts'
import { packVersions } from '../src/wiki/store/packing/pack-versions.ts'
import { useEverything } from './support/delivery/use-everything.ts'
import { askPostgres } from './support/postgres/postgres-node.ts'
import { addStandInCitus, createStandInCitus } from './support/postgres/stand-in-citus.ts'
import { createTestDatabase, stopOwnCluster } from './support/postgres/test-postgres.ts'
import { startTestServer } from './support/service/test-server.ts'
import {
  type RecordedStatement,
  reachOf,
  recordStatements,
  type StatementReach,
} from './support/store/statement-reach.ts'

const distributed = new Map(distributedTables.map((table) => [table, 'space_id']))

/** Statements that may break a rule, and why. */
const exceptions: readonly (readonly [start: RegExp, why: string])[] = [
  [/^insert into imports .* select 0,/, 'refusals of no space count those beside them'],
  [/^delete from \w+ where \(\w+(?:, \w+)+\) in \(/, 'housekeeping: old records of all spaces go'],
  [/^delete from deliveries where state = 'finished'/, 'housekeeping: outcomes of all spaces go'],
  [/\bpage_texts\b/, 'search reads all spaces that the reader may read'],
  [/^select \$1 as day, .* union all/, 'the chart of imports: each of its days is read by itself'],
  [/^select id, space_id, author_id, .* union all/, 'recent changes: each space is read by itself'],
]

let url: string
let drop: () => Promise<void>
let client: pg.Client
const explain = async (text: string): Promise<Row[]> => (await client.query(text)).rows
const reaches: (StatementReach & Pick<RecordedStatement, 'text'>)[] = []

before(async () => {
  const store = await createStandInCitus()
  url = store.url
  drop = store.drop
  const recorded = recordStatements()
  const server = await startTestServer({ databaseUrl: url }, { readers: 'users' })
  await useEverything(server)
  await removeOld(server.database, new Date(), { importsMs: 0, auditMs: 0 }, async () => {})
  await packVersions(server.database, async () => {})
  await server.stop()
  recorded.stop()
  client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const { text, values } of recorded.statements) {
    if (!/^\s*(?:select|with|insert|update|delete)\b/.test(text)) continue
    const reach = await reachOf(explain, { text, values }, distributed)
    reaches.push({ ...reach, text: text.replace(/\s+/g, ' ').trim() })
  }
})
after(async () => {
  await client.end()
  await drop()
  await stopOwnCluster()
})

function breaking(breaks: (reach: (typeof reaches)[number]) => boolean): string[] {
  const found = reaches.filter(
    (reach) => reach.tables.some((table) => distributed.has(table)) && breaks(reach),
  )
  return found
    .filter(({ text }) => !exceptions.some(([start]) => start.test(text)))
    .map(({ text }) => text)
}

test('every table is distributed, a reference or local, and only one of them', async () => {
  const rows = await askPostgres(
    url,
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'pg_dist_%'`,
  )
  const all = [...distributedTables, ...referenceTables, ...localTables]
  assert.deepEqual(all.sort(), rows.map(({ name }) => name).sort())
})

test('keys and references are such as can be kept within one server', async () => {
  const store = await createTestDatabase()
  try {
    await (await openPostgres({ url: store.url })).close()
    assert.notDeepEqual(await wrongKeys(store.url), [], 'control: on one server one key differs')
    const references = await referencesOf(store.url)
    await askPostgres(store.url, preparationOfSpread.join(';'))
    assert.deepEqual(await wrongKeys(store.url), [])
    assert.deepEqual(await wrongReferences(url), [])
    assert.deepEqual(await referencesOf(url), references)
  } finally {
    await store.drop()
  }
})

function referencesOf(at: string): Promise<object[]> {
  return askPostgres(
    at,
    `select conrelid::regclass::text as from, pg_get_constraintdef(oid) as text
    from pg_constraint where contype = 'f' order by 1, 2`,
  )
}

async function wrongKeys(at: string): Promise<string[]> {
  const rows = await askPostgres(
    at,
    `select c.relname as table, i.relname as key, a.attname as first
    from pg_index x
    join pg_class c on c.oid = x.indrelid
    join pg_class i on i.oid = x.indexrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = x.indkey[0]
    where x.indisunique and c.relnamespace = 'public'::regnamespace`,
  )
  return rows
    .filter(({ table, first }) => first !== (distributed.get(table) ?? first))
    .map(({ key }) => key)
}

async function wrongReferences(at: string): Promise<string[]> {
  const rows = await askPostgres(
    at,
    `select conname as name, conrelid::regclass::text as from, confrelid::regclass::text as to,
      (select attname from pg_attribute
        where attrelid = conrelid and attnum = conkey[1]) as from_first,
      (select attname from pg_attribute
        where attrelid = confrelid and attnum = confkey[1]) as to_first
    from pg_constraint where contype = 'f'`,
  )
  const isSound = ({ from, to, ...first }: Record<string, string>): boolean => {
    const [column, target] = [distributed.get(from ?? ''), distributed.get(to ?? '')]
    if (target !== undefined) {
      return column === target && first.from_first === column && first.to_first === target
    }
    return referenceTables.includes(to ?? '') || localTables.includes(from ?? '')
  }
  return rows.filter((row) => !isSound(row)).map(({ name }) => name)
}

test('what is written, locked or followed upwards is in one shard', () => {
  const several = breaking(
    ({ needsOneShard, unbound, given }) =>
      needsOneShard.length > 0 && (unbound.length > 0 || given.size > 1),
  )
  assert.deepEqual(several, [])
})

test('no statement reads two spaces together but search and lists', () => {
  assert.deepEqual(
    breaking(({ isJoined, given }) => !isJoined || given.size > 1),
    [],
  )
})

test('a subquery below a union or in a recursion names its space by value', () => {
  assert.deepEqual(
    breaking(({ correlated }) => correlated.length > 0),
    [],
  )
})

test('a statement about several spaces asks no small table for each of its rows', () => {
  const asksEach = new RegExp(`\\(select 1 from (?:${referenceTables.join('|')})\\b`)
  assert.deepEqual(
    breaking(({ unbound, text }) => unbound.length > 0 && asksEach.test(text)),
    [],
  )
})

test('pages are read together with nothing that is kept elsewhere', () => {
  const isElsewhere = (table: string): boolean => localTables.includes(table)
  assert.deepEqual(
    breaking(({ tables }) => tables.some(isElsewhere)),
    [],
  )
  const columnsOf = ({ tables }: StatementReach): Set<string> =>
    new Set(tables.flatMap((table) => distributed.get(table) ?? []))
  assert.deepEqual(
    breaking((reach) => columnsOf(reach).size > 1),
    [],
  )
})

const refused: readonly (readonly [form: RegExp, what: string])[] = [
  [/\blateral\b/, 'lateral subqueries of distributed tables'],
  [/\bcase (?!when\b)/, 'a case that compares, whose text it writes anew without types'],
  [/^select [^()]* from spaces\b[^()]* for (?:key share|update)/, 'locks on every server'],
  [/;\s*\S/, 'two commands in one message'],
]
const refusals = (text: string): string[] =>
  refused.filter(([form]) => form.test(text)).map(([, what]) => what)

test('no statement about distributed tables has a form that Citus refuses', () => {
  const found = reaches.flatMap(({ text }) => refusals(text).map((what) => `${what}: ${text}`))
  assert.deepEqual(found, [])
})

test('each exception is one that a statement needs', () => {
  const needed = reaches.filter(
    ({ needsOneShard, unbound, given, isJoined }) =>
      (needsOneShard.length > 0 && unbound.length > 0) || given.size > 1 || !isJoined,
  )
  const idle = exceptions.filter(([start]) => !needed.some(({ text }) => start.test(text)))
  assert.deepEqual(idle, [])
})

async function spreadOf(at: string): Promise<string[][]> {
  const rows = await askPostgres(
    at,
    `select logicalrelid::text as name, partkey from pg_dist_partition`,
  )
  return rows.map(({ name = '', partkey = '' }) => [name, partkey]).sort()
}

test('a store is spread as it is made, and refused until it is whole', async () => {
  const wanted = [
    ...distributed,
    ...[...referenceTables, ...localTables].map((name) => [name, '']),
  ].sort()
  assert.deepEqual(await spreadOf(url), wanted)
  const half = await createStandInCitus()
  try {
    const broken = `create function refuse() returns trigger language plpgsql as
      $$ begin if new.partkey <> '' then raise 'no'; end if; return new; end $$;
      create trigger refuse before insert on pg_dist_partition for each row execute function refuse()`
    await askPostgres(half.url, broken)
    await assert.rejects(openPostgres({ url: half.url }), /could not be spread .*: no/)
    await assert.rejects(openPostgres({ url: half.url }), /is being spread over several servers/)
    await askPostgres(half.url, 'drop function refuse() cascade')
    const open = () => openPostgres({ url: half.url, schema: 'upgrade' })
    for (const store of await Promise.all([open(), open()])) await store.close()
    assert.deepEqual(await spreadOf(half.url), wanted)
  } finally {
    await half.drop()
  }
})

test('a table that is to be spread, and is not, is spread by the next migrate', async () => {
  const store = await createStandInCitus()
  try {
    await (await openPostgres({ url: store.url })).close()
    const wanted = await spreadOf(store.url)
    await askPostgres(
      store.url,
      `delete from pg_dist_partition where logicalrelid = 'changes'::regclass;
      alter function create_distributed_table rename to none`,
    )
    const upgrade = () => openPostgres({ url: store.url, schema: 'upgrade' })
    await assert.rejects(upgrade(), /could not be spread .* does not exist/)
    await assert.rejects(openPostgres({ url: store.url }), /run markport migrate, which goes on/)
    await askPostgres(store.url, 'alter function none rename to create_distributed_table')
    await (await upgrade()).close()
    assert.deepEqual(await spreadOf(store.url), wanted)
    await (await openPostgres({ url: store.url })).close()
  } finally {
    await store.drop()
  }
})

test('a store on one server stays there, whatever its database could do', async () => {
  const store = await createTestDatabase()
  try {
    const open = () => openPostgres({ url: store.url, schema: 'upgrade' })
    await (await open()).close()
    await addStandInCitus(store.url)
    const reopened = await open()
    assert.equal(reopened.isSpread, false)
    await reopened.close()
    assert.deepEqual(await spreadOf(store.url), [])
  } finally {
    await store.drop()
  }
})

test('the statements of imports, pages and search were seen', () => {
  for (const table of distributed.keys()) {
    assert.ok(
      reaches.some(({ tables }) => tables.includes(table)),
      `no statement about ${table}`,
    )
  }
  assert.ok(reaches.length > 100, `${reaches.length} statements`)
})
