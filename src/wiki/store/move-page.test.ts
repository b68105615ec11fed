import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createTestPage } from '../../../test/support/store/save-test-page.ts'
import { forEachEngine } from '../../../test/support/store/test-engines.ts'
import { firstAdministrator, initializeStore } from '../../accounts/initialize-store.ts'
import { passwords } from '../../accounts/passwords/passwords.ts'
import { readerOfAll } from '../../accounts/reader.ts'
import { users } from '../../accounts/users.ts'
import type { Database } from '../../store/database.ts'
import { type IdAllocator, idAllocator } from '../../store/ids.ts'
import { sql } from '../../store/sql.ts'
import type { Space } from '../import/target-wiki.ts'
import { findPageHere } from '../pages/find-page.ts'
import { findNeighbours, listChildren } from '../pages/pages-around.ts'
import { createSpace } from './create-space.ts'
import { movePage } from './move-page.ts'

const clock = (): Date => new Date()

forEachEngine((open) => {
  let database: Database
  let ids: IdAllocator
  let userId: number
  let space: Space
  let count = 0

  before(async () => {
    database = await open()
    ids = idAllocator(database)
    await initializeStore(database, ids, clock)
    const keeper = users(database, ids, clock, passwords())
    userId = (await keeper.findByName(firstAdministrator))?.id ?? 0
    space = await createSpace(database, ids, clock, { key: 'DOCS', name: 'Docs', userId })
  })

  const create = (parentId: string, title = '', of = space): Promise<string> => {
    count += 1
    const page = { spaceId: of.id, parentId, title: title || `Page ${count}`, userId }
    return createTestPage(database, ids, page)
  }
  const move = (pageId: string, parentId: string, position?: number): Promise<void> =>
    movePage({ database, ids, clock }, { spaceId: space.id, pageId, parentId, position }, 'mover')
  const titlesBelow = async (parentId: string): Promise<string[]> =>
    (await listChildren(readerOfAll(database), { id: parentId, spaceId: space.id })).pages.map(
      ({ title }) => title,
    )

  test('a page moves with all that is below it, keeps its version, and is on record', async () => {
    const from = await create(space.homepageId)
    const to = await create(space.homepageId)
    const page = await create(from)
    const child = await create(page)
    await move(page, to)
    assert.deepEqual(await titlesBelow(from), [])
    const moved = await findPageHere(readerOfAll(database), page)
    assert.deepEqual([moved?.parentId, moved?.version.number], [to, 1])
    assert.equal((await findPageHere(readerOfAll(database), child))?.parentId, page)
    const records = await database.read<{ actor: string; action: string; detail: string }>(sql`
      select actor, action, detail from audit_records where subject = ${page} and action = 'page-move'`)
    assert.deepEqual(
      records.map(({ actor, action, detail }) => [actor, action, JSON.parse(detail)]),
      [['mover', 'page-move', { parentId: to }]],
    )
  })

  test('a position puts a page before those without one, and without it the title counts', async () => {
    const parent = await create(space.homepageId, 'Ordered')
    const [first, , last] = [
      await create(parent, 'Alpha'),
      await create(parent, 'Beta'),
      await create(parent, 'Gamma'),
    ]
    await move(last, parent, 1)
    await move(first, parent, 2)
    assert.deepEqual(await titlesBelow(parent), ['Gamma', 'Alpha', 'Beta'])
    const { previous, next } = await findNeighbours(readerOfAll(database), {
      spaceId: space.id,
      id: first,
    })
    assert.deepEqual([previous?.title, next?.title], ['Gamma', 'Beta'])
    await move(last, parent)
    assert.deepEqual(await titlesBelow(parent), ['Alpha', 'Beta', 'Gamma'])
  })

  test('of two moves at once that would make a circle, one is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = [await create(space.homepageId), await create(space.homepageId)]
      const results = await Promise.allSettled([move(one, other), move(other, one)])
      assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    }
  })
})
