import assert from 'node:assert/strict'
import { test } from 'node:test'
import { belongings } from '../src/store/belongings.ts'
import type { Database } from '../src/store/database.ts'
import { sql } from '../src/store/sql.ts'
import { openTestDatabase } from './support/store/shared-writer.ts'
import { createTestStore } from './support/store/test-engines.ts'

/** Columns that name an owner and stay, with the reason. */
const stayingColumns: Readonly<Record<string, string>> = {
  'imports.space_id': 'the ledger counts imports; their words are taken out',
  'imports.page_id': 'the ledger counts imports; their words are taken out',
  'imports.parent_id': 'taken out with the words of the import',
  'imports.user_id': 'a number',
  'drafts.page_id': 'only its editor leads to the draft, which goes within 30 days',
  'page_reservations.user_id': 'a number, for a day',
  'previews.user_id': 'a number, until the preview ends',
  'remote_reservations.user_id': 'a number, until its page is taken away',
  'changes.space_id': 'tells for 90 days that it changed, and that it is gone',
  'changes.page_id': 'tells for 90 days that it changed, and that it is gone',
  'webhook_deliveries.space_id': 'a number, until the webhook was told',
  'webhook_deliveries.page_id': 'a number, until the webhook was told',
  'followed_repositories.parent_id': 'a run tells that its parent is gone',
  'followed_repositories.user_id': 'a run tells that its user is gone',
  'pages.parent_id': 'what stands below a page goes with it, or is put below the homepage',
  'pages.author_id': 'names the row that a deleted user leaves',
  'page_reports.user_id': 'names the row that a deleted user leaves',
  'page_versions.author_id': 'names the row that a deleted user leaves',
  'remote_versions.author_id': 'names the row that a deleted user leaves',
  'deliveries.page_id': 'goes before its page, or within a day',
  'remote_pages.parent_id': 'where the page stands in Confluence',
  'remote_reservations.page_id': 'goes with its reservation, after a day',
  'remote_reservations.parent_id': 'goes with its reservation, after a day',
  'spaces.author_id': 'names the row that a deleted user leaves',
  'spaces.homepage_id': 'goes with the space alone',
}

const ownerColumns =
  /^(?:space_id|page_id|user_id|owner_id|author_id|creator_id|homepage_id|parent_id|remote_page_id)$/

const covered = new Set([
  ...Object.values(belongings).flatMap((rows) => rows.map((row) => `${row.table}.${row.column}`)),
  ...Object.keys(stayingColumns),
])

const withStore = async (work: (database: Database) => Promise<void>): Promise<void> => {
  const { options, remove } = await createTestStore('sqlite')
  const database = await openTestDatabase(options)
  try {
    await work(database)
  } finally {
    await database.close()
    await remove()
  }
}

const columnsOf = async (database: Database): Promise<string[]> => {
  const rows = await database.read<{ path: string }>(sql`
    select t.name || '.' || c.name as path from sqlite_schema t join pragma_table_info(t.name) c
    where t.type = 'table'`)
  return rows.map(({ path }) => path)
}

const uncovered = (columns: readonly string[]): string[] =>
  columns.filter((path) => ownerColumns.test(path.split('.')[1] ?? '') && !covered.has(path))

test('each column that names a page, a space or a user is in the table', async () => {
  await withStore(async (database) => {
    const columns = await columnsOf(database)
    assert.deepEqual(uncovered(columns), [])
    assert.deepEqual(uncovered([...columns, 'gadgets.space_id']), ['gadgets.space_id'])
    const known = new Set(columns)
    assert.deepEqual(
      [...covered].filter((path) => !known.has(path)),
      [],
    )
  })
})

test('what refers to a row that goes is in the table before it, or goes with it', async () => {
  await withStore(async (database) => {
    const references = await database.read<{ name: string; parent: string; removal: string }>(sql`
      select t.name, k."table" as parent, k.on_delete as removal
      from sqlite_schema t join pragma_foreign_key_list(t.name) k where t.type = 'table'`)
    assert.ok(references.length > 10, 'references are found')
    for (const owner of ['page', 'remote-page', 'space', 'user'] as const) {
      const tables: readonly string[] = belongings[owner].map(({ table }) => table)
      for (const { name, parent, removal } of references) {
        if (!tables.includes(parent) || removal === 'CASCADE') continue
        const [at, parentAt] = [tables.indexOf(name), tables.indexOf(parent)]
        assert.ok(
          at !== -1 && at < parentAt,
          `${name} refers to ${parent}, which goes with ${owner}`,
        )
      }
    }
  })
})
