/** Recent changes: what was changed together is one row, in the spaces of the reader. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readerAs, readerOfAll } from '../src/accounts/reader.ts'
import { sql } from '../src/store/sql.ts'
import { listRecentChanges, type RecentChange } from '../src/wiki/pages/recent-changes.ts'
import { prepareStore } from './support/prepared-store.ts'
import { openTestDatabase } from './support/store/shared-writer.ts'
import { runScript } from './support/store/store-contents.ts'
import { createTestStore, forEachEngine } from './support/store/test-engines.ts'

const minuteMs = 60_000

forEachEngine((_, engine) => {
  test('an import of any size is one row, and does not hide what others changed', async () => {
    const place = await createTestStore(engine)
    const { database, space, createSpace, createUser, grant } = await prepareStore(place.options)
    const other = await createSpace('OTHER')
    const rita = await createUser('rita')
    await grant(rita, other, 'read')
    const [admin] = await database.read<{ id: number }>(sql`select min(id) as id from users`)
    const startMs = Date.now() + 60 * minuteMs
    const row = (id: number, spaceId: string, authorId: number, atMs: number): string =>
      `(${spaceId}, ${id}, 0, 'Page ${id}', '${id}', 'current', 1, '', ${authorId}, 0, ${atMs})`
    const rows = [
      // At 50 a second, two minutes.
      ...Array.from({ length: 6_000 }, (_, index) =>
        row(1_000_000 + index, space.id, admin?.id ?? 0, startMs + index * 20),
      ),
      row(2_000_000, other.id, admin?.id ?? 0, startMs + 100_000),
      row(2_000_001, space.id, rita.id, startMs + 110_000),
      row(2_000_002, other.id, rita.id, startMs - 60 * minuteMs),
    ]
    await database.close()
    await runScript(
      place.options,
      `insert into pages (space_id, id, parent_id, title, title_key, status, version, content_hash,
        author_id, created_at, updated_at) values ${rows.join(', ')}`,
    )
    const filled = await openTestDatabase(place.options)

    const all = await listRecentChanges(readerOfAll(filled), 20)
    assert.deepEqual(all.map(summary), [
      ['DOCS', 'admin', 4_998, true],
      ['DOCS', 'rita', 1, true],
      ['OTHER', 'admin', 1, true],
    ])
    const [group] = all
    assert.equal(group?.pages.length, 20)
    assert.deepEqual(group?.pages[0], {
      pageId: '1005999',
      title: 'Page 1005999',
      versionNumber: 1,
    })
    const hers = await listRecentChanges(readerAs(filled, { userId: rita.id }), 20)
    assert.deepEqual(hers.map(summary), [
      ['OTHER', 'admin', 1, false],
      ['OTHER', 'rita', 1, false],
      ['OTHER', 'admin', 1, false],
    ])
    assert.deepEqual((await listRecentChanges(readerOfAll(filled), 2)).map(summary), [
      ['DOCS', 'admin', 4_998, true],
      ['DOCS', 'rita', 1, true],
    ])
    assert.deepEqual(await listRecentChanges(readerAs(filled, undefined), 20), [])
    await filled.close()
    await place.remove()
  })
})

function summary({ spaceKey, authorName, count, hasMore }: RecentChange): unknown[] {
  return [spaceKey, authorName, count, hasMore]
}
