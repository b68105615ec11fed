/** Spaces and pages of the embedded wiki: read, edit, trash and restore. @module */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { byApi, testDocument } from '../../../test/support/service/test-workers.ts'
import { forEachEngine } from '../../../test/support/store/test-engines.ts'
import { firstAdministrator, initializeStore } from '../../auth/initialize-store.ts'
import { passwords } from '../../auth/passwords/passwords.ts'
import { users } from '../../auth/users.ts'
import type { Database } from '../../database/database.ts'
import { type IdAllocator, idAllocator } from '../../database/ids.ts'
import { sql } from '../../database/sql.ts'
import type { StorableDocument } from '../../importing/prepared-document.ts'
import {
  findSpace,
  type ListedSpace,
  listSpaces,
  listSpacesInOrder,
} from '../../importing/spaces.ts'
import type { Space } from '../../importing/target-wiki.ts'
import { createSpace } from './create-space.ts'
import { listChildren, listPages } from './list-pages.ts'
import { unpackHere } from './packing/unpack-version.ts'
import { findPage, listAncestors, listVersions } from './pages.ts'
import { createPage, type EditResult, updatePage } from './saving/edit-page.ts'
import { restorePage, trashPage } from './trash-page.ts'
import {
  countPagesBelow,
  findPageInPlace,
  findTrashedPage,
  listTrashedPages,
  type TrashedPage,
} from './trashed-pages.ts'

const clock = (): Date => new Date()
const adf = JSON.stringify({ version: 1, type: 'doc', content: [{ type: 'paragraph' }] })

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

  const titled = (title: string): { title: string; document: StorableDocument } => ({
    title,
    document: testDocument(title, adf, database.engine),
  })
  const create = async (parentId = space.homepageId, title = ''): Promise<string> => {
    count += 1
    const input = { spaceId: space.id, parentId, ...titled(title || `Page ${count}`), userId }
    const result = await createPage(database, ids, { ...input, now: clock(), actor: byApi })
    assert.equal(result.outcome, 'saved')
    return (result as { pageId: string }).pageId
  }
  const edit = (pageId: string, version: number, changes: object = {}): Promise<EditResult> =>
    updatePage(database, ids, {
      spaceId: space.id,
      pageId,
      parentId: space.homepageId,
      ...titled(`Edited ${pageId}`),
      userId,
      now: clock(),
      actor: byApi,
      version,
      message: 'why',
      ...changes,
    })
  const listed = (one: Space): ListedSpace => ({ ...one, importParentId: one.homepageId })
  const statusOf = async (id: string): Promise<string | undefined> =>
    (await findPage(database, id))?.status
  const dependencies = (): { database: Database; ids: IdAllocator; clock: () => Date } => ({
    database,
    ids,
    clock,
  })

  test('a space is found by id and by key, and has a homepage', async () => {
    assert.deepEqual(await findSpace(database, space.id), listed(space))
    assert.deepEqual(await findSpace(database, 'docs'), listed(space))
    const homepage = await findPage(database, space.homepageId)
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
    assert.deepEqual(await listSpaces(database, { readableBy: { userId } }), [listed(space)])
    assert.deepEqual(await listSpaces(database, { readableBy: { userId: 999_999 } }), [])
    assert.equal(
      await findPage(database, space.homepageId, { readableBy: { userId: 999_999 } }),
      undefined,
    )
  })

  test('spaces are listed by id, a part at a time, and chosen by key and id', async () => {
    const second = await createSpace(database, ids, clock, { key: 'Atlas', name: 'Second', userId })
    assert.deepEqual(await listSpacesInOrder(database, { limit: 1 }), [listed(space)])
    assert.deepEqual(await listSpacesInOrder(database, { after: { id: space.id }, limit: 9 }), [
      listed(second),
    ])
    const keys = ['ATLAS', 'none', '\0']
    assert.deepEqual(await listSpacesInOrder(database, { keys, limit: 9 }), [listed(second)])
    assert.deepEqual(await listSpacesInOrder(database, { ids: [space.id, '0'], limit: 9 }), [
      listed(space),
    ])
    assert.deepEqual(
      await listSpacesInOrder(database, { readableBy: { userId: 999_999 }, limit: 9 }),
      [],
    )
    assert.equal(
      await findSpace(database, second.id, { readableBy: { userId: 999_999 } }),
      undefined,
    )
  })

  test('pages are listed by id, a part at a time', async () => {
    const parentId = await create()
    const made = [await create(parentId), await create(parentId), await create(parentId)]
    const part = { spaceId: space.id, parentId, limit: 2 }
    const first = await listChildren(database, part)
    const rest = await listChildren(database, { ...part, after: { id: first[1]?.id ?? '' } })
    assert.deepEqual(
      [...first, ...rest].map(({ id }) => id),
      made,
    )
  })

  test('pages are found by title and by ids', async () => {
    const id = await create(space.homepageId, 'Cafe\u0301')
    const byTitle = await listPages(database, { title: 'Caf\u00e9', limit: 9 })
    assert.deepEqual(
      byTitle.map((page) => page.id),
      [id],
    )
    assert.deepEqual(
      (await listPages(database, { ids: [id, '1'], limit: 9 })).map((p) => p.id),
      [id],
    )
    assert.deepEqual(await listPages(database, { ids: [], limit: 9 }), [])
  })

  test('the pages above are listed from the top', async () => {
    const parentId = await create()
    const page = await findPage(database, await create(parentId))
    assert.ok(page)
    assert.deepEqual(
      (await listAncestors(database, page)).map(({ id }) => id),
      [space.homepageId, parentId],
    )
  })

  test('an edit makes the next version, and a stale one is refused', async () => {
    const id = await create()
    assert.equal((await edit(id, 2)).outcome, 'saved')
    assert.deepEqual(await edit(id, 2), { outcome: 'conflict', currentVersion: 2 })
    assert.deepEqual(await edit(id, 4), { outcome: 'conflict', currentVersion: 2 })
    const page = await findPage(database, id)
    assert.equal(page?.version.number, 2)
    assert.equal(page?.version.message, 'why')
    assert.match(
      (await findPage(database, id, { version: 1, unpack: unpackHere }))?.title ?? '',
      /^Page/,
    )
  })

  test('versions are listed newest first, a part at a time', async () => {
    const pageId = await create()
    for (const version of [2, 3, 4]) await edit(pageId, version)
    const page = { id: pageId, spaceId: space.id }
    const first = await listVersions(database, page, { limit: 3 })
    const rest = await listVersions(database, page, { before: 2, limit: 3 })
    assert.deepEqual(
      [...first, ...rest].map(({ number, message, authorName }) => [number, message, authorName]),
      [
        [4, 'why', firstAdministrator],
        [3, 'why', firstAdministrator],
        [2, 'why', firstAdministrator],
        [1, '', firstAdministrator],
      ],
    )
  })

  test('an edit cannot take the title of a sibling, nor stand below itself', async () => {
    const [first, second] = [await create(), await create()]
    const title = (await findPage(database, first))?.title
    assert.deepEqual(await edit(second, 2, { title }), { outcome: 'already-exists' })
    const child = await create(first)
    assert.deepEqual(await edit(first, 2, { parentId: child }), { outcome: 'not-found' })
    assert.deepEqual(await edit(first, 2, { parentId: first }), { outcome: 'not-found' })
    assert.equal((await findPage(database, first))?.version.number, 1)
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
    const below = async (parentId: string, title: string): Promise<string> => {
      const input = {
        spaceId: of.id,
        parentId,
        ...titled(title),
        userId,
        now: clock(),
        actor: byApi,
      }
      return ((await createPage(database, ids, input)) as { pageId: string }).pageId
    }
    const top = await below(of.homepageId, 'Top')
    const child = await below(top, 'Child')
    await below(child, 'Grandchild')
    const other = await below(top, 'Other')
    assert.equal(await countPagesBelow(database, { spaceId: of.id, id: top }), 3)
    await trashPage(dependencies(), other, 'admin')
    await trashPage(dependencies(), top, 'admin')
    const list = (part: object): Promise<TrashedPage[]> =>
      listTrashedPages(database, { spaceId: of.id, limit: 10, ...part })
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
    assert.deepEqual(await findTrashedPage(database, { spaceId: of.id, id: top }), ofTop)
    assert.equal(await findTrashedPage(database, { spaceId: of.id, id: child }), undefined)
    assert.equal(await findTrashedPage(database, { spaceId: space.id, id: top }), undefined)
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
        ['admin', 'page-write', { version: 1, via: 'api', token: 'robot' }],
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
    assert.equal(await findPageInPlace(database, place), other)
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
      const input = { spaceId: space.id, parentId, userId, now: clock(), actor: byApi }
      await Promise.all([
        ...Array.from({ length: 5 }, (_, index) =>
          createPage(database, ids, { ...input, ...titled(`Race ${index}`) }),
        ),
        trashPage(dependencies(), parentId, 'admin'),
      ])
      assert.deepEqual(await listChildren(database, { spaceId: space.id, parentId, limit: 9 }), [])
    }
  })

  test('one of many creations of a title at once makes the page', async () => {
    const parentId = await create()
    const input = {
      spaceId: space.id,
      parentId,
      ...titled('Contested'),
      userId,
      now: clock(),
      actor: byApi,
    }
    const results = await Promise.all(
      Array.from({ length: 8 }, () => createPage(database, ids, input)),
    )
    const outcomes = results.map(({ outcome }) => outcome).sort()
    assert.deepEqual(outcomes, [...Array.from({ length: 7 }, () => 'already-exists'), 'saved'])
    assert.equal(
      (await listChildren(database, { spaceId: space.id, parentId, limit: 9 })).length,
      1,
    )
  })

  test('one of many edits to the same version is saved', async () => {
    const pageId = await create()
    const results = await Promise.all(Array.from({ length: 8 }, () => edit(pageId, 2)))
    const outcomes = results.map(({ outcome }) => outcome).sort()
    assert.deepEqual(outcomes, [...Array.from({ length: 7 }, () => 'conflict'), 'saved'])
  })

  test('two moves at once never put two pages below each other', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [first, second] = [await create(), await create()]
      const results = await Promise.all([
        edit(first, 2, { parentId: second }),
        edit(second, 2, { parentId: first }),
      ])
      assert.deepEqual(results.map(({ outcome }) => outcome).sort(), ['not-found', 'saved'])
    }
  })

  test('a page moved under one that is going to the trash goes along or stays away', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [parentId, moved] = [await create(), await create()]
      await Promise.all([
        edit(moved, 2, { parentId }),
        trashPage(dependencies(), parentId, 'admin'),
      ])
      assert.deepEqual(await listChildren(database, { spaceId: space.id, parentId, limit: 9 }), [])
    }
  })
})
