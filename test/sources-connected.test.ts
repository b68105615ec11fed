/** Sources of spaces in Confluence: whose pages are whose, edits there, and which pages go when a run ends. @module */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { startWikiServer, type WikiServer } from './support/delivery/wiki-server.ts'
import { started } from './support/service/started.ts'
import { send, type TestAnswer } from './support/service/test-server.ts'

for (const kind of ['cloud', 'data-center'] as const) {
  describe(`sources at ${kind}`, () => {
    const server = started(() => startWikiServer('sqlite', kind))
    let site: NonNullable<WikiServer['site']>
    before(async () => {
      site = server.site as typeof site
    })

    const sources = (): string => server.endpoint.replace(/webtrigger$/, 'sources')
    const headers = () => ({ authorization: `Bearer ${server.token}` })
    const bring = (name: string, path: string, fields = {}, run = 'one'): Promise<TestAnswer> =>
      server.post(
        { pageTitle: `${name} ${path}`, overwrite: true, source: { name, path }, ...fields },
        { 'markport-run': run },
      )
    const made = async (name: string, path: string, fields = {}, run?: string): Promise<string> => {
      const { status, json } = await bring(name, path, fields, run)
      assert.equal(status, 201, JSON.stringify(json))
      return json.page.id
    }
    const list = async (name: string) => {
      const response = await fetch(`${sources()}?spaceId=DOCS&name=${name}`, {
        headers: headers(),
      })
      return (await response.json()) as TestAnswer['json']
    }
    const close = (fields: object): Promise<TestAnswer> =>
      send(`${sources()}/close`, JSON.stringify({ spaceId: 'DOCS', ...fields }), headers())

    test('keep their pages from each other, and give them up on demand', async () => {
      const id = await made('mine', 'a.md', { pageTitle: 'Shared' })
      const shared = { pageTitle: 'Shared', content: 'other words' }
      for (const dryRun of [true, false]) {
        const { status, json } = await bring('yours', 'b.md', { ...shared, dryRun })
        assert.deepEqual([status, json.key], [400, 'belongs-to-another'], JSON.stringify(json))
      }
      assert.equal(site.page(id).versions.length, 1)
      const plain = await server.post({ ...shared, overwrite: true })
      assert.deepEqual(
        plain.json.warnings.map(({ code }: { code: string }) => code),
        ['has-source'],
      )
      const [{ edited }] = (await list('mine')).pages
      assert.equal(edited.version, 2)
      const taken = await bring('yours', 'b.md', { ...shared, content: 'taken', takeOver: true })
      assert.equal(taken.json.warnings[0].code, 'source-taken', JSON.stringify(taken.json))
      assert.equal(taken.json.warnings[0].new, true)
      assert.deepEqual((await list('mine')).pages, [])
      const [page] = (await list('yours')).pages
      assert.deepEqual([page.path, page.pageId, page.version], ['b.md', id, 3])
      assert.equal(page.edited, null)
    })

    test('tell what people edited there', async () => {
      const id = await made('edits', 'a.md', { content: 'one\n\ntwo' })
      site.humanEdit(id, 0, (text) => text.replace('one', '1'))
      const [{ edited, version }] = (await list('edits')).pages
      assert.deepEqual([edited.version, version], [2, 2])
      const url = `${sources()}/edits?spaceId=DOCS&name=edits&path=a.md`
      const json = (await (await fetch(url, { headers: headers() })).json()) as TestAnswer['json']
      assert.deepEqual([json.key, json.version, json.edits.length], ['edits', 2, 1])
      assert.equal(json.markdown, 'one\n\ntwo')
      const over = await bring('edits', 'a.md', { content: 'three' })
      assert.equal(over.json.warnings[0].code, 'edited-there')
    })

    test('lose pages without a file, but for those that must stay', async () => {
      const name = 'pruned'
      await made(name, 'there.md')
      const gone = await made(name, 'gone.md')
      const below = await made(name, 'below.md', { parentId: gone })
      const edited = await made(name, 'edited.md')
      site.humanEdit(edited, 0, (text) => `${text} by hand`)
      const discussed = await made(name, 'discussed.md')
      site.addFooterComment(discussed)
      const holder = await made(name, 'holder.md')
      await server.post({ pageTitle: 'Guest', parentId: holder })
      const closing = { name, run: 'last', paths: ['there.md'], prune: true }
      const why = { edited: 'edited', discussed: 'commented', holder: 'holds-others' }
      const dry = await close({ ...closing, dryRun: true })
      assert.equal(site.page(gone).status, 'current')
      const done = await close(closing)
      for (const { status, json } of [dry, done]) {
        assert.equal(status, 200, JSON.stringify(json))
        const ids = json.trashed.map(({ pageId }: { pageId: string }) => pageId).sort()
        assert.deepEqual(ids, [gone, below].sort())
        const kept = json.kept.map((page: { path: string; why: string }) => [page.path, page.why])
        assert.deepEqual(
          Object.fromEntries(kept),
          Object.fromEntries(Object.entries(why).map(([path, reason]) => [`${path}.md`, reason])),
        )
      }
      assert.deepEqual([site.page(gone).status, site.page(below).status], ['trashed', 'trashed'])
      assert.equal((await list(name)).pages.length, 4)
    })

    test('keep a page that is edited while the end of a run looks at its comments', async () => {
      const id = await made('meanwhile', 'a.md')
      let isEdited = false
      site.watch = ({ when, path }) => {
        if (when !== 'carried-out' || isEdited || !path.includes(`/${id}/`)) return undefined
        isEdited = true
        site.humanEdit(id, 0, (text) => `${text} by hand`)
        return undefined
      }
      const closing = { name: 'meanwhile', run: 'last', paths: ['b.md'], prune: true }
      const { json } = await close(closing)
      site.watch = () => undefined
      assert.deepEqual([isEdited, json.trashed, json.kept[0]?.why], [true, [], 'edited'])
      assert.equal(site.page(id).status, 'current')
    })

    test('have pages archived where the site can', async () => {
      const id = await made('archived', 'a.md')
      const closing = { name: 'archived', run: 'last', paths: ['b.md'], prune: 'archive' }
      const { status, json } = await close(closing)
      if (kind === 'data-center') {
        assert.equal(status, 400)
        assert.match(json.body, /^Error: prune /)
      } else {
        assert.deepEqual([status, site.page(id).status], [200, 'archived'])
      }
    })
  })
}
