import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { type Principal, readerAs, readerOfAll } from '../src/accounts/reader.ts'
import { sql } from '../src/store/sql.ts'
import { changeJson, listNewestChanges } from '../src/wiki/import/changes/list-changes.ts'
import { renameSpace } from '../src/wiki/store/create-space.ts'
import { purgesOf } from '../src/wiki/store/purging/purges.ts'
import { restorePage, trashPage } from '../src/wiki/store/trash-page.ts'
import { assertEach } from './support/base/assert-each.ts'
import { testHostApi } from './support/service/test-host-api.ts'
import { forEachEngine } from './support/store/test-engines.ts'

interface ToldChange {
  readonly id: string
  readonly type: string
  readonly at: string
  readonly pageId?: string
  readonly title?: string
  readonly version?: { readonly number: number }
  readonly authorName?: string
  readonly via: string
  readonly token?: string
  readonly commit?: object
  readonly source?: object
  readonly url?: string
}

forEachEngine((_, engine) => {
  describe('changes', () => {
    const api = testHostApi(engine, { readers: 'users' })

    const readAll = async ({
      readableBy,
      ...choice
    }: {
      spaceIds?: readonly string[]
      readableBy?: Principal
    } = {}): Promise<ToldChange[]> => {
      const { database, url } = api.server
      const reader = readableBy ? readerAs(database, readableBy) : readerOfAll(database)
      const changes = await listNewestChanges(reader, { ...choice, limit: 1_000 })
      return changes.toReversed().map((change) => changeJson(change, url) as unknown as ToldChange)
    }
    const ofPage = async (pageId: string): Promise<ToldChange[]> =>
      (await readAll()).filter((change) => change.pageId === pageId)
    const typesOf = async (pageId: string): Promise<string[]> =>
      (await ofPage(pageId)).map(({ type }) => type)

    test('tell of every version, of another title and of other labels, and of nothing twice', async () => {
      const first = { pageTitle: 'Told', content: 'one', labels: ['a'] }
      const { json } = await api.server.post(first)
      const { id } = json.page
      await api.server.post({ ...first, overwrite: true })
      await api.server.post({ ...first, content: 'two', overwrite: true })
      await api.server.post({ pageId: id, pageTitle: 'Told anew', content: 'two', overwrite: true })
      await api.server.post({ pageTitle: 'Told anew', content: 'two', labels: [], overwrite: true })
      await api.server.post({ pageTitle: 'Told anew', content: 'three' })
      const told = await ofPage(id)
      assert.deepEqual(
        told.map(({ type, version }) => `${type} ${version?.number}`),
        [
          'page.created 1',
          'page.updated 2',
          'page.updated 3',
          'page.renamed 3',
          'page.updated 4',
          'page.labelled 4',
        ],
      )
      const [created] = told
      assert.equal(created?.via, 'import')
      assert.equal(created?.token, 'first-token')
      assert.equal(created?.authorName, 'admin')
      assert.equal(created?.title, 'Told anew')
      assert.equal(created?.url, `${api.server.url}/wiki/spaces/DOCS/pages/${id}`)
      assert.ok(!JSON.stringify(told).includes('three'))
    })

    test('tell the commit of a version, and the file of its page', async () => {
      const file = { name: 'docs', path: 'a.md', url: 'https://example.org/a.md' }
      const source = { ...file, commit: '0123', author: 'Ada', message: 'Say more\nAt length' }
      const { json } = await api.server.post({ pageTitle: 'Of a commit', content: 'x', source })
      await api.server.post({
        pageTitle: 'Of a commit',
        content: 'x',
        position: 3,
        overwrite: true,
      })
      const [created, moved] = await ofPage(json.page.id)
      const commit = { id: '0123', author: 'Ada', message: 'Say more' }
      assert.deepEqual([created?.commit, created?.source], [commit, file])
      assert.deepEqual([moved?.commit, moved?.source], [undefined, file])
    })

    test('tell of moves, which make no version', async () => {
      const { page } = (await api.server.post({ pageTitle: 'Moves', content: 'x' })).json
      const { page: below } = (await api.server.post({ pageTitle: 'Holds', content: 'x' })).json
      const again = { pageTitle: 'Moves', content: 'x', overwrite: true }
      await api.server.post({ ...again, position: 7 })
      await api.server.post({ ...again, position: 7 })
      await api.server.post({ ...again, pageId: page.id, parentId: below.id })
      const told = await ofPage(page.id)
      const types = told.map(({ type, version }) => `${type} ${version?.number}`)
      assert.deepEqual(types, ['page.created 1', ...Array(2).fill('page.moved 1')])
    })

    test('tell of a move with the version that came with it', async () => {
      const parentId = await api.create('Written above')
      const id = await api.create('Written')
      const next = { pageId: id, pageTitle: 'Written', content: 'anew', overwrite: true, parentId }
      await api.server.save(next)
      const told = await ofPage(id)
      assertEach(
        told,
        ({ type, via, token }) => `${type} ${via} ${token}`,
        ['created', 'moved', 'updated'].map((word) => `page.${word} import first-token`),
      )
    })

    test('tell of each page that goes into the trash with another, comes back, or goes for good', async () => {
      const top = await api.create('Top')
      const child = await api.create('Child', { parentId: top })
      await trashPage(api.server, top, 'test')
      await restorePage(api.server, top, 'test')
      for (const id of [top, child]) {
        assert.deepEqual(await typesOf(id), ['page.created', 'page.trashed', 'page.restored'])
      }
      const next = { pageTitle: 'Child', content: 'anew', overwrite: true, parentId: top }
      await api.server.save(next)
      const purges = purgesOf(api.server)
      await purges.version({ pageId: Number(child), number: 1 }, 'test')
      await purges.page(top, { withPagesBelow: true, purgedBy: 'test' })
      const told = await ofPage(child)
      assertEach(told.slice(3), ({ type }) => type, [
        'page.updated',
        'version.purged',
        'page.purged',
      ])
      assert.ok(told.every(({ title, url }) => title === undefined && url === undefined))
    })

    test('tell of spaces, until they are gone', async () => {
      const space = await api.server.createSpace('ROOM')
      await renameSpace(api.server, 'ROOM', 'Other room', 'test')
      const told = await readAll({ spaceIds: [space.id] })
      assertEach(
        told,
        ({ type, via }) => `${type} ${via}`,
        ['space.created', 'page.created', 'space.renamed'].map((type) => `${type} command`),
      )
      await purgesOf(api.server).space(space.id, 'test')
      assert.deepEqual(await readAll({ spaceIds: [space.id] }), [])
    })

    test('are told to those who may read the space, as far as their token goes', async () => {
      const other = await api.server.createSpace('OTHER')
      const reader = await api.server.createUser('reader')
      const make = async (name: string, owner: string, spaces?: string[]): Promise<string> =>
        `Bearer ${(await api.server.createHostToken(name, { owner, spaces })).token}`
      const [mine, kept] = [await make('mine', 'reader'), await make('kept', 'admin', ['OTHER'])]
      const feed = async (authorization: string): Promise<string> =>
        (await fetch(`${api.server.url}/wiki/feed.atom`, { headers: { authorization } })).text()
      assert.deepEqual(await readAll({ readableBy: { userId: reader.id } }), [])
      assert.ok(!(await feed(mine)).includes('<entry>'))
      assert.ok((await feed(kept)).includes('<title>Space OTHER</title>'))
      assert.ok(!(await feed(kept)).includes('<title>Written above</title>'))
      assert.ok((await feed(`Bearer ${api.token}`)).includes('<title>Written above</title>'))
      const [admin] = await api.server.database.read<{ id: number }>(
        sql`select id from users where name = 'admin'`,
      )
      const narrowed = { userId: admin?.id ?? 0, spaceIds: [Number(other.id)] }
      const ofOther = await readAll({ readableBy: narrowed })
      assert.deepEqual([...new Set(ofOther.map(({ id }) => id.split('-')[0]))], [other.id])
      await api.server.grant(reader, api.server.space, 'read')
      assert.ok((await readAll({ readableBy: { userId: reader.id } })).length > 10)
    })
  })
})

test('docs/api.md tells of every type of changes', () => {
  const docs = readFileSync('docs/api.md', 'utf8')
  const [, table = ''] = /\n\| Type \| What happened \|\n((?:\|.*\n)*)/.exec(docs) ?? []
  const told = Array.from(table.matchAll(/`((?:page|version|space)\.\w+)`/g), ([, type]) => type)
  const file = readFileSync('src/wiki/import/changes/list-changes.ts', 'utf8')
  const types = Array.from(file.matchAll(/^ {2}\| '(\w+\.\w+)'$/gm), ([, type]) => type)
  assert.deepEqual([...new Set(told)].sort(), types.sort())
})
