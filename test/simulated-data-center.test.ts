/** Simulated sites of Confluence Data Center say what recorded ones say. @module */
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { callKind, type KindCaller } from './support/confluence/kind-caller.ts'
import type { ConfluenceSimulator } from './support/confluence/simulator.ts'
import { callSite, type SiteCaller } from './support/confluence/site-caller.ts'
import { startConfluence } from './support/confluence/start-confluence.ts'

let site: ConfluenceSimulator
let call: SiteCaller
let does: KindCaller

afterEach(() => site.stop())

async function start(): Promise<void> {
  site = await startConfluence('data-center')
  call = callSite(site)
  does = callKind(site)
}

test('whoever it does not know is anonymous, and sees nothing', async () => {
  await start()
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
  await start()
  const { json } = await does.create('Page', 'Text')
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
  await does.property(json.id)
  assert.equal((await call('GET', `${path}?${query}`)).json.metadata.properties.k.value, 1)
})

test('a property is put as version 1 first, then by the next number', async () => {
  await start()
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
  await start()
  const body = { storage: { value: '<p>a', representation: 'storage' } }
  const refused = await does.create('Page', '', { body })
  assert.equal(refused.status, 400)
  assert.match(refused.json.message, /^Error parsing xhtml: /)
})

test('comments are listed with their markers', async () => {
  await start()
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
