/** What simulated sites of both kinds say alike, and every switch both ways. @module */
import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import type { SiteKind } from '../src/confluence/site.ts'
import { Burst, documentedBurst } from './support/confluence/faults.ts'
import { callKind, type KindCaller } from './support/confluence/kind-caller.ts'
import type { ConfluenceSimulator, SimulatorSwitches } from './support/confluence/simulator.ts'
import { callSite, filesForm, type SiteCaller } from './support/confluence/site-caller.ts'
import { startConfluence } from './support/confluence/start-confluence.ts'

let site: ConfluenceSimulator
let call: SiteCaller
let does: KindCaller

afterEach(() => site.stop())

async function start(kind: SiteKind, switches?: Partial<SimulatorSwitches>): Promise<void> {
  site = await startConfluence(kind, switches)
  call = callSite(site)
  does = callKind(site)
}

for (const kind of ['cloud', 'data-center'] as const)
  describe(kind, () => {
    test('a page is created once, found in any case, and updated by the next number', async () => {
      await start(kind)
      const { status, json } = await does.create('Setup', 'One')
      assert.equal(status, 200)
      assert.equal(json.version.number, 1)
      assert.equal(json.version.message, '')
      assert.deepEqual(
        (await does.find('sETUP')).map((one: { id: string }) => one.id),
        [json.id],
      )
      assert.deepEqual(await does.find('Set'), [])
      const taken = await does.create('SETUP')
      assert.equal(taken.status, 400)
      assert.match(does.words(taken.json), /^A page with this title already exists/)
      const updated = await does.update(json.id, 2, 'Two', 'Setup', 'Markport x')
      assert.equal(updated.json.version.message, 'Markport x')
      const stale = await does.update(json.id, 2, 'Three', 'Setup')
      assert.equal(stale.status, 409)
      assert.match(does.words(stale.json), /^Version must be incremented .*[Cc]urrent [Vv]ersion/)
      assert.equal(site.page(json.id).versions.length, 2)
    })

    test('what is missing says its id, and a title of more than 255 characters is refused', async () => {
      await start(kind)
      const missing = await does.update('42', 2, 'Text', 'Title')
      assert.equal(missing.status, 404)
      assert.match(does.words(missing.json), kind === 'cloud' ? /id \[42\]$/ : /id=42\}$/)
      assert.equal((await does.create('x'.repeat(256))).status, 400)
      assert.equal((await does.create('x'.repeat(255))).status, 200)
    })

    test('archived pages reserve their titles; pages in the trash do so by a switch', async () => {
      await start(kind)
      const { id } = site.addPage({ title: 'Old' })
      site.archive(id)
      assert.equal((await does.create('old')).status, 400)
      site.trash(id)
      site.switches.trashedTitleReserves = true
      assert.equal((await does.create('old')).status, 400)
      site.switches.trashedTitleReserves = false
      assert.equal((await does.create('old')).status, 200)
    })

    test('the same body makes a version by a switch', async () => {
      await start(kind)
      const { json } = await does.create('Page', 'Same')
      const same = await does.update(json.id, 2, 'Same', 'Page')
      assert.deepEqual([same.status, same.json.version.number], [200, 1])
      site.switches.sameBodyMakesVersion = true
      assert.equal((await does.update(json.id, 2, 'Same', 'Page')).json.version.number, 2)
    })

    test('writes echo what is stored, or what was sent', async () => {
      await start(kind, { putEcho: 'as-stored' })
      const stored = await does.create('Stored')
      assert.equal(does.bodyOf(stored.json), site.page(stored.json.id).versions[0]?.body)
      site.switches.putEcho = 'as-sent'
      const sent = await does.create('Sent')
      assert.notEqual(does.bodyOf(sent.json), site.page(sent.json.id).versions[0]?.body)
    })

    test('a new title is found late by a switch', async () => {
      await start(kind, { titleLookupLagMs: Number.POSITIVE_INFINITY })
      await does.create('Late')
      assert.equal((await does.find('Late')).length, 0)
      site.switches.titleLookupLagMs = 0
      assert.equal((await does.find('Late')).length, 1)
    })

    test('writes of properties and pages conflict as often as switches say', async () => {
      await start(kind)
      const { json } = await does.create('Page')
      site.switches.propertyConflicts = 1
      assert.equal((await does.property(json.id)).status, 409)
      assert.equal((await does.property(json.id)).status, 200)
      assert.equal((await does.property(json.id)).status, 409, 'it exists')
      site.switches.optimisticLocks = 1
      assert.equal((await does.update(json.id, 2, 'Two', 'Page')).status, 409)
      assert.equal(site.page(json.id).versions.length, 1)
      assert.equal((await does.update(json.id, 2, 'Two', 'Page')).status, 200)
    })

    test('connections end after a write, before it, or not at all', async () => {
      await start(kind, { dropAnswers: 1 })
      await assert.rejects(does.create('Written'))
      assert.equal((await does.find('Written')).length, 1)
      site.switches.dropRequests = 1
      await assert.rejects(does.create('Lost'))
      assert.equal((await does.find('Lost')).length, 0)
      assert.deepEqual(
        site.requests.map((one) => one.status),
        [0, 200, 0, 200],
      )
    })

    test('a site fails as often as a switch says, and too many requests wait', async () => {
      await start(kind, { failures: { count: 1, status: 502 } })
      assert.equal((await does.create('Page')).status, 502)
      assert.equal((await does.create('Page')).status, 200)
      site.switches.failures = { count: 1, status: 500 }
      site.switches.failing = 'writes'
      await does.find('Page')
      assert.equal((await does.create('Next')).status, 500)
      Object.assign(site.switches, { burstPerSecond: { POST: 0 }, retryAfterSeconds: 7 })
      const slow = await does.create('Next')
      assert.deepEqual([slow.status, slow.headers.get('retry-after')], [429, '7'])
      assert.deepEqual(await does.find('Next'), [], 'reads have a limit of their own')
    })

    test('its clock is ahead by a switch', async () => {
      await start(kind, { clockAheadMs: 3_600_000 })
      const { headers } = await does.create('Page')
      const ahead = Date.parse(headers.get('date') ?? '') - Date.now()
      assert.ok(Math.abs(ahead - 3_600_000) < 60_000, String(ahead))
    })

    test('a draft is seen by nobody until it is published as version 1', async () => {
      await start(kind)
      site.addPage({ title: 'Taken' })
      const draft = await does.create('Draft', 'One', { status: 'draft' })
      assert.equal((await does.find('Draft')).length, 0)
      assert.equal(site.page(draft.json.id).status, 'draft')
      const path = `/rest/api/content/${draft.json.id}/child/attachment`
      assert.equal((await call('POST', path, filesForm({ 'a.txt': 'a' }))).status, 404)
      assert.equal(
        (await call('POST', `${path}?status=draft`, filesForm({ 'a.txt': 'a' }))).status,
        200,
      )
      site.switches.draftPublish = 'refused'
      assert.equal((await does.publish(draft.json.id, 'Draft')).status, 400)
      site.switches.draftPublish = 'works'
      assert.equal((await does.publish(draft.json.id, 'Taken')).status, 400)
      const published = await does.publish(draft.json.id, 'Draft')
      assert.deepEqual(
        [published.json.version.number, published.json.version.message],
        [1, 'Markport x'],
      )
      assert.equal(site.page(draft.json.id).versions.length, 1)
    })

    test('a draft may have the title of a page by a switch', async () => {
      await start(kind)
      site.addPage({ title: 'Taken' })
      assert.equal((await does.create('Taken', 'One', { status: 'draft' })).status, 200)
      site.switches.draftChecksTitle = true
      assert.equal((await does.create('Taken', 'One', { status: 'draft' })).status, 400)
    })

    test('comments stay where their markers stay, and say when they lost their place', async () => {
      await start(kind)
      const { json } = await does.create('Page', 'One two one')
      const marker = site.addInlineComment(json.id, 'one')
      assert.deepEqual(site.anchoredComments(json.id), [marker])
      assert.equal(site.page(json.id).versions.length, 2)
      site.editorSave(json.id)
      assert.deepEqual(site.anchoredComments(json.id), [marker])
      await does.update(json.id, 4, 'Rewritten', 'Page')
      assert.deepEqual(site.anchoredComments(json.id), [])
      site.switches.commentMakesVersion = false
      site.addInlineComment(json.id, 'Rewritten')
      assert.equal(site.page(json.id).versions.length, 4)
      assert.throws(() => site.addInlineComment(json.id, 'Rewritten', 1))
    })

    test('labels become lower case, are parted, and refuse some characters', async () => {
      await start(kind)
      const { id } = site.addPage({ title: 'Page' })
      const path = `/rest/api/content/${id}/label`
      await call('POST', path, [{ prefix: 'global', name: 'Big Two,three' }])
      assert.deepEqual(site.page(id).labels, ['big', 'two', 'three'])
      assert.equal((await call('POST', path, [{ prefix: 'global', name: 'v1.2' }])).status, 400)
      assert.equal((await call('DELETE', `${path}?name=two`)).status, 204)
      assert.deepEqual(site.page(id).labels, ['big', 'three'])
      assert.equal(site.page(id).versions.length, 1)
    })

    test('attachments want a header, keep their names, and say their comment in UTF-8', async () => {
      await start(kind)
      const { id } = site.addPage({ title: 'Page' })
      const path = `/rest/api/content/${id}/child/attachment`
      const form = () => filesForm({ 'ä.txt': 'a', 'b.txt': 'b' }, 'é')
      assert.equal((await call('POST', path, form(), { 'x-atlassian-token': 'check' })).status, 403)
      const first = await call('POST', path, form())
      assert.deepEqual(
        first.json.results.map((one: { title: string }) => one.title),
        ['ä.txt', 'b.txt'],
      )
      assert.notEqual(first.json.results[0].extensions.comment, 'é', 'its part names no charset')
      assert.equal((await call('POST', path, form())).status, 400)
      assert.equal((await call('PUT', path, form())).status, kind === 'cloud' ? 200 : 405)
      const again = await call(
        'POST',
        `${path}/${first.json.results[0].id}/data`,
        filesForm({ 'ä.txt': 'new' }),
      )
      assert.notEqual(again.json.version.number, 1)
      const ids = [first.json.results[0], again.json].map((one) => one.extensions.fileId)
      assert.equal(new Set(ids).size, kind === 'cloud' ? 2 : 1)
      assert.equal(site.page(id).attachments.length, 2)
    })

    test('a page in the trash frees its children, which move up', async () => {
      await start(kind)
      const parent = site.addPage({ title: 'Parent' })
      const child = site.addPage({ title: 'Child', parentId: parent.id })
      site.trash(parent.id)
      assert.equal(site.page(child.id).parentId, site.homepageId)
      assert.equal((await does.create('X', 'Text', does.under(parent.id))).status, 404)
    })

    test('an archived page takes no update, and one from the trash only comes back', async () => {
      await start(kind)
      const { json } = await does.create('Page', 'One')
      site.trash(json.id)
      assert.equal((await does.update(json.id, 2, 'Two', 'Page')).status, 200)
      assert.equal(site.page(json.id).status, 'current')
      assert.equal(site.page(json.id).versions.length, 1)
      site.archive(json.id)
      const archived = await does.update(json.id, 2, 'Two', 'Page')
      assert.equal(archived.status, 400)
      assert.match(does.words(archived.json), /Can not find draft with current content/)
    })

    test('an archived page is a parent by a switch', async () => {
      await start(kind)
      const { id } = site.addPage({ title: 'Parent' })
      site.archive(id)
      assert.equal((await does.create('A', 'Text', does.under(id))).status, 200)
      site.switches.archivedParent = 'refused'
      assert.equal((await does.create('B', 'Text', does.under(id))).status, 404)
    })

    test('a page is closed to changes by a switch, and says which are allowed', async () => {
      await start(kind)
      const { id } = site.addPage({ title: 'Page' })
      const isCloud = kind === 'cloud'
      const path = isCloud
        ? `/api/v2/pages/${id}/operations`
        : `/rest/api/content/${id}?expand=operations`
      const allowed = async (): Promise<string[]> =>
        (await call('GET', path)).json.operations.map((one: { operation: string }) => one.operation)
      assert.deepEqual(await allowed(), ['read', 'update', 'delete'])
      site.switches.restrictedPages = [id]
      assert.deepEqual(await allowed(), ['read'])
      const refused = await does.update(id, 2, 'Two', 'Page')
      assert.equal(refused.status, isCloud ? 404 : 403)
      assert.match(does.words(refused.json), isCloud ? /id \[\d+\]$/ : /^Could not update Content/)
      site.switches.restrictedWords = 'bare'
      const bare = await does.update(id, 2, 'Two', 'Page')
      if (isCloud) assert.equal(does.words(bare.json), 'Not Found')
      const file = filesForm({ 'a.txt': 'a' })
      const attached = await call('POST', `/rest/api/content/${id}/child/attachment`, file)
      assert.equal(attached.status, refused.status)
      assert.equal(site.page(id).versions.length, 1)
    })

    test('two creates of one title at once make one page', async () => {
      await start(kind)
      const all = await Promise.all(['a', 'A', 'a'].map((title) => does.create(title)))
      assert.deepEqual(all.map((one) => one.status).sort(), [200, 400, 400])
    })
  })

test('a second has room for so many requests of each method as Atlassian documents', async () => {
  await start('cloud', { burstPerSecond: documentedBurst })
  const burst = new Burst()
  const isRefused = (method: string, now: number): boolean =>
    burst.take(site.switches, method, now)?.status === 429
  const limits = { PUT: 50, POST: 100, GET: 100, DELETE: 50 }
  for (const [method, limit] of Object.entries(limits)) {
    const refused = Array.from({ length: limit + 2 }, (_, at) => isRefused(method, at))
    assert.equal(refused.indexOf(true), limit, method)
    assert.equal(isRefused(method, 1_000), false, 'the first one is a second ago')
    assert.equal(isRefused(method, 1_000), true, 'the others are not')
  }
  assert.equal((await does.create('Page')).status, 200)
})
