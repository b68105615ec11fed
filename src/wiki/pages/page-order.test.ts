import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { savePage } from '../../../test/support/store/save-test-page.ts'
import { openTestAuth } from '../../../test/support/store/test-auth.ts'
import { forEachEngine } from '../../../test/support/store/test-engines.ts'
import type { Clock } from '../../accounts/audit.ts'
import { readerOfAll } from '../../accounts/reader.ts'
import { contractLimits } from '../../contract/limits.ts'
import type { Database } from '../../store/database.ts'
import type { IdAllocator } from '../../store/ids.ts'
import type { Space } from '../import/target-wiki.ts'
import { createSpace } from '../store/create-space.ts'
import { trashPage } from '../store/trash-page.ts'
import { findNeighbours, listChildren, listParentPages } from './pages-around.ts'

forEachEngine((open) => {
  let database: Database
  let ids: IdAllocator
  let clock: Clock
  let space: Space
  let userId: number

  before(async () => {
    ;({ database, ids, clock, administratorId: userId } = await openTestAuth(open))
    space = await createSpace({ database, ids, clock }, { key: 'DOCS', name: 'Docs', userId })
  })

  const save = async (title: string, parentId: string, position?: number): Promise<string> => {
    const page = { spaceId: space.id, parentId, title, userId, digest: title }
    const placed = position === undefined ? page : { ...page, position }
    const result = await savePage(database, ids, placed)
    assert.ok('pageId' in result)
    return String(result.pageId)
  }
  const titlesBelow = async (parentId: string): Promise<string[]> => {
    const titles: string[] = []
    let after: string | undefined
    for (;;) {
      const parent = { id: parentId, spaceId: space.id }
      const { pages } = await listChildren(readerOfAll(database), parent, { after, limit: 2 })
      titles.push(...pages.map(({ title }) => title))
      after = pages.at(-1)?.id
      if (after === undefined) return titles
    }
  }

  test('pages stand by position, the others behind them by title as people sort', async () => {
    const parentId = await save('Ordered', space.homepageId)
    const titles = ['page 10', 'Page 9', 'Öl', 'oak', 'Zoo', 'ÖL 2', '日本', '_x']
    for (const title of titles) await save(title, parentId)
    await save('Last of positions', parentId, contractLimits.maxPosition)
    await save('Second', parentId, 1)
    await save('First', parentId, 0)
    const expected = ['First', 'Second', 'Last of positions']
    expected.push('_x', 'oak', 'Öl', 'ÖL 2', 'Page 9', 'page 10', 'Zoo', '日本')
    assert.deepEqual(await titlesBelow(parentId), expected)
    const parent = { id: parentId, spaceId: space.id }
    const { pages } = await listChildren(readerOfAll(database), parent)
    assert.deepEqual(
      pages.map(({ title }) => title),
      expected,
    )
    const part = { after: pages[0]?.id, limit: 1 }
    const second = await listChildren(readerOfAll(database), parent, part)
    assert.equal(second.pages[0]?.position, 1)
  })

  test('another position moves a page and makes no version; without one it stays', async () => {
    const parentId = await save('Moved among', space.homepageId)
    for (const [index, title] of ['a', 'b', 'c'].entries()) await save(title, parentId, index)
    await save('c', parentId, 0)
    await save('a', parentId, 5)
    await save('b', parentId)
    assert.deepEqual(await titlesBelow(parentId), ['c', 'b', 'a'])
    const { pages } = await listChildren(
      readerOfAll(database),
      { id: parentId, spaceId: space.id },
      { limit: 9 },
    )
    assert.deepEqual(
      pages.map(({ version, position }) => [version, position]),
      [
        [1, 0],
        [1, 1],
        [1, 5],
      ],
    )
  })

  test('pages that may become a parent are listed in their order', async () => {
    const other = await createSpace({ database, ids, clock }, { key: 'PICK', name: 'Pick', userId })
    const docs = space
    space = other
    for (const [index, title] of ['z', 'y', 'x'].entries())
      await save(title, other.homepageId, index)
    space = docs
    const search = { spaceId: other.id, search: '', chosenId: undefined, userId, limit: 9 }
    const parents = await listParentPages(database, search)
    assert.deepEqual(
      parents.map(({ title }) => title),
      ['Pick', 'z', 'y', 'x'],
    )
  })

  test('reading goes from a page to those below it, and then beside it, and back the same way', async () => {
    const book = await createSpace({ database, ids, clock }, { key: 'BOOK', name: 'Book', userId })
    space = book
    const two = await save('2', book.homepageId)
    const ten = await save('10', book.homepageId)
    const first = await save('0', book.homepageId)
    const inTwo = await save('2.1', two, 1)
    const preface = await save('2.0', two, 0)
    const deep = await save('2.1.1', inTwo)
    const gone = await save('5', book.homepageId)
    await save('5.1', gone)
    await trashPage({ database, ids, clock }, gone, 'test')
    const order = [book.homepageId, first, two, preface, inTwo, deep, ten]
    for (const [index, id] of order.entries()) {
      const { previous, next } = await findNeighbours(readerOfAll(database), {
        spaceId: book.id,
        id,
      })
      assert.deepEqual([previous?.id, next?.id], [order[index - 1], order[index + 1]], `${index}`)
    }
    const { next } = await findNeighbours(readerOfAll(database), { spaceId: book.id, id: first })
    assert.equal(next?.title, '2')
  })
})
