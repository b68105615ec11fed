import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { type Statement, sql } from '../src/store/sql.ts'
import { applyPreview } from '../src/wiki/store/previews/apply-preview.ts'
import { comparedRows } from '../src/wiki/store/previews/compare-with-space.ts'
import { pagesWithDrafts } from '../src/wiki/store/previews/draft-pages.ts'
import { waitUntil } from './support/base/wait-until.ts'
import { createTestDatabase } from './support/postgres/test-postgres.ts'
import { prepareStore } from './support/prepared-store.ts'
import { runStatement } from './support/store/test-transactions.ts'

const pages = 400

interface PlanNode {
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Join Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

function rowsRead(node: PlanNode): number {
  const { 'Rows Removed by Filter': filtered = 0, 'Rows Removed by Join Filter': joined = 0 } = node
  const own = (node['Actual Rows'] + filtered + joined) * node['Actual Loops']
  return (node.Plans ?? []).reduce((sum, below) => sum + rowsRead(below), own)
}

test('reads so many rows for each page, however many a run has that came since it counted', async () => {
  const own = await createTestDatabase()
  const { database, space } = await prepareStore({ databaseUrl: own.url })
  const [spaceId, home] = [Number(space.id), Number(space.homepageId)]
  const run = (statement: Statement) => database.write(runStatement, { statement })
  await run(sql`
    insert into pages select (jsonb_populate_record(null::pages, to_jsonb(home) || jsonb_build_object(
      'id', home.id + n, 'parent_id', home.id, 'title', 'p' || n, 'title_key', 'p' || n))).*
    from pages home, generate_series(1, cast(${pages} as bigint)) n where home.id = ${home}`)
  for (const name of ['counted', 'new']) {
    await run(sql`
      insert into previews (space_id, name, user_id, api_token_id, made_at, ends_at, sending_run)
      values (${spaceId}, ${name}, 1, 1, 0, 0, '')`)
    await run(sql`
      insert into preview_pages (space_id, name, run, page_id, kind, base_version, base_title,
        base_parent_id, parent_id, title, title_key, title_order, position, navigation_title,
        labels, digest, markdown, adf, body, headings, words, shown, warnings, bytes)
      select cast(${spaceId} as bigint), ${name}, ${name}, ${home} + n, 'page', 1, 'p' || n, 1,
        ${home} + n / 2, 'p' || n, 'p' || n, '', 0, '', '', '', '', '', '', '', '', '', '[]', 0
      from generate_series(1, cast(${pages} as bigint)) n`)
    if (name === 'counted') await run(sql`analyze`)
  }
  const preview = { spaceId, name: 'new', run: 'new' }
  const everywhere = sql`select p.id from ${pagesWithDrafts(preview)} p
    join ${pagesWithDrafts(preview)} above on above.id = p.parent_id`
  for (const statement of [comparedRows(preview), everywhere]) {
    const [row] = await database.read<{ 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] }>(
      sql`explain (analyze, timing off, format json) ${statement}`,
    )
    const read = rowsRead((row as NonNullable<typeof row>)['QUERY PLAN'][0].Plan)
    assert.ok(read > pages && read < 60 * pages, `${read} rows`)
  }
  await database.close()
  await own.drop()
})

test('applies nothing while somebody writes in the space', async (t) => {
  const own = await createTestDatabase()
  const { database, space } = await prepareStore({ databaseUrl: own.url })
  const spaceId = Number(space.id)
  const [user] = await database.read<{ id: number }>(sql`select min(id) as id from users`)
  const userId = Number(user?.id)
  await database.write(runStatement, {
    statement: sql`
      insert into previews (space_id, name, user_id, api_token_id, made_at, ends_at, shown_run,
        sending_run)
      values (${spaceId}, 'held', ${userId}, 1, 0, ${Number.MAX_SAFE_INTEGER}, 'run', '')`,
  })
  const writer = new pg.Client(own.url)
  await writer.connect()
  t.after(async () => {
    await writer.end()
    await database.close()
    await own.drop()
  })
  await writer.query('begin')
  await writer.query(`select id from pages where id = ${space.homepageId} for share`)
  let isApplied = false
  const applying = database
    .write(applyPreview, {
      run: { spaceId, name: 'held', run: 'run' },
      seen: null,
      writer: { userId },
      apiTokenId: 0,
      requestId: 'held',
      ids: [],
      auditId: 1,
      atMs: 1,
      actor: 'test',
    })
    .finally(() => {
      isApplied = true
    })
  await waitUntil('it waits', async () => {
    const { rows } = await writer.query(
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    )
    assert.equal(isApplied, false)
    return rows.length > 0
  })
  await writer.query('commit')
  assert.equal((await applying).outcome, 'applied')
})
