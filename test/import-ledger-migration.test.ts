/** What a store of an older Markport knows of its imports, it knows after the migration. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { Database } from '../src/database/database.ts'
import { idAllocator } from '../src/database/ids.ts'
import { openDatabase } from '../src/database/open-database.ts'
import { sql } from '../src/database/sql.ts'
import { updatePage } from '../src/embedded-wiki/store/saving/edit-page.ts'
import { saveImport } from '../src/embedded-wiki/store/saving/save-import.ts'
import type { Space } from '../src/importing/target-wiki.ts'
import { stopOwnCluster } from './support/postgres/test-postgres.ts'
import { prepareStore } from './support/prepared-store.ts'
import { testDocument } from './support/service/test-workers.ts'
import { runScript } from './support/store/run-script.ts'
import { createTestStore } from './support/store/test-engines.ts'

const before = `
  alter table pages drop column imported_version;
  delete from migrations where name = '0010-import-ledger.sql';`

async function importPage(
  database: Database,
  ids: { nextId(): Promise<number> },
  { space, title }: { space: Space; title: string },
): Promise<number> {
  const newPageId = await ids.nextId()
  const at = { startedAt: 0, now: 0, idempotency: null }
  const [user] = await database.read<{ id: number }>(sql`select id from users`)
  const userId = user?.id ?? 0
  const who = { userId, apiTokenId: 0, requestId: title, warnings: '[]' }
  const importId = await ids.nextId()
  await database.write(saveImport, {
    entry: { ...at, ...who, importId, parentId: space.homepageId, title },
    space: { spaceIdOrKey: space.id, writer: { userId } },
    ...{
      parentId: Number(space.homepageId),
      titleKey: title,
      markdown: title,
      adf: '{"type":"doc","content":[]}',
    },
    ...{ indexed: { text: title, words: '' }, attachments: [], digest: `digest of ${title}` },
    ...{ labels: null, position: null, overwrite: false, newPageId },
  })
  return newPageId
}

for (const engine of ['sqlite', 'postgres'] as const) {
  describe(engine, () => {
    after(async () => {
      if (engine === 'postgres') await stopOwnCluster()
    })

    test('pages are as imported, but for those that were edited since', async () => {
      const place = await createTestStore(engine)
      const store = await prepareStore(place.options)
      const { space } = store
      const ids = idAllocator(store.database)
      await importPage(store.database, ids, { space, title: 'imported' })
      const pageId = await importPage(store.database, ids, { space, title: 'edited' })
      const document = testDocument('edited', '{"type":"doc","content":[]}', engine)
      const edit = { title: 'edited', document, version: 2, message: '', userId: 1 }
      const where = { spaceId: space.id, pageId: String(pageId), parentId: space.homepageId }
      const now = new Date(0)
      assert.equal((await updatePage(store.database, { ...edit, ...where, now })).outcome, 'saved')
      await store.database.close()

      await runScript(place.options, before)
      const database = await openDatabase(place.options, 'upgrade')
      const pages = await database.read(sql`
        select title, version, imported_version from pages where parent_id <> 0 order by title`)
      assert.deepEqual(
        pages.map((page) => Object.values(page).map(String)),
        [
          ['edited', '2', '0'],
          ['imported', '1', '1'],
        ],
      )
      await database.close()
      await place.remove()
    })
  })
}
