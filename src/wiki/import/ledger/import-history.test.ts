import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forEachEngine } from '../../../../test/support/store/test-engines.ts'
import { execute } from '../../../../test/support/store/test-transactions.ts'
import type { Database } from '../../../store/database.ts'
import { sql } from '../../../store/sql.ts'
import { listImportRuns } from './import-history.ts'

async function addImport(database: Database, id: number, run: string): Promise<void> {
  const warning = { code: 'image-missing', severity: 'lost', message: 'There is no a.png.' }
  await execute(
    database,
    sql`insert into imports (space_id, id, request_id, api_token_id, user_id, parent_id, page_title,
        result, warnings, started_at, duration_ms, run)
      values (1, ${id}, '', 7, 1, '1', ${`Page ${id}`}, 'created', ${JSON.stringify([warning])},
        ${1_000 + Math.floor(id / 2)}, 1, ${run})`,
  )
}

forEachEngine((open) => {
  test('runs are listed by their newest imports, and only what is shown is read whole', async () => {
    const database = await open()
    await addImport(database, 1, '')
    for (let id = 2; id <= 260; id += 1) await addImport(database, id, 'long')
    await addImport(database, 261, 'short')
    let wholeImports = 0
    const read: Database['read'] = async (statement) => {
      const rows = await database.read(statement)
      wholeImports += rows.filter((row) => 'warnings' in row).length
      return rows as never
    }
    const runs = await listImportRuns({ ...database, read }, {}, { limit: 3, shown: 2 })
    assert.deepEqual(
      runs.map(({ newest, counts, imports }) => [newest.id, counts.created, imports.length]),
      [
        ['261', 1, 1],
        ['260', 259, 2],
        ['1', 1, 1],
      ],
    )
    assert.equal(wholeImports, 3 + 3)
    const after = { startedAt: new Date(1_130), id: '260' }
    const older = await listImportRuns(database, {}, { limit: 3, shown: 2, after })
    assert.deepEqual(
      older.map(({ newest }) => newest.id),
      ['1'],
    )
  })
})
