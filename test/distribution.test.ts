/** The schema keeps the rules of Citus, so that a store can be distributed by space. @module */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openPostgres } from '../src/store/postgres/postgres.ts'
import {
  distributedTables,
  localTables,
  preparationOfSpread,
  referenceTables,
} from '../src/store/postgres/spread-store.ts'
import { askPostgres } from './support/postgres/postgres-node.ts'
import { addStandInCitus, createStandInCitus } from './support/postgres/stand-in-citus.ts'
import { createTestDatabase, stopOwnCluster } from './support/postgres/test-postgres.ts'

const distributed = new Map(distributedTables.map((table) => [table, 'space_id']))

let url: string
let drop: () => Promise<void>

before(async () => {
  const store = await createStandInCitus()
  url = store.url
  drop = store.drop
  await (await openPostgres({ url })).close()
})
after(async () => {
  await drop()
  await stopOwnCluster()
})

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
