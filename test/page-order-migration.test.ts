/** Pages of an older Markport get their place, and keep their versions. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { idAllocator } from '../src/database/ids.ts'
import { openDatabase } from '../src/database/open-database.ts'
import { sql } from '../src/database/sql.ts'
import { orderPages } from '../src/embedded-wiki/store/order/order-pages.ts'
import { titleOrder } from '../src/embedded-wiki/store/order/title-order.ts'
import { listChildren } from '../src/embedded-wiki/store/pages.ts'
import { createPage } from '../src/embedded-wiki/store/saving/edit-page.ts'
import { stopOwnCluster } from './support/postgres/test-postgres.ts'
import { prepareStore } from './support/prepared-store.ts'
import { testDocument } from './support/service/test-workers.ts'
import { runScript } from './support/store/run-script.ts'
import { createTestStore } from './support/store/test-engines.ts'

/** Leaves a store as the migration before left it. */
const before = `
  drop table page_reservations;
  drop index pages_by_place;
  create index pages_by_parent on pages (space_id, parent_id, id);
  alter table pages drop column title_order;
  alter table pages drop column position;
  delete from migrations where name like '0011-%';`

for (const engine of ['sqlite', 'postgres'] as const) {
  describe(engine, () => {
    after(async () => {
      if (engine === 'postgres') await stopOwnCluster()
    })

    test('pages are sorted as people do, once and for all', async () => {
      const place = await createTestStore(engine)
      const store = await prepareStore(place.options)
      const parent = { spaceId: store.space.id, parentId: store.space.homepageId }
      const titles = ['Ärger', 'bär', 'Step 9', 'step 10', ...many]
      const [user] = await store.database.read<{ id: number }>(sql`select id from users`)
      const by = { userId: user?.id ?? 0, now: new Date(0) }
      for (const title of titles.toReversed()) {
        const document = testDocument(title, '{"type":"doc","content":[]}', engine)
        const page = { ...parent, title, document, ...by }
        await createPage(store.database, idAllocator(store.database), page)
      }
      await store.database.close()

      await runScript(place.options, before)
      const database = await openDatabase(place.options, 'upgrade')
      await orderPages(database, () => true)
      const isUnfinished = await database.read(sql`
        select name from settings where name = 'page-order'`)
      assert.deepEqual(isUnfinished, [], 'a service that stops leaves it for later')
      await orderPages(database, () => false)
      const pages = await listChildren(database, { ...parent, limit: 1_000 })
      assert.deepEqual(
        pages.map(({ title, position, version }) => [title, position, version.number]),
        titles.map((title) => [title, undefined, 1]),
      )
      const rows = await database.read<{ title: string; title_order: string }>(
        sql`select title, title_order from pages`,
      )
      for (const row of rows) assert.equal(row.title_order, titleOrder(row.title))
      await database.close()
      await place.remove()
    })
  })
}

/** More than one step takes. */
const many = Array.from({ length: 230 }, (_, index) => `z ${index}`)
