/** Problems that readers report: kept, shown to who writes the page, answered and closed; on both engines. @module */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from '../src/store/sql.ts'
import { finishPurges } from '../src/wiki/store/purging/let-go.ts'
import { purgesOf } from '../src/wiki/store/purging/purges.ts'
import { restorePage, trashPage } from '../src/wiki/store/trash-page.ts'
import { type WebClient, webClient } from './support/browser/web-client.ts'
import { userPassword } from './support/prepared-store.ts'
import { startFreshServer } from './support/service/fresh-server.ts'
import type { TestServer } from './support/service/test-server.ts'
import { forEachEngine } from './support/store/test-engines.ts'

const content = '# First\n\nwords\n\n## Second part\n\nmore words'

forEachEngine((_, engine) => {
  describe('reports of problems', () => {
    let server: TestServer
    let reader: WebClient
    let other: WebClient
    let writer: WebClient

    before(async () => {
      server = await startFreshServer(engine, { readers: 'users' })
      const { createUser, grant, space } = server
      await grant(await createUser('reader'), space, 'read')
      await grant(await createUser('other'), space, 'read')
      await grant(await createUser('writer'), space, 'write')
      await createUser('stranger')
      reader = await signedIn('reader')
      other = await signedIn('other')
      writer = await signedIn('writer')
    })
    after(() => server.stop())

    const signedIn = async (name: string): Promise<WebClient> => {
      const client = webClient(server.url)
      await client.signIn(name, userPassword)
      return client
    }
    const pathOf = (id: string): string => `/wiki/spaces/DOCS/reports/${id}`
    const report = async (
      client: WebClient,
      id: string,
      fields: Record<string, string>,
    ): ReturnType<WebClient['submit']> => {
      await client.get(pathOf(id))
      return client.submit(pathOf(id), fields)
    }
    const feedOf = async (client: WebClient): Promise<string> =>
      (await client.get('/wiki/spaces/DOCS/feed.atom')).html
    const stored = async (id: string): Promise<number> => {
      const rows = await server.database.read(
        sql`select id from page_reports where page_id = ${Number(id)}`,
      )
      return rows.length
    }

    test('a sentence is kept with version and section, and closed with an answer', async () => {
      const id = await server.save({ pageTitle: 'Guide', content })
      await server.save({ pageTitle: 'Guide', content: `${content}!`, overwrite: true })
      const page = `/wiki/spaces/DOCS/pages/${id}`
      const menu = (await reader.get(page)).elements('a').find(({ text }) => /Report a/.test(text))
      assert.equal(menu?.attrs.href, `${pathOf(id)}?version=2`)
      const form = await reader.get(`${pathOf(id)}?version=1`)
      const [, section] = form.elements('option').map(({ attrs }) => attrs.value)
      assert.ok(section)
      const message = 'The <b>second</b> step & the third are swapped.'
      const sent = await reader.submit(pathOf(id), { message, section, version: '1' })
      assert.equal(sent.location, `${page}?done=reported`)
      assert.match((await reader.get(sent.location)).html, /Thank you/)
      // A form that is sent twice makes one report.
      await reader.submit(pathOf(id), { message, section, version: '1' })
      assert.equal(await stored(id), 1)

      const escaped = 'The &lt;b&gt;second&lt;/b&gt; step &amp; the third are swapped.'
      const shown = await writer.get(page)
      assert.match(shown.html, /aria-label="1 reported problem"/)
      assert.doesNotMatch((await reader.get(page)).html, /reported problem/)
      const list = await writer.get(pathOf(id))
      assert.ok(list.html.includes(escaped))
      assert.match(list.html, /1 open report</)
      assert.ok(list.html.includes(`/wiki/spaces/DOCS/history/${id}/1"`))
      assert.ok(list.html.includes(`${page}#${section}"`))
      const settings = await writer.get('/manage/reports')
      assert.ok(settings.html.includes(escaped))
      assert.match(settings.html, /1<span class="visually-hidden"> are open</)
      assert.match(await feedOf(writer), /Problem reported: Guide/)

      // Others see neither what was reported nor that it was.
      assert.ok(!(await other.get(pathOf(id))).html.includes(escaped))
      assert.doesNotMatch(await feedOf(other), /Problem reported/)
      assert.doesNotMatch((await other.get('/account')).html, /\/manage\/reports/)

      const close = list
        .elements('form')
        .find(({ attrs }) => /reports\/\d+\/\d+/.test(attrs.action ?? ''))
      const address = close?.attrs.action ?? ''
      await reader.get(pathOf(id))
      assert.equal((await reader.submit(address, { answer: 'no' })).status, 404)
      const closed = await writer.submit(address, { answer: 'Mended in version 3.' })
      assert.equal(closed.location, `${pathOf(id)}?done=closed`)
      assert.equal((await writer.submit(address, { answer: 'again' })).status, 303)
      assert.match((await writer.get(pathOf(id))).html, /“Mended in version 3\.”, writer/)
      assert.match((await reader.get(pathOf(id))).html, /“Mended in version 3\.”, writer/)
      assert.match((await reader.get('/manage/reports')).html, /“Mended in version 3\.”, writer/)
      assert.doesNotMatch((await writer.get(page)).html, /reported problem/)
      assert.doesNotMatch(await feedOf(writer), /Problem reported/)
    })

    test('what is empty, too long or not offered is refused, and nothing typed is lost', async () => {
      const id = await server.save({ pageTitle: 'Checked', content })
      for (const [fields, expected] of [
        [{ message: ' ' }, /Say what is wrong/],
        [{ message: 'x'.repeat(501) }, /message must be at most 500 characters, got 501/],
        [{ message: 'kept words', section: 'h-none' }, /kept words<\/textarea>/],
      ] as const) {
        const answer = await report(reader, id, fields)
        assert.equal(answer.status, 400)
        assert.match(answer.html, expected)
      }
      assert.equal((await report(reader, id, { message: '\u{20000}'.repeat(250) })).status, 303)
      assert.equal(await stored(id), 1)
    })

    test('only who signed in and may read the page reports, by the form alone', async () => {
      const id = await server.save({ pageTitle: 'Closed', content })
      const stranger = await signedIn('stranger')
      assert.equal((await report(stranger, id, { message: 'x' })).status, 404)
      const visitor = webClient(server.url)
      assert.match((await visitor.get(pathOf(id))).location ?? '', /^\/sign-in\?/)
      await reader.get(pathOf(id))
      const forged = await reader.submit(pathOf(id), { message: 'x', csrf: 'forged' })
      assert.ok(forged.status >= 400)
      const elsewhere = await reader.submit(
        pathOf(id),
        { message: 'x' },
        { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      )
      assert.ok(elsewhere.status >= 400)
      assert.equal(await stored(id), 0)
    })

    test('a reader has twenty open reports in a space', async () => {
      const id = await server.save({ pageTitle: 'Bounded', content })
      const busy = await server.createUser('busy')
      await server.grant(busy, server.space, 'read')
      const client = await signedIn('busy')
      for (let number = 1; number <= 20; number += 1) {
        assert.equal((await report(client, id, { message: `problem ${number}` })).status, 303)
      }
      const refused = await report(client, id, { message: 'one more' })
      assert.equal(refused.status, 400)
      assert.match(refused.html, /already has 20 problems/)
    })

    test('reports go to the trash with their page, and for good with it', async () => {
      const id = await server.save({ pageTitle: 'Gone', content })
      await report(reader, id, { message: 'to be purged' })
      const { database } = server
      const listed = async () => /to be purged/.test((await writer.get('/manage/reports')).html)
      await trashPage(server, id, 'system')
      assert.equal(await listed(), false)
      await restorePage(server, id, 'system')
      assert.equal(await listed(), true)
      await purgesOf(server).page(id, { withPagesBelow: true, purgedBy: 'system' })
      await finishPurges(database)
      assert.equal(await stored(id), 0)
    })
  })

  describe('an open wiki', () => {
    let server: TestServer

    before(async () => {
      server = await startFreshServer(engine, { readers: 'anyone' })
    })
    after(() => server.stop())

    test('offers reports to who signed in, and asks visitors to', async () => {
      const id = await server.save({ pageTitle: 'Open', content })
      const visitor = webClient(server.url)
      const page = await visitor.get(`/wiki/spaces/DOCS/pages/${id}`)
      assert.doesNotMatch(page.html, /Report a problem/)
      assert.match((await visitor.get(`/wiki/spaces/DOCS/reports/${id}`)).location ?? '', /sign-in/)
      assert.doesNotMatch((await visitor.get('/wiki/feed.atom')).html, /Problem reported/)
    })
  })
})
