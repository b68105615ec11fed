/** Sitemaps of a space that has more pages than one of them may name, on both engines. @module */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from '../src/database/sql.ts'
import type { Space } from '../src/importing/target-wiki.ts'
import { startTestHostApi, type TestHostApi } from './support/service/test-host-api.ts'
import { forEachEngine } from './support/store/test-engines.ts'
import { runStatement } from './support/store/test-transactions.ts'

/** The limit of the sitemap protocol. */
const mostOfMap = 50_000
const atOnce = 2_500

forEachEngine((_, engine) => {
  describe('a sitemap', () => {
    let api: TestHostApi
    let large: Space

    before(async () => {
      api = await startTestHostApi(engine, { readers: 'users' })
      large = await api.server.createSpace('LARGE')
      const [space, homepage] = [Number(large.id), Number(large.homepageId)]
      // One more than a map holds; in batches, because transactions time out.
      for (let first = 1; first < mostOfMap; first += atOnce) {
        const statement = sql`
          with recursive numbers (n) as (
            select cast(${first} as bigint) union all select n + 1 from numbers where n + 1 < ${first + atOnce})
          insert into pages (space_id, id, parent_id, title, title_key, status, version, content_hash,
            author_id, created_at, updated_at)
          select space_id, 900000000000000 + n, ${homepage}, 'Page ' || n, 'page ' || n, 'current', 1,
            '', author_id, created_at, updated_at + n
          from pages, numbers where space_id = ${space} and id = ${homepage}`
        await api.server.database.write(runStatement, { statement })
      }
    })
    after(() => api.stop())

    const read = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await fetch(api.server.url + path, {
        headers: { authorization: `Bearer ${api.token}`, ...headers },
        redirect: 'manual',
      })
      return { status: answer.status, etag: answer.headers.get('etag'), text: await answer.text() }
    }
    const locations = (text: string): string[] =>
      Array.from(text.matchAll(/<loc>(.+?)<\/loc>/g), ([, address = '']) => address)

    test('of the wiki names the parts of each space, which name each page once', async () => {
      const { url } = api.server
      const index = await read('/sitemap.xml')
      assert.equal(index.status, 200)
      const map = (key: string): string => `${url}/wiki/spaces/${key}/sitemap.xml`
      const parts = [map('LARGE'), `${map('LARGE')}?part=2`]
      assert.deepEqual(locations(index.text), [map('DOCS'), ...parts])
      const found: string[] = []
      for (const address of parts) {
        const { status, text } = await read(address.slice(url.length))
        assert.equal(status, 200)
        assert.match(text, /^<\?xml [^\n]+\n<urlset xmlns="[^"]+">\n<url><loc>/)
        assert.ok(text.endsWith('</url>\n</urlset>\n'))
        assert.match(text, /<lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/)
        const named = locations(text)
        assert.ok(named.length <= mostOfMap)
        found.push(...named)
      }
      assert.equal(new Set(found).size, mostOfMap + 1)
      assert.equal(found[0], `${url}/wiki/spaces/LARGE/pages/${large.homepageId}`)
    })

    test('has a tag for each part, another one once a page of it has changed', async () => {
      const path = '/wiki/spaces/LARGE/sitemap.xml'
      const first = await read(path)
      const [again, second] = [{ 'if-none-match': first.etag ?? '' }, await read(`${path}?part=2`)]
      assert.notEqual(second.etag, first.etag)
      assert.equal((await read(path, again)).status, 304)
      const statement = sql`update pages set updated_at = updated_at + 1000
        where id = ${Number(large.homepageId)}`
      await api.server.database.write(runStatement, { statement })
      assert.equal((await read(path, again)).status, 200)
      assert.equal((await read(`${path}?part=2`)).etag, second.etag)
    })

    test('has no other parts, and refuses what is none', async () => {
      const path = '/wiki/spaces/LARGE/sitemap.xml'
      for (const [part, status] of [
        ['3', 404],
        ['0', 400],
        ['-1', 400],
        ['x', 400],
        ['', 400],
      ] as const) {
        const answer = await read(`${path}?part=${part}`)
        assert.equal(answer.status, status, part)
        assert.match(answer.text, status === 404 ? /has no part 3/ : /part must be a whole number/)
      }
      assert.equal((await read('/wiki/spaces/DOCS/sitemap.xml?part=2')).status, 404)
    })

    test('is not there for whoever may not read, in any part', async () => {
      await api.server.createUser('stranger')
      const { token } = await api.server.createHostToken('of-stranger', { owner: 'stranger' })
      const headers = { authorization: `Bearer ${token}` }
      assert.deepEqual(locations((await read('/sitemap.xml', headers)).text), [])
      for (const part of [1, 2]) {
        const path = `/wiki/spaces/LARGE/sitemap.xml?part=${part}`
        assert.equal((await read(path, headers)).status, 404)
      }
    })
  })
})
