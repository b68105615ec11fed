/** Spaces and pages of the embedded wiki: read, edit, trash and restore. @module */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  createTestPage,
  savePage,
  updateTestPage,
} from '../../../test/support/store/save-test-page.ts'
import { forEachEngine } from '../../../test/support/store/test-engines.ts'
import { firstAdministrator, initializeStore } from '../../auth/initialize-store.ts'
import { passwords } from '../../auth/passwords/passwords.ts'
import { type Reader, readerAs, readerOfAll } from '../../auth/reader.ts'
import { users } from '../../auth/users.ts'
import type { Database } from '../../database/database.ts'
import { type IdAllocator, idAllocator } from '../../database/ids.ts'
import { sql } from '../../database/sql.ts'
import {
  findReadableSpace,
  findSpace,
  type ListedSpace,
  listReadableSpaces,
  listSpacesById,
} from '../../importing/spaces.ts'
import type { Space } from '../../importing/target-wiki.ts'
import { createSpace } from '../store/create-space.ts'
import { restorePage, trashPage } from '../store/trash-page.ts'
import { findPage, findPageHere, listVersions } from './find-page.ts'
import { listPages } from './list-pages.ts'
import { type ChildPage, listAncestors, listChildren } from './pages-around.ts'
import {
  countPagesBelow,
  findPageInPlace,
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
  const stranger = (): Reader => readerAs(database, { userId: 999_999 })
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

  test('users see the spaces that they were given access to', async () => {
    assert.deepEqual(await listReadableSpaces(readerAs(database, { userId }), {}), [listed(space)])
    assert.deepEqual(await listReadableSpaces(stranger(), {}), [])
    assert.equal(await findPage(stranger(), space.homepageId), undefined)
  })

  test('spaces are listed by id, a part at a time, and chosen by key and id', async () => {
    const second = await createSpace(database, ids, clock, { key: 'Atlas', name: 'Second', userId })
    assert.deepEqual(await listSpacesById(readerOfAll(database), { limit: 1 }), [listed(space)])
    assert.deepEqual(await listSpacesById(readerOfAll(database), { after: space.id, limit: 9 }), [
      listed(second),
    ])
    const keys = ['ATLAS', 'none', '\0']
    assert.deepEqual(await listSpacesById(readerOfAll(database), { keys, limit: 9 }), [
      listed(second),
    ])
    assert.deepEqual(
      await listSpacesById(readerOfAll(database), { ids: [space.id, '0'], limit: 9 }),
      [listed(space)],
    )
    assert.deepEqual(await listSpacesById(stranger(), { limit: 9 }), [])
    assert.equal(await findReadableSpace(stranger(), second.id), undefined)
  })

  test('pages are listed by id, a part at a time', async () => {
    const parentId = await create()
    const made = [await create(parentId), await create(parentId), await create(parentId)]
    const list = (after?: string) => childrenOf(parentId, { after, limit: 2 })
    const first = await list()
    const rest = await list(first[1]?.id)
    assert.deepEqual(
      [...first, ...rest].map(({ id }) => id),
      made,
    )
  })

  test('pages are found by title and by ids', async () => {
    const id = await create(space.homepageId, 'Cafe\u0301')
    const byTitle = await listPages(readerOfAll(database), { title: 'Caf\u00e9', limit: 9 })
    assert.deepEqual(
      byTitle.map((page) => page.id),
      [id],
    )
    assert.deepEqual(
      (await listPages(readerOfAll(database), { ids: [id, '1'], limit: 9 })).map((p) => p.id),
      [id],
    )
    assert.deepEqual(await listPages(readerOfAll(database), { ids: [], limit: 9 }), [])
  })

  test('the pages above are listed from the top', async () => {
    const parentId = await create()
    const page = await findPageHere(readerOfAll(database), await create(parentId))
    assert.ok(page)
    assert.deepEqual(
      (await listAncestors(readerOfAll(database), page)).map(({ id }) => id),
      [space.homepageId, parentId],
    )
  })

  test('an update makes the next version, and a stale one is refused', async () => {
    const id = await create()
    assert.equal(await update(id, { version: 1 }), 'updated')
    assert.equal(await update(id, { version: 1 }), 'precondition-failed')
    assert.equal((await findPageHere(readerOfAll(database), id))?.version.number, 2)
    assert.match(
      (await findPageHere(readerOfAll(database), id, { version: 1 }))?.title ?? '',
      /^Page/,
    )
  })

  test('versions are listed newest first, a part at a time', async () => {
    const pageId = await create()
    for (let version = 1; version < 4; version += 1) await update(pageId)
    const page = { id: pageId, spaceId: space.id }
    const first = await listVersions(readerOfAll(database), page, { limit: 3 })
    const rest = await listVersions(readerOfAll(database), page, { before: 2, limit: 3 })
    assert.deepEqual(
      [...first, ...rest].map(({ number, authorName }) => [number, authorName]),
      [4, 3, 2, 1].map((number) => [number, firstAdministrator]),
    )
  })

  test('an update cannot take the title of a sibling, nor stand below itself', async () => {
    const [first, second] = [await create(), await create()]
    const title = (await findPageHere(readerOfAll(database), first))?.title ?? ''
    assert.equal(await update(second, { title }), 'title-taken')
    const child = await create(first)
    assert.equal(await update(first, { parentId: child }), 'below-itself')
    assert.equal((await findPageHere(readerOfAll(database), first))?.version.number, 1)
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

  test('trash and restore are on record, with who did it and how many pages went', async () => {
    const pageId = await create()
    await create(pageId)
    await trashPage(dependencies(), pageId, 'first')
    await restorePage(dependencies(), pageId, 'second')
    const records = await database.read<{ actor: string; action: string; detail: string }>(sql`
      select actor, action, detail from audit_records where subject = ${pageId} order by id`)
    assert.deepEqual(
      records.map(({ actor, action, detail }) => [actor, action, JSON.parse(detail)]),
      [
        ['first', 'page-trash', { pages: 2 }],
        ['second', 'page-restore', { pages: 2 }],
      ],
    )
  })

  test('a trashed page frees its title, and does not come back over another', async () => {
    const id = await create(space.homepageId, 'Wanted')
    await trashPage(dependencies(), id, 'admin')
    const other = await create(space.homepageId, 'Wanted')
    await assert.rejects(restorePage(dependencies(), id, 'admin'), {
      key: 'already-exists',
      message: /has its title and its place/,
    })
    assert.equal(await statusOf(id), 'trashed')
    const place = { spaceId: space.id, parentId: space.homepageId, title: 'Wanted' }
    assert.equal(await findPageInPlace(readerOfAll(database), place), other)
  })

  test('a homepage stays', async () => {
    await assert.rejects(trashPage(dependencies(), space.homepageId, 'admin'), {
      key: 'bad-request',
      message: /homepage cannot be trashed/,
    })
  })

  test('no page is left under a trashed one, however both happen at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const parentId = await create()
      const page = { spaceId: space.id, parentId, userId }
      await Promise.all([
        ...Array.from({ length: 5 }, (_, index) =>
          savePage(database, ids, { ...page, title: `Race ${index}` }),
        ),
        trashPage(dependencies(), parentId, 'admin'),
      ])
      assert.deepEqual(await childrenOf(parentId), [])
    }
  })

  test('one of many creations of a title at once makes the page', async () => {
    const parentId = await create()
    const page = { spaceId: space.id, parentId, title: 'Contested', userId, overwrite: false }
    const results = await Promise.all(
      Array.from({ length: 8 }, () => savePage(database, ids, page)),
    )
    const outcomes = results.map(({ outcome }) => outcome).sort()
    assert.deepEqual(outcomes, [...Array.from({ length: 7 }, () => 'already-exists'), 'created'])
    assert.equal((await childrenOf(parentId)).length, 1)
  })

  test('one of many updates of the same version is saved', async () => {
    const pageId = await create()
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => update(pageId, { version: 1 })),
    )
    const refused = Array.from({ length: 7 }, () => 'precondition-failed')
    assert.deepEqual(outcomes.sort(), [...refused, 'updated'])
  })

  test('two moves at once never put two pages below each other', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [first, second] = [await create(), await create()]
      const outcomes = await Promise.all([
        update(first, { parentId: second }),
        update(second, { parentId: first }),
      ])
      assert.deepEqual(outcomes.sort(), ['below-itself', 'updated'])
    }
  })

  test('a page moved under one that is going to the trash goes along or stays away', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [parentId, moved] = [await create(), await create()]
      await Promise.all([update(moved, { parentId }), trashPage(dependencies(), parentId, 'admin')])
      assert.deepEqual(await childrenOf(parentId), [])
    }
  })
})
