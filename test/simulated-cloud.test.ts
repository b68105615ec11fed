/** Simulated sites of Confluence Cloud say what recorded ones say. @module */
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createV1Client, createV2Client } from 'confluence.js'
import { callKind, type KindCaller } from './support/confluence/kind-caller.ts'
import type { ConfluenceSimulator, SimulatorSwitches } from './support/confluence/simulator.ts'
import { adfOf, callSite, filesForm, type SiteCaller } from './support/confluence/site-caller.ts'
import { startConfluence } from './support/confluence/start-confluence.ts'

let site: ConfluenceSimulator
let call: SiteCaller
let does: KindCaller

afterEach(() => site.stop())

async function start(switches?: Partial<SimulatorSwitches>): Promise<void> {
  site = await startConfluence('cloud', switches)
  call = callSite(site)
  does = callKind(site)
}

test('a client written for Confluence reads what it answers', async () => {
  await start()
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
  await start()
  for (const title of ['A', 'B', 'C']) site.addPage({ title })
  const seen: string[] = []
  let path: string | undefined = `/wiki/api/v2/pages?space-id=${site.spaceId}&limit=2`
  const ask = callSite(site, new URL(site.baseUrl).origin)
  for (let part = 0; path !== undefined && part < 9; part++) {
    const { json, headers } = await ask('GET', path)
    seen.push(...json.results.map((one: { title: string }) => one.title))
    path = json._links.next
    const next = path === undefined ? '' : `<${path}>; rel="next", `
    assert.equal(headers.get('link'), `${next}<${site.baseUrl}>; rel="base"`)
  }
  assert.deepEqual(seen, ['Engineering', 'A', 'B', 'C'])
  const ids = [...site.pages().map((one) => one.id), '1']
  const { json } = await call('GET', `/api/v2/pages?id=${ids.join(',')}&limit=250`)
  assert.equal(json.results.length, 4)
})

test('bad credentials are a bare 404 on v2, 403 on v1, and HTML for tokens with scopes', async () => {
  await start()
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
  await start({ hasScopes: true })
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
  await start()
  const { id } = site.addPage({ title: 'Page' })
  const made = (await does.property(id)).json
  const path = `/api/v2/pages/${id}/properties/${made.id}`
  const next = { key: 'k', value: 2, version: { number: 2 } }
  site.switches.arePropertiesTwice = true
  assert.match((await call('PUT', path, next)).text, /Cannot update content property/)
  await call('DELETE', path)
  assert.equal((await does.property(id)).status, 200)
  site.switches.arePropertiesTwice = false
})

test('versions of the editor have an empty message', async () => {
  await start()
  const { id } = site.addPage({ title: 'Page', body: adfOf('a') })
  site.humanEdit(id, 0, (text) => `${text}b`)
  assert.equal((await call('GET', `/api/v2/pages/${id}`)).json.version.message, '')
})

test('a folder may be the parent, shares a title, and is no page', async () => {
  await start()
  const { id } = site.addFolder('Guide')
  assert.equal((await does.create('Guide', 'Text', { parentId: id })).status, 200)
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
  await start()
  const object = await does.create('A', '', {
    body: { representation: 'atlas_doc_format', value: { type: 'doc' } },
  })
  assert.deepEqual([object.status, object.text], [400, 'Invalid message'])
  assert.equal((await does.create('A', 'x'.repeat(5_300_000))).status, 413)
  const media = { type: 'media', attrs: { type: 'file', id: 'made-up', collection: 'c' } }
  const doc = { type: 'doc', version: 1, content: [{ type: 'mediaSingle', content: [media] }] }
  const body = { representation: 'atlas_doc_format', value: JSON.stringify(doc) }
  assert.equal((await does.create('B', '', { body })).status, 200)
  site.switches.unknownMedia = 'refused'
  assert.match((await does.create('C', '', { body })).text, /ATTACHMENT_VALIDATION_ERROR/)
})

test('a page moves among its siblings without a version', async () => {
  await start()
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

test('a download goes on without the credential, from addresses of two forms', async () => {
  await start()
  const forms = new Set<string>()
  for (const title of ['One', 'Two', 'Three', 'Four']) {
    const { id } = site.addPage({ title })
    const path = `/rest/api/content/${id}/child/attachment`
    const { json } = await call('POST', path, filesForm({ 'a.txt': 'a' }))
    const { download } = json.results[0]._links
    const { status, headers } = await call('GET', download)
    assert.equal(status, 302)
    const location = headers.get('location') ?? ''
    assert.equal(await (await fetch(location)).text(), 'a')
    assert.equal((await fetch(location, { headers: { authorization: 'Basic x' } })).status, 400)
    forms.add(download.split('/')[1])
  }
  assert.deepEqual([...forms].toSorted(), ['download', 'rest'])
})

test('a call that was removed is a 410 that says so, by a switch', async () => {
  await start({ removedCalls: /^PUT .*\/move\// })
  const { id } = site.addPage({ title: 'Page' })
  const path = `/rest/api/content/${id}/move/append/${site.homepageId}`
  const { status, json } = await call('PUT', path)
  assert.equal(status, 410)
  assert.match(json.message, /GoneException: This deprecated endpoint has been removed\.$/)
  assert.equal((await call('GET', '/rest/api/user/current')).status, 200)
})

test('a search goes on by a cursor, at an address without the path of the site', async () => {
  await start()
  for (let number = 1; number <= 7; number += 1) site.addPage({ title: `Found ${number}` })
  const cql = encodeURIComponent('type = page and title ~ "found*"')
  const first = await call('GET', `/rest/api/search?cql=${cql}&limit=5`)
  assert.deepEqual([first.json.size, first.json.totalSize], [5, 7])
  const { next } = first.json._links
  assert.match(next, /^\/rest\/api\/search\?next=true&cursor=_t_.*&start=5/)
  const rest = await call('GET', next)
  assert.deepEqual([rest.json.size, rest.json._links.next], [2, undefined])
})

test('a live page has its editor where it is read, by a switch', async () => {
  await start({ arePagesLive: true })
  const { id } = site.addPage({ title: 'Page' })
  const { json } = await call('GET', `/api/v2/pages/${id}`)
  assert.deepEqual([json.subtype, json.version.ncsStepVersion], ['live', null])
  assert.equal(json._links.editui, json._links.webui)
})

test('fields of comments have two names, and old ones are told of', async () => {
  await start()
  const { id } = site.addPage({ title: 'Page', body: adfOf('One two') })
  const marker = site.addInlineComment(id, 'two')
  const { json, headers } = await call('GET', `/api/v2/pages/${id}/inline-comments`)
  const { properties } = json.results[0]
  assert.deepEqual([properties.inlineMarkerRef, properties['inline-marker-ref']], [marker, marker])
  assert.match(headers.get('warning') ?? '', /^299 /)
  assert.match(headers.get('link') ?? '', /rel="deprecation"/)
})
