/** Problems that readers report: kept, shown to who writes the page, answered and closed; on both engines. @module */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from '../src/store/sql.ts'
import { finishPurges } from '../src/wiki/store/purging/let-go.ts'
import { purgesOf } from '../src/wiki/store/purging/purges.ts'
import { restorePage, trashPage } from '../src/wiki/store/trash-page.ts'
import {
  signedIn,
  type WebAnswer,
  type WebClient,
  webClient,
} from './support/browser/web-client.ts'
import { startFreshServer } from './support/service/fresh-server.ts'
import type { TestServer } from './support/service/test-server.ts'
import { forEachEngine } from './support/store/test-engines.ts'

const content = '# First\n\nwords\n\n## Second part\n\nmore words'
const list = '/manage/reports'

forEachEngine((_, engine) => {
  describe('reports of problems', () => {
    let server: TestServer
    let reader: WebClient
    let other: WebClient
    let writer: WebClient

    before(async () => {
      server = await startFreshServer(engine, { readers: 'users' })
      reader = await join('reader', 'read')
      other = await join('other', 'read')
      writer = await join('writer', 'write')
    })
    after(() => server.stop())

    const join = async (name: string, access?: 'read' | 'write'): Promise<WebClient> => {
      const user = await server.createUser(name)
      if (access !== undefined) await server.grant(user, server.space, access)
      const client = await signedIn(server, name)
      return client
    }
    const pageOf = (id: string): string => `/wiki/spaces/DOCS/pages/${id}`
    const formOf = (id: string): string => `/wiki/spaces/DOCS/report/${id}`
    const feedOf = async (client: WebClient): Promise<string> =>
      (await client.get('/wiki/spaces/DOCS/feed.atom')).html
    const hrefs = (answer: WebAnswer): (string | undefined)[] =>
      answer.elements('a').map(({ attrs }) => attrs.href)
    const isInSidebar = async (client: WebClient): Promise<boolean> =>
      hrefs(await client.get('/account')).includes(list)
    const stored = (id: string) =>
      server.database.read<{ id: number }>(
        sql`select id from page_reports where page_id = ${Number(id)}`,
      )

    test('a sentence is kept with version and section, and closed with an answer', async () => {
      const id = await server.save({ pageTitle: 'Guide', content })
      await server.save({ pageTitle: 'Guide', content: `${content}!`, overwrite: true })
      const menu = (await reader.get(pageOf(id)))
        .elements('a')
        .find(({ text }) => text === 'Report a problem')
      assert.equal(menu?.attrs.href, `${formOf(id)}?version=2`)
      const form = await reader.get(`${formOf(id)}?version=1`)
      const [, section] = form.elements('option').map(({ attrs }) => attrs.value)
      assert.equal(section, 'First')
      const version = form.elements('input').find(({ attrs }) => attrs.name === 'version')
      assert.equal(version?.attrs.value, '1')
      for (const client of [reader, writer]) assert.equal(await isInSidebar(client), false)
      const message = 'The <b>second</b> step & the third are swapped.'
      const sent = await reader.submit(formOf(id), { message, section, version: '1' })
      assert.equal(sent.location, `${pageOf(id)}?done=reported`)
      assert.match((await reader.get(sent.location)).html, /Thank you/)
      // A form that is sent twice makes one report.
      await reader.submit(formOf(id), { message, section, version: '1' })
      const [report, ...more] = await stored(id)
      assert.deepEqual(more, [])
      for (const client of [reader, writer]) assert.equal(await isInSidebar(client), true)
      assert.equal(await isInSidebar(other), false)

      const escaped = 'The &lt;b&gt;second&lt;/b&gt; step &amp; the third are swapped.'
      const shown = await writer.get(pageOf(id))
      assert.match(shown.html, /aria-label="1 reported problem"/)
      assert.ok(hrefs(shown).includes(`${list}?page=${id}`))
      const settings = await writer.get(list)
      assert.match(settings.html, /1<span class="visually-hidden"> are open</)
      for (const answer of [
        settings,
        await writer.get(`${list}?page=${id}`),
        await writer.get(`${list}/${report?.id}`),
      ]) {
        assert.ok(answer.html.includes(escaped))
        assert.ok(hrefs(answer).includes(`/wiki/spaces/DOCS/history/${id}/1`))
        assert.ok(hrefs(answer).includes(pageOf(id)))
        assert.match(answer.html, />Guide<\/a>: First[<,]/)
      }
      assert.ok(hrefs(settings).includes(`${list}/${report?.id}`))
      assert.match(await feedOf(writer), /Problem reported: Guide/)

      // Others see neither what was reported nor that it was; its reporter sees it, and cannot answer.
      const address = `${list}/${report?.id}`
      for (const client of [other, reader]) {
        assert.doesNotMatch((await client.get(pageOf(id))).html, /reported problem/)
        assert.doesNotMatch(await feedOf(client), /Problem reported/)
        assert.equal((await client.get(address)).status, 404)
        assert.equal((await client.submit(address, { answer: 'no' })).status, 404)
      }
      assert.ok(!(await other.get(list)).html.includes(escaped))
      const own = await reader.get(list)
      assert.ok(own.html.includes(escaped))
      assert.ok(!hrefs(own).includes(address))

      const tooLong = await writer.submit(address, { answer: 'x'.repeat(501) })
      assert.equal(tooLong.status, 400)
      assert.match(tooLong.html, /Write at most 500 characters; these are 501\./)
      const closed = await writer.submit(address, { answer: 'Mended in version 3.' })
      assert.equal(closed.location, `${list}?done=closed`)
      assert.match((await writer.get(closed.location)).html, /The report is closed\./)
      assert.equal((await writer.submit(address, { answer: 'again' })).status, 404)
      assert.match((await reader.get(list)).html, /“Mended in version 3\.”, writer/)
      assert.equal(await isInSidebar(reader), true)
      assert.equal(await isInSidebar(writer), false)
      assert.doesNotMatch((await writer.get(pageOf(id))).html, /reported problem/)
      assert.doesNotMatch(await feedOf(writer), /Problem reported/)
    })

    test('what is empty, too long or not offered is refused, and nothing typed is lost', async () => {
      const id = await server.save({ pageTitle: 'Checked', content })
      for (const [fields, expected] of [
        [{ message: ' ' }, /Say what is wrong\./],
        [{ message: 'x'.repeat(501) }, /Write at most 500 characters; these are 501\./],
        [{ message: 'kept words', section: 'x'.repeat(501) }, /kept words<\/textarea>/],
      ] as const) {
        const answer = await reader.submit(formOf(id), fields)
        assert.equal(answer.status, 400)
        assert.match(answer.html, expected)
      }
      const message = '\u{20000}'.repeat(250)
      assert.equal((await reader.submit(formOf(id), { message })).status, 303)
      assert.equal((await stored(id)).length, 1)
    })

    test('only who signed in and may read the page reports', async () => {
      const id = await server.save({ pageTitle: 'Closed', content })
      const stranger = await join('stranger')
      assert.equal((await stranger.get(formOf(id))).status, 404)
      assert.equal((await stranger.submit(formOf(id), { message: 'x' })).status, 404)
      const visitor = webClient(server.url)
      assert.match((await visitor.get(formOf(id))).location ?? '', /^\/sign-in\?/)
      assert.equal((await visitor.submit(formOf(id), { message: 'x' })).status, 403)
      assert.deepEqual(await stored(id), [])
    })

    test('a user reports twenty problems of a space in a day, whether or not they are closed', async () => {
      const id = await server.save({ pageTitle: 'Bounded', content })
      const busy = await join('busy', 'write')
      for (let number = 1; number <= 20; number += 1) {
        const { status } = await busy.submit(formOf(id), { message: `problem ${number}` })
        assert.equal(status, 303)
      }
      const [report] = await stored(id)
      assert.equal((await busy.submit(`${list}/${report?.id}`)).status, 303)
      const refused = await busy.submit(formOf(id), { message: 'one more' })
      assert.equal(refused.status, 400)
      assert.match(refused.html, /already has 20 reports of problems in this space/)
      assert.match(refused.html, /one more<\/textarea>/)
    })

    test('reports go to the trash with their page, and for good with it', async () => {
      const id = await server.save({ pageTitle: 'Gone', content })
      await reader.submit(formOf(id), { message: 'to be purged' })
      const isListed = async () => /to be purged/.test((await writer.get(list)).html)
      await trashPage(server, id, 'system')
      assert.equal(await isListed(), false)
      await restorePage(server, id, 'system')
      assert.equal(await isListed(), true)
      await purgesOf(server).page(id, { withPagesBelow: true, purgedBy: 'system' })
      await finishPurges(server.database)
      assert.deepEqual(await stored(id), [])
    })
  })

  test('an open wiki offers reports to who signed in alone', async (t) => {
    const server = await startFreshServer(engine, { readers: 'anyone' })
    t.after(() => server.stop())
    const id = await server.save({ pageTitle: 'Open', content })
    const visitor = webClient(server.url)
    const page = await visitor.get(`/wiki/spaces/DOCS/pages/${id}`)
    assert.doesNotMatch(page.html, /Report a problem/)
    assert.doesNotMatch((await visitor.get('/wiki/feed.atom')).html, /Problem reported/)
  })
})
