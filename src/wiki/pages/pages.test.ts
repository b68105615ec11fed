/** Spaces and pages of the embedded wiki: read, edit, trash and restore. @module */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createTestPage, updateTestPage } from '../../../test/support/store/save-test-page.ts'
import { forEachEngine } from '../../../test/support/store/test-engines.ts'
import { firstAdministrator, initializeStore } from '../../accounts/initialize-store.ts'
import { passwords } from '../../accounts/passwords/passwords.ts'
import { readerOfAll } from '../../accounts/reader.ts'
import { users } from '../../accounts/users.ts'
import type { Database } from '../../store/database.ts'
import { type IdAllocator, idAllocator } from '../../store/ids.ts'
import { findSpace, type ListedSpace } from '../import/spaces.ts'
import type { Space } from '../import/target-wiki.ts'
import { createSpace } from '../store/create-space.ts'
import { restorePage, trashPage } from '../store/trash-page.ts'
import { findPageHere } from './find-page.ts'
import { type ChildPage, listChildren } from './pages-around.ts'
import {
  countPagesBelow,
  findTrashedPage,
  listTrashedPages,
  type TrashedPage,
} from './trashed-pages.ts'

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

  const create = (parentId = space.homepageId, title = ''): Promise<string> => {
    count += 1
    const page = { spaceId: space.id, parentId, title: title || `Page ${count}`, userId }
    return createTestPage(database, ids, page)
  }
  const update = async (
    pageId: string,
    changes: { version?: number; title?: string; parentId?: string } = {},
  ): Promise<string> => {
    const { version, title = `Edited ${pageId}`, parentId = space.homepageId } = changes
    const page = { spaceId: space.id, parentId, title, userId, pageId }
    const saved = await updateTestPage(database, ids, { ...page, ...(version && { version }) })
    return saved.outcome
  }
  const listed = (one: Space): ListedSpace => ({
    ...one,
    importParentId: one.homepageId,
    edits: 'overwrite-imported',
  })
  const childrenOf = async (id: string, part = {}): Promise<readonly ChildPage[]> =>
    (await listChildren(readerOfAll(database), { id, spaceId: space.id }, part)).pages
  const statusOf = async (id: string): Promise<string | undefined> =>
    (await findPageHere(readerOfAll(database), id))?.status
  const dependencies = (): { database: Database; ids: IdAllocator; clock: () => Date } => ({
    database,
    ids,
    clock,
  })

  test('a space is found by id and by key, and has a homepage', async () => {
    assert.deepEqual(await findSpace(database, space.id), listed(space))
    assert.deepEqual(await findSpace(database, 'docs'), listed(space))
    const homepage = await findPageHere(readerOfAll(database), space.homepageId)
    assert.equal(homepage?.title, 'Docs')
    assert.equal(homepage?.parentId, undefined)
  })

  test('a key is taken once, whatever its case', async () => {
    await assert.rejects(createSpace(database, ids, clock, { key: 'Docs', name: 'x', userId }), {
      key: 'already-exists',
      message: 'A space with the key Docs already exists. Choose another key.',
    })
  })

  test('bad keys and names of spaces are refused', async () => {
    for (const key of ['', '1A', 'A-B', 'A'.repeat(256), 'Ä', '__proto__']) {
      const wanted = { key: 'bad-request', message: /^key must be a letter/ }
      await assert.rejects(createSpace(database, ids, clock, { key, name: 'x', userId }), wanted)
    }
    for (const name of ['', ' ', 'x'.repeat(201), 'a\nb', 'a\u0085', '\u200b']) {
      const wanted = { key: 'bad-request', message: /^name must/ }
      await assert.rejects(createSpace(database, ids, clock, { key: 'NEW', name, userId }), wanted)
    }
  })

  test('a page goes to the trash and comes back with what went along', async () => {
    const top = await create()
    const child = await create(top)
    const grandchild = await create(child)
    assert.equal(await trashPage(dependencies(), grandchild, 'admin'), 1)
    assert.equal(await trashPage(dependencies(), top, 'admin'), 2)
    assert.equal(await statusOf(child), 'trashed')
    await assert.rejects(restorePage(dependencies(), grandchild, 'admin'), {
      key: 'bad-request',
      message: /is in the trash\. Restore that one first\.$/,
    })
    await assert.rejects(restorePage(dependencies(), child, 'admin'), { key: 'not-found' })
    assert.equal(await restorePage(dependencies(), top, 'admin'), 2)
    assert.equal(await statusOf(child), 'current')
    assert.equal(await statusOf(grandchild), 'trashed')
  })

  test('the trash lists what was put there, the newest page first, and how many went along', async () => {
    const of = await createSpace(database, ids, clock, { key: 'BIN', name: 'Bin', userId })
    const below = (parentId: string, title: string): Promise<string> =>
      createTestPage(database, ids, { spaceId: of.id, parentId, title, userId })
    const top = await below(of.homepageId, 'Top')
    const child = await below(top, 'Child')
    await below(child, 'Grandchild')
    const other = await below(top, 'Other')
    assert.equal(await countPagesBelow(readerOfAll(database), { spaceId: of.id, id: top }), 3)
    await trashPage(dependencies(), other, 'admin')
    await trashPage(dependencies(), top, 'admin')
    const list = (part: object): Promise<TrashedPage[]> =>
      listTrashedPages(readerOfAll(database), { spaceId: of.id, limit: 10, ...part })
    const ofOther = { id: other, title: 'Other', parentId: top, parentTitle: 'Top', pages: 1 }
    const ofTop = {
      id: top,
      title: 'Top',
      parentId: of.homepageId,
      parentTitle: 'Bin',
      pages: 3,
    }
    assert.deepEqual(await list({}), [ofOther, ofTop])
    assert.deepEqual(await list({ limit: 1 }), [ofOther])
    assert.deepEqual(await list({ after: other }), [ofTop])
    assert.deepEqual(
      await findTrashedPage(readerOfAll(database), { spaceId: of.id, id: top }),
      ofTop,
    )
    assert.equal(
      await findTrashedPage(readerOfAll(database), { spaceId: of.id, id: child }),
      undefined,
    )
    assert.equal(
      await findTrashedPage(readerOfAll(database), { spaceId: space.id, id: top }),
      undefined,
    )
    await assert.rejects(restorePage(dependencies(), other, 'admin'), {
      message: `It stood below “Top” (${top}), which is in the trash. Restore that one first.`,
    })
  })

  test('a homepage stays', async () => {
    await assert.rejects(trashPage(dependencies(), space.homepageId, 'admin'), {
      key: 'bad-request',
      message: /homepage cannot be trashed/,
    })
  })

  test('a page moved under one that is going to the trash goes along or stays away', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [parentId, moved] = [await create(), await create()]
      await Promise.all([update(moved, { parentId }), trashPage(dependencies(), parentId, 'admin')])
      assert.deepEqual(await childrenOf(parentId), [])
    }
  })
})
