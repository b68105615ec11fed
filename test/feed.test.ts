/** The feed of a space: sound XML whatever pages say, new entries for new versions, on both engines. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { SaxesParser } from 'saxes'
import { sql } from '../src/store/sql.ts'
import { trashPage } from '../src/wiki/store/trash-page.ts'
import { testHostApi } from './support/service/test-host-api.ts'
import { forEachEngine } from './support/store/test-engines.ts'

forEachEngine((_, engine) => {
  describe('feed of a space', () => {
    const api = testHostApi(engine, { readers: 'users' })

    const read = async (headers: Record<string, string> = {}) => {
      const url = `${api.server.url}/wiki/spaces/DOCS/feed.atom`
      const authorization = `Bearer ${api.token}`
      const answer = await fetch(url, {
        headers: { authorization, ...headers },
        redirect: 'manual',
      })
      return { status: answer.status, headers: answer.headers, text: await answer.text() }
    }
    const texts = (xml: string, name: string): string[] => {
      const found: string[] = []
      const open: string[] = []
      const parser = new SaxesParser()
      parser.on('error', (error) => {
        throw error
      })
      parser.on('opentag', (tag) => {
        open.push(tag.name)
        if (tag.name === name) found.push('')
      })
      parser.on('closetag', () => open.pop())
      parser.on('text', (text) => {
        if (open.at(-1) === name) found.push(`${found.pop()}${text}`)
      })
      parser.write(xml).close()
      return found
    }

    test('is what the pages of its space name', async () => {
      const authorization = `Bearer ${api.token}`
      const { url, space } = api.server
      const path = `/wiki/spaces/DOCS/pages/${space.homepageId}`
      const page = await fetch(url + path, { headers: { authorization } })
      const [, href] = /<link rel="alternate"[^>]* href="([^"]*)"/.exec(await page.text()) ?? []
      assert.equal(href, '/wiki/spaces/DOCS/feed.atom')
    })

    test('is sound XML, whatever pages say', async () => {
      const title = 'a <b>&"\' ]]> \u{1F600}'
      const content = '<script>alert(1)</script> & ]]> <!-- x --> \u0001\u0008 words'
      assert.equal((await api.server.post({ pageTitle: title, content })).status, 201)
      const { status, headers, text } = await read()
      assert.equal(status, 200)
      assert.equal(headers.get('content-type'), 'application/atom+xml; charset=utf-8')
      assert.ok(texts(text, 'title').includes(title))
      assert.ok(texts(text, 'summary').some((summary) => summary.includes('words')))
    })

    test('tells the commit of a version, and leads to its file', async () => {
      const file = { name: 'docs', path: 'a.md', url: 'https://example.org/a.md?x=1&y=2' }
      const commit = { commit: '0123456789abcdef', author: 'Ada <&>', message: ']]> <b> & more' }
      const source = { ...file, ...commit }
      const { json } = await api.server.post({ pageTitle: 'Of a commit', content: 'w', source })
      const { text } = await read()
      assert.ok(texts(text, 'name').includes('Ada <&>'))
      assert.ok(text.includes('<link rel="via" href="https://example.org/a.md?x=1&amp;y=2"/>'))
      const said = ']]> <b> & more (by Ada <&>, 0123456789)\nw'
      assert.ok(texts(text, 'summary').includes(said))
      await trashPage(api.server, json.page.id, 'test')
      assert.ok(!(await read()).text.includes('Ada'))
    })

    test('has the newest page first, and an entry of its own for each version', async () => {
      await api.create('First of two')
      await api.create('Second of two')
      const before = await read()
      assert.equal(texts(before.text, 'title')[1], 'Second of two')
      const etag = before.headers.get('etag') ?? ''
      assert.equal((await read({ 'if-none-match': etag })).status, 304)
      await api.server.save({ pageTitle: 'First of two', content: 'new', overwrite: true })
      const now = await read({ 'if-none-match': etag })
      assert.equal(texts(now.text, 'title')[1], 'First of two')
      const isNew = (entry: string): boolean => !texts(before.text, 'id').includes(entry)
      assert.equal(texts(now.text, 'id').filter(isNew).length, 1)
    })

    test('leads to pages that are there', async () => {
      for (const feed of ['/wiki/feed.atom', '/wiki/spaces/DOCS/feed.atom']) {
        const headers = { authorization: `Bearer ${api.token}` }
        const text = await (await fetch(api.server.url + feed, { headers })).text()
        const links = [...text.matchAll(/rel="alternate"[^>]* href="([^"]+)"/g)]
        for (const [, link = ''] of links.slice(0, 2)) {
          const { status } = await fetch(link, { headers: { accept: 'text/html' } })
          assert.equal(status, 200, link)
        }
        assert.ok(links.length > 0)
      }
    })

    test('is closed to strangers, and opens to a feed reader’s name and password', async () => {
      const stranger = await read({ authorization: '' })
      assert.equal(stranger.status, 401)
      assert.match(stranger.headers.get('www-authenticate') ?? '', /Basic/)
      const browser = { authorization: '', accept: 'text/html,*/*;q=0.8' }
      assert.equal((await read(browser)).status, 303)
      const wrong = `Basic ${btoa(`nobody@example.org:${api.token}`)}`
      assert.equal((await read({ authorization: wrong })).status, 401)
      const [admin] = await api.server.database.read<{ email: string }>(
        sql`select email from users where name = 'admin'`,
      )
      const right = `Basic ${btoa(`${admin?.email}:${api.token}`)}`
      assert.equal((await read({ authorization: right })).status, 200)
    })
  })
})
