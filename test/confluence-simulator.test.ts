/** The simulated sites say what recorded ones say: shapes, refusals, and every switch both ways. @module */
import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { createV1Client, createV2Client } from 'confluence.js'
import type { SiteKind } from '../src/confluence/site.ts'
import type { ConfluenceSimulator, SimulatorSwitches } from './support/confluence/simulator.ts'
import { adfOf, callSite, filesForm, type SiteCaller } from './support/confluence/site-caller.ts'
import { startConfluence } from './support/confluence/start-confluence.ts'

let site: ConfluenceSimulator
let call: SiteCaller

afterEach(() => site.stop())

async function start(kind: SiteKind, switches?: Partial<SimulatorSwitches>): Promise<void> {
  site = await startConfluence(kind, switches)
  call = callSite(site)
}

/** How each kind is asked for the same thing. */
const kinds = {
  cloud: {
    create: (title: string, text = 'Text', more: object = {}) =>
      call('POST', '/api/v2/pages', {
        spaceId: site.spaceId,
        status: 'current',
        title,
        body: { representation: 'atlas_doc_format', value: adfOf(text) },
        ...more,
      }),
    update: (id: string, version: number, text: string, title: string, message = '') =>
      call('PUT', `/api/v2/pages/${id}`, {
        id,
        status: 'current',
        title,
        body: { representation: 'atlas_doc_format', value: adfOf(text) },
        version: { number: version, message },
      }),
    find: async (title: string) => {
      const query = new URLSearchParams({ 'space-id': site.spaceId, title })
      return (await call('GET', `/api/v2/pages?${query}`)).json.results
    },
    property: (id: string) =>
      call('POST', `/api/v2/pages/${id}/properties`, { key: 'k', value: 1 }),
    bodyOf: (json: { body: { atlas_doc_format: { value: string } } }) =>
      json.body.atlas_doc_format.value,
    words: ({ errors }: { errors: { title: string }[] }) => errors[0]?.title ?? '',
  },
  'data-center': {
    create: (title: string, text = 'Text', more: object = {}) =>
      call('POST', '/rest/api/content', {
        type: 'page',
        title,
        space: { key: site.spaceKey },
        body: { storage: { value: `<p>${text}</p><hr/>`, representation: 'storage' } },
        ...more,
      }),
    update: (id: string, version: number, text: string, title: string, message = '') =>
      call('PUT', `/rest/api/content/${id}`, {
        type: 'page',
        title,
        body: { storage: { value: `<p>${text}</p><hr/>`, representation: 'storage' } },
        version: { number: version, message },
      }),
    find: async (title: string) => {
      const query = new URLSearchParams({ spaceKey: site.spaceKey, title, type: 'page' })
      return (await call('GET', `/rest/api/content?${query}`)).json.results
    },
    property: (id: string) =>
      call('POST', `/rest/api/content/${id}/property`, { key: 'k', value: 1 }),
    bodyOf: (json: { body: { storage: { value: string } } }) => json.body.storage.value,
    words: ({ message }: { message: string }) => message,
  },
} as const

for (const kind of ['cloud', 'data-center'] as const)
  describe(kind, () => {
    const does = kinds[kind]

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
      Object.assign(site.switches, { burstPerSecond: 0, retryAfterSeconds: 7 })
      const slow = await does.create('Next')
      assert.deepEqual([slow.status, slow.headers.get('retry-after')], [429, '7'])
      assert.equal((await does.find('Next'))?.length, undefined)
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
      assert.equal((await publish(kind, draft.json.id, 'Draft')).status, 400)
      site.switches.draftPublish = 'works'
      assert.equal((await publish(kind, draft.json.id, 'Taken')).status, 400)
      const published = await publish(kind, draft.json.id, 'Draft')
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
      assert.equal((await does.create('X', 'Text', under(kind, parent.id))).status, 404)
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
      assert.equal((await does.create('A', 'Text', under(kind, id))).status, 200)
      site.switches.archivedParent = 'refused'
      assert.equal((await does.create('B', 'Text', under(kind, id))).status, 404)
    })

    test('two creates of one title at once make one page', async () => {
      await start(kind)
      const all = await Promise.all(['a', 'A', 'a'].map((title) => does.create(title)))
      assert.deepEqual(all.map((one) => one.status).sort(), [200, 400, 400])
    })
  })

function under(kind: SiteKind, id: string): object {
  return kind === 'cloud' ? { parentId: id } : { ancestors: [{ id }] }
}

function publish(kind: SiteKind, id: string, title: string) {
  const version = { number: 1, message: 'Markport x' }
  return kind === 'cloud'
    ? call('PUT', `/api/v2/pages/${id}`, {
        id,
        status: 'current',
        title,
        body: { representation: 'atlas_doc_format', value: adfOf('One') },
        version,
      })
    : call('PUT', `/rest/api/content/${id}?status=draft`, {
        type: 'page',
        status: 'current',
        title,
        body: { storage: { value: '<p>One</p>', representation: 'storage' } },
        version,
      })
}

describe('Cloud alone', () => {
  test('a client written for Confluence reads what it answers', async () => {
    await start('cloud')
    const { email = '', token } = site
    const host = new URL(site.baseUrl).origin
    const auth = { type: 'basic', email, apiToken: token } as const
    const client = createV2Client({ host, auth })
    const old = createV1Client({ host, auth })
    const [space] = (await client.space.getSpaces({ keys: ['eng'] })).results ?? []
    assert.equal(space?.id, site.spaceId)
    const spaceId = site.spaceId
    const body = { representation: 'atlas_doc_format', value: adfOf('One two') } as const
    const folder = site.addFolder('Folder')
    const page = await client.page.createPage({
      body: { spaceId, status: 'current', title: 'Page', parentId: folder.id, body },
    })
    const id = Number(page.id)
    assert.equal(page.parentType, 'folder')
    site.addInlineComment(String(id), 'two')
    await client.page.updatePage({
      id,
      body: { id: String(id), status: 'current', title: 'Page', body, version: { number: 3 } },
    })
    const property = await client.contentProperties.createPageProperty({
      pageId: id,
      key: 'markport',
      value: { v: 1 },
    })
    await client.contentProperties.updatePagePropertyById({
      pageId: id,
      propertyId: Number(property.id),
      key: 'markport',
      value: { v: 2 },
      version: { number: 2 },
    })
    await old.contentLabels.addLabelsToContent({
      id: String(id),
      body: [{ prefix: 'global', name: 'one' }],
    })
    const seen = await client.page.getPageById({
      id,
      bodyFormat: 'atlas_doc_format',
      includeLabels: true,
      includeProperties: true,
    })
    assert.equal(seen.labels?.results?.[0]?.name, 'one')
    assert.deepEqual(seen.properties?.results?.find((one) => one.key === 'markport')?.value, {
      v: 2,
    })
    const comments = await client.comment.getPageInlineComments({ id })
    assert.equal(comments.results?.[0]?.resolutionStatus, 'dangling')
    assert.equal((await client.folder.getFolderById({ id: Number(folder.id) })).title, 'Folder')
    const children = await client.children.getFolderDirectChildren({ id: Number(folder.id) })
    assert.equal(children.results?.[0]?.type, 'page')
    await old.contentAttachments.createAttachment({
      id: String(id),
      attachments: [{ filename: 'a.txt', content: Buffer.from('a') }],
    })
    const files = await client.attachment.getPageAttachments({ id })
    assert.equal(files.results?.[0]?.title, 'a.txt')
    await client.page.deletePage({ id })
    assert.equal(site.page(String(id)).status, 'trashed')
  })

  test('lists go on where the last part ended', async () => {
    await start('cloud')
    for (const title of ['A', 'B', 'C']) site.addPage({ title })
    const seen: string[] = []
    let path: string | undefined = `/wiki/api/v2/pages?space-id=${site.spaceId}&limit=2`
    const ask = callSite(site, new URL(site.baseUrl).origin)
    for (let part = 0; path !== undefined && part < 9; part++) {
      const { json, headers } = await ask('GET', path)
      seen.push(...json.results.map((one: { title: string }) => one.title))
      path = json._links.next
      assert.equal(headers.get('link'), path === undefined ? null : `<${path}>; rel="next"`)
    }
    assert.deepEqual(seen, ['Engineering', 'A', 'B', 'C'])
    const ids = [...site.pages().map((one) => one.id), '1']
    const { json } = await call('GET', `/api/v2/pages?id=${ids.join(',')}&limit=250`)
    assert.equal(json.results.length, 4)
  })

  test('bad credentials are a bare 404 on v2, 403 on v1, and HTML for tokens with scopes', async () => {
    await start('cloud')
    const wrong = { authorization: 'Bearer wrong' }
    const bare = await call('GET', `/api/v2/pages/${site.homepageId}`, undefined, wrong)
    const errors = [{ status: 404, code: 'NOT_FOUND', title: 'Not Found', detail: null }]
    assert.deepEqual([bare.status, bare.json], [404, { errors }])
    assert.equal((await call('GET', '/rest/api/user/current', undefined, wrong)).status, 403)
    site.switches.refuseCredential = 'bare-404'
    assert.deepEqual((await call('GET', '/api/v2/spaces')).json, { errors })
    site.switches.refuseCredential = '401-html'
    const html = await call('GET', '/api/v2/spaces')
    assert.deepEqual([html.status, html.json], [401, undefined])
    site.switches.refuseCredential = 'missing-scope'
    const scope = await call('GET', '/api/v2/spaces')
    const message = 'Unauthorized; scope does not match'
    assert.deepEqual([scope.status, scope.json], [401, { code: 401, message }])
    site.switches.refuseCredential = 'no'
    assert.equal((await call('GET', '/api/v2/spaces')).status, 200)
  })

  test('a token with scopes opens the gateway only, whose lists stay there', async () => {
    await start('cloud', { hasScopes: true })
    const { origin } = new URL(site.baseUrl)
    assert.equal((await call('GET', '/api/v2/spaces')).status, 401)
    const tenant = await fetch(`${origin}/_edge/tenant_info`)
    assert.deepEqual(await tenant.json(), { cloudId: site.cloudId })
    site.addPage({ title: 'A' })
    const gateway = callSite(site, `${origin}/ex/confluence/${site.cloudId}/wiki`)
    const { json } = await gateway('GET', '/api/v2/pages?limit=1')
    assert.match(json._links.next, new RegExp(`^/ex/confluence/${site.cloudId}/wiki/api/v2/pages`))
    site.switches.hasScopes = false
    assert.equal((await call('GET', '/api/v2/spaces')).status, 200)
  })

  test('a property that is there twice is written after it was taken away', async () => {
    await start('cloud')
    const { id } = site.addPage({ title: 'Page' })
    const made = (await kinds.cloud.property(id)).json
    const path = `/api/v2/pages/${id}/properties/${made.id}`
    const next = { key: 'k', value: 2, version: { number: 2 } }
    site.switches.arePropertiesTwice = true
    assert.match((await call('PUT', path, next)).text, /Cannot update content property/)
    await call('DELETE', path)
    assert.equal((await kinds.cloud.property(id)).status, 200)
    site.switches.arePropertiesTwice = false
  })

  test('versions of the editor have no message', async () => {
    await start('cloud')
    const { id } = site.addPage({ title: 'Page', body: adfOf('a') })
    site.humanEdit(id, 0, (text) => `${text}b`)
    assert.equal((await call('GET', `/api/v2/pages/${id}`)).json.version.message, null)
  })

  test('a folder may be the parent, shares a title, and is no page', async () => {
    await start('cloud')
    const { id } = site.addFolder('Guide')
    assert.equal((await kinds.cloud.create('Guide', 'Text', { parentId: id })).status, 200)
    const page = await call('GET', `/api/v2/pages/${id}`)
    assert.equal(page.json.errors[0].title, `Cannot find a page with id [${id}]`)
    assert.equal((await call('GET', `/api/v2/folders/${id}`)).json.title, 'Guide')
    const missing = await call('GET', '/api/v2/folders/7')
    assert.equal(missing.json.errors[0].title, 'Content with id: [7] not found')
    const home = `/api/v2/pages/${site.homepageId}`
    assert.equal((await call('GET', `${home}/children`)).json.results.length, 0)
    assert.equal((await call('GET', `${home}/direct-children`)).json.results[0].type, 'folder')
  })

  test('ADF must be a text of at most 5 MB, and made-up files are refused by a switch', async () => {
    await start('cloud')
    const object = await kinds.cloud.create('A', '', {
      body: { representation: 'atlas_doc_format', value: { type: 'doc' } },
    })
    assert.deepEqual([object.status, object.text], [400, 'Invalid message'])
    assert.equal((await kinds.cloud.create('A', 'x'.repeat(5_300_000))).status, 413)
    const media = { type: 'media', attrs: { type: 'file', id: 'made-up', collection: 'c' } }
    const doc = { type: 'doc', version: 1, content: [{ type: 'mediaSingle', content: [media] }] }
    const body = { representation: 'atlas_doc_format', value: JSON.stringify(doc) }
    assert.equal((await kinds.cloud.create('B', '', { body })).status, 200)
    site.switches.unknownMedia = 'refused'
    assert.match((await kinds.cloud.create('C', '', { body })).text, /ATTACHMENT_VALIDATION_ERROR/)
  })

  test('a page moves among its siblings without a version', async () => {
    await start('cloud')
    const [a, b, c] = ['A', 'B', 'C'].map((title) => site.addPage({ title }))
    const order = async () => {
      const { json } = await call('GET', `/api/v2/pages/${site.homepageId}/direct-children`)
      return json.results.map((one: { title: string }) => one.title).join('')
    }
    await call('PUT', `/rest/api/content/${c?.id}/move/before/${a?.id}`)
    assert.equal(await order(), 'CAB')
    await call('PUT', `/rest/api/content/${c?.id}/move/after/${a?.id}`)
    assert.equal(await order(), 'ACB')
    await call('PUT', `/rest/api/content/${c?.id}/move/append/${b?.id}`)
    assert.equal(await order(), 'AB')
    assert.equal(site.page(c?.id ?? '').versions.length, 1)
  })

  test('a download goes to another host', async () => {
    await start('cloud')
    const { id } = site.addPage({ title: 'Page' })
    const path = `/rest/api/content/${id}/child/attachment`
    const { json } = await call('POST', path, filesForm({ 'a.txt': 'a' }))
    const download = await call('GET', json.results[0]._links.download)
    assert.equal(download.status, 302)
    assert.match(download.headers.get('location') ?? '', /^https:\/\/api\.media\.atlassian\.com\//)
  })
})

describe('Data Center alone', () => {
  test('whoever it does not know is anonymous, and sees nothing', async () => {
    await start('data-center')
    const wrong = { authorization: 'Bearer wrong' }
    const user = await call('GET', '/rest/api/user/current', undefined, wrong)
    assert.deepEqual([user.status, user.json.type], [200, 'anonymous'])
    assert.equal(user.headers.get('x-seraph-loginreason'), 'AUTHENTICATED_FAILED')
    const page = await call('GET', `/rest/api/content/${site.homepageId}`, undefined, wrong)
    assert.equal(page.status, 404)
    const basic = await call('GET', '/rest/api/user/current', undefined, {
      authorization: 'Basic eDp5',
    })
    assert.deepEqual([basic.status, basic.json], [401, undefined])
    assert.equal((await call('GET', '/rest/api/user/current')).json.type, 'known')
    site.switches.refuseCredential = 'anonymous'
    assert.equal((await call('GET', '/rest/api/user/current')).json.type, 'anonymous')
    const listed = await call('GET', `/rest/api/content?title=x&spaceKey=${site.spaceKey}`)
    assert.deepEqual([listed.status, listed.json.results], [200, []])
  })

  test('members are closed until they are asked for', async () => {
    await start('data-center')
    const { json } = await kinds['data-center'].create('Page', 'Text')
    const path = `/rest/api/content/${json.id}`
    const plain = (await call('GET', path)).json
    assert.deepEqual([plain.body, plain.ancestors], [undefined, undefined])
    assert.equal(plain._expandable.ancestors, '')
    const query = 'expand=body.storage,ancestors,version,metadata.labels,metadata.properties.k'
    const open = (await call('GET', `${path}?${query}`)).json
    assert.equal(open.body.storage.value, '<p>Text</p><hr />')
    assert.deepEqual(
      open.ancestors.map((one: { id: string }) => one.id),
      [site.homepageId],
    )
    assert.equal(open.metadata.properties.k, undefined)
    await kinds['data-center'].property(json.id)
    assert.equal((await call('GET', `${path}?${query}`)).json.metadata.properties.k.value, 1)
  })

  test('a property is put as version 1 first, then by the next number', async () => {
    await start('data-center')
    const { id } = site.addPage({ title: 'Page' })
    const put = (number: number) =>
      call('PUT', `/rest/api/content/${id}/property/k`, {
        key: 'k',
        value: number,
        version: { number },
      })
    assert.equal((await put(1)).status, 200)
    assert.equal((await put(1)).status, 409)
    assert.equal((await put(2)).status, 200)
    assert.deepEqual(site.page(id).properties, { k: 2 })
  })

  test('storage format must be well-formed', async () => {
    await start('data-center')
    const body = { storage: { value: '<p>a', representation: 'storage' } }
    const refused = await kinds['data-center'].create('Page', '', { body })
    assert.equal(refused.status, 400)
    assert.match(refused.json.message, /^Error parsing xhtml: /)
  })

  test('comments are listed with their markers', async () => {
    await start('data-center')
    const { id } = site.addPage({ title: 'Page', body: '<p>One <em>tw</em>o</p>' })
    const marker = site.addInlineComment(id, 'One two')
    assert.deepEqual(site.anchoredComments(id), [marker])
    const path = `/rest/api/content/${id}/child/comment`
    const { json } = await call('GET', `${path}?expand=extensions.inlineProperties&location=inline`)
    assert.deepEqual(json.results[0].extensions.inlineProperties, {
      originalSelection: 'One two',
      markerRef: marker,
    })
    site.resolveComment(id, marker)
    assert.equal((await call('GET', `${path}?location=inline`)).json.results.length, 0)
    const [own] = (await call('GET', `/rest/inlinecomments/1.0/comments?containerId=${id}`)).json
    assert.deepEqual([own.markerRef, own.resolveProperties.resolved], [marker, true])
  })
})
