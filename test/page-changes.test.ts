/** Trashing and restoring pages on the web, by those who may write, and by those who may not. @module */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from '../src/store/sql.ts'
import type { Space } from '../src/wiki/import/target-wiki.ts'
import { assertEach } from './support/base/assert-each.ts'
import {
  signedIn,
  type WebAnswer,
  type WebClient,
  webClient,
} from './support/browser/web-client.ts'
import { userPassword } from './support/prepared-store.ts'
import { freshServer } from './support/service/fresh-server.ts'
import { forEachEngine } from './support/store/test-engines.ts'

forEachEngine((_, engine) => {
  const server = freshServer(engine)
  let writer: WebClient
  let closed: Space
  let count = 0

  before(async () => {
    closed = await server.createSpace('CLOSED')
    await server.grant(await server.createUser('writer'), server.space, 'write')
    await server.grant(await server.createUser('reader'), server.space, 'read')
    writer = await signedIn(server, 'writer')
  })

  const save = (parentId = server.space.homepageId, pageTitle = ''): Promise<string> => {
    count += 1
    return server.save({ pageTitle: pageTitle || `Page ${count}`, parentId })
  }
  const at = (what: string, id?: string): string =>
    `/wiki/spaces/DOCS/${what}${id === undefined ? '' : `/${id}`}`
  const mainOf = ({ html }: WebAnswer): string =>
    html.slice(html.indexOf('<main'), html.indexOf('</main>'))
  const menuOf = (answer: WebAnswer): string[] =>
    answer
      .elements('a')
      .map(({ text }) => text)
      .filter((text) => /^(?:Edit|New page below|Put into|Trash of)/.test(text))

  test('the menu of a page has what its reader may do', async () => {
    const id = await save()
    assert.deepEqual(menuOf(await webClient(server.url).get(at('pages', id))), [])
    assert.deepEqual(menuOf(await (await signedIn(server, 'reader')).get(at('pages', id))), [])
    const all = ['Edit', 'New page below', 'Trash of the space', 'Put into the trash…']
    assert.deepEqual(menuOf(await writer.get(at('pages', id))), all)
    const home = menuOf(await writer.get(at('pages', server.space.homepageId)))
    assert.deepEqual(home, ['Edit', 'New page below', 'Trash of the space'])
  })

  test('the menu leads to the form with the page filled in', async () => {
    const page = await writer.get(at('pages', await save(undefined, 'Filled & in')))
    const link = page.elements('a').find(({ text }) => text === 'Edit')
    const form = await writer.get(link?.attrs.href ?? '')
    const input = (name: string): string | undefined =>
      form.elements('input').find(({ attrs }) => attrs.name === name)?.attrs.value
    assert.equal(input('pageTitle'), 'Filled & in')
    assert.equal(input('overwrite'), 'true')
    assert.equal(input('version'), '1')
  })

  test('a page goes to the trash after a question, and comes back from the notice', async () => {
    const top = await save()
    const id = await save(top, '<b>Gone</b>')
    await save(id)
    await save(id)
    assert.match(mainOf(await writer.get(at('trash', id))), /The 2 pages below it go with it\./)
    const trashed = await writer.submit(at('trash', id))
    assert.equal(trashed.location, `${at('pages', top)}?trashed=${id}`)
    const notice = await writer.get(trashed.location)
    assert.match(mainOf(notice), /“&lt;b&gt;Gone&lt;\/b&gt;” is in the .*with 2 pages below it\./)
    assert.equal((await writer.get(at('pages', id))).status, 404)
    for (const other of [webClient(server.url), await signedIn(server, 'reader')]) {
      assert.doesNotMatch(mainOf(await other.get(trashed.location)), /Gone|role="status"/)
    }
    const restored = await writer.submit(at('restore', id))
    assert.equal(restored.location, `${at('pages', id)}?done=restored`)
    assert.match(mainOf(await writer.get(restored.location)), /The page is restored\./)
    assert.doesNotMatch(mainOf(await writer.get(trashed.location)), /role="status"/)
    const actions = await server.database.read<{ action: string; actor: string }>(sql`
      select action, actor from audit_records where subject = ${id} order by id`)
    assertEach(actions, ({ action, actor }) => `${actor} ${action}`, [
      'writer page-trash',
      'writer page-restore',
    ])
  })

  test('the trash says why a page does not come back, and leads to what is in its way', async () => {
    const top = await save(undefined, `Top ${count}`)
    const id = await save(top, 'Back')
    await writer.submit(at('trash', id))
    const other = await save(top, 'Back')
    await writer.get(at('trash'))
    const taken = await writer.submit(at('restore', id))
    assert.equal(taken.status, 400)
    assert.match(mainOf(taken), /“Back” is not restored\. Another page has its title/)
    assert.ok(taken.elements('a').some(({ attrs }) => attrs.href === at('pages', other)))
    await writer.submit(at('trash', top))
    const below = await writer.submit(at('restore', id))
    assert.match(mainOf(below), new RegExp(`It stood below “Top .*” \\(${top}\\), which is in the`))
    const twice = [await writer.submit(at('restore', top)), await writer.submit(at('restore', top))]
    assertEach(twice, ({ status }) => status, [303, 400])
    assert.match(mainOf(twice[1] as WebAnswer), /not in the trash any more/)
  })

  test('to those who may not write, none of this is there', async () => {
    const id = await save()
    const trashed = await save()
    await writer.get(at('trash', trashed))
    await writer.submit(at('trash', trashed))
    const reader = await signedIn(server, 'reader')
    await reader.get('/manage/tokens/new')
    for (const path of [at('trash', id), at('trash')]) {
      assert.equal((await reader.get(path)).status, 404, path)
      const visitor = await webClient(server.url).get(path)
      assert.match(visitor.location ?? '', /^\/sign-in\?next=/)
    }
    for (const path of [at('trash', id), at('restore', trashed)]) {
      const { status } = await reader.submit(path, { parentId: server.space.homepageId })
      assert.equal(status, 404, path)
    }
    const there = await server.database.read<{ status: string }>(sql`
      select status from pages where id in (${Number(id)}, ${Number(trashed)}) order by id`)
    assertEach(there, ({ status }) => status, ['current', 'trashed'])
  })

  test('whoever writes in one space restores nothing of another', async () => {
    const boss = webClient(server.url)
    await server.createUser('boss-of-closed', { isAdministrator: true })
    await boss.signIn('boss-of-closed', userPassword)
    const { json } = await server.post({
      spaceId: closed.id,
      parentId: closed.homepageId,
      pageTitle: 'Secret',
    })
    const { id } = json.page
    await boss.get(`/wiki/spaces/CLOSED/trash/${id}`)
    assert.equal((await boss.submit(`/wiki/spaces/CLOSED/trash/${id}`)).status, 303)
    await writer.get(at('trash'))
    assert.doesNotMatch((await writer.submit(at('restore', id))).html, /Secret/)
    assert.equal((await writer.submit(`/wiki/spaces/CLOSED/restore/${id}`)).status, 404)
    const home = at('pages', server.space.homepageId)
    assert.doesNotMatch((await writer.get(`${home}?trashed=${id}`)).html, /Secret/)
    assert.equal((await boss.submit(`/wiki/spaces/CLOSED/restore/${id}`)).status, 303)
  })

  test('what an address says was done is no word of its own', async () => {
    const id = await save()
    for (const done of ['__proto__', 'constructor', '<b>', '']) {
      const answer = await writer.get(`${at('pages', id)}?done=${encodeURIComponent(done)}`)
      assert.doesNotMatch(mainOf(answer), /class="notice"/, done)
    }
    for (const trashed of [id, 'x', '', '99999999999999999999']) {
      const answer = await writer.get(`${at('pages', id)}?trashed=${trashed}`)
      assert.equal(answer.status, 200)
      assert.doesNotMatch(mainOf(answer), /class="notice/, trashed)
    }
  })
})
