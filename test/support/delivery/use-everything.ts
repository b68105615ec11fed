/** Uses a service for all that it does with pages, so that every statement about them is sent. @module */
import assert from 'node:assert/strict'
import { importPage } from '../../../src/folder/client/import-page.ts'
import {
  askPreview,
  previewEndpoint,
  requestReservations,
} from '../../../src/folder/client/service-requests.ts'
import { waitUntil } from '../base/wait-until.ts'
import { signedIn, type WebClient } from '../browser/web-client.ts'
import { startConfluence } from '../confluence/start-confluence.ts'
import { png } from '../samples/images.ts'
import { send, type TestServer } from '../service/test-server.ts'
import { changePolicies, connectSpace } from './wiki-server.ts'

const image = `words\n\n![dot](data:image/png;base64,${png.toString('base64')})`

const maxPages = 80

export async function useEverything(server: TestServer): Promise<void> {
  await server.createUser('ann', { isAdministrator: true })
  await server.grant(await server.createUser('bob'), server.space, 'read')
  await server.createSpace('OTHER')
  const pageId = await importPages(server)
  await useHostApi(server, pageId)
  const previewed = await usePreview(server, pageId)
  await useConnectedSpace(server)
  for (const name of ['ann', 'bob']) {
    const client = await signedIn(server, name)
    if (name === 'ann') await changePages(client, server)
    await followLinks(client, [
      '/',
      ...previewed,
      '/search?q=words',
      '/search?q=words&space=DOCS&label=red',
      '/search/suggest?q=pa',
      '/search/suggest?q=pa&space=DOCS',
      '/manage/connections/WORK',
      '/wiki/previews/shown-there',
    ])
  }
}

async function importPages(server: TestServer): Promise<string> {
  const save = async (fields: object, headers: Record<string, string> = {}): Promise<string> => {
    const { status, json } = await server.post({ overwrite: true, ...fields }, headers)
    assert.ok(status < 300, JSON.stringify(json))
    return json.page?.id
  }
  const pageId = await save({ pageTitle: 'Page', content: image, labels: ['red'], position: 2 })
  const keyed = { 'idempotency-key': 'once' }
  for (const content of ['more words', 'more words']) {
    await save({ pageTitle: 'Page', content, position: 1 }, keyed)
  }
  await save({ pageTitle: 'Page', dryRun: true })
  const below = await save({ pageTitle: 'Below', parentId: pageId })
  await save({ pageTitle: 'Renamed', pageId: below, content: 'other words' })
  await save({ pageTitle: 'Moved', pageId: below, parentId: pageId })
  await save({ pageTitle: 'Moved', pageId: below, parentId: pageId })
  await server.post({ pageTitle: 'Page', content: 'refused' }, { 'idempotency-key': 'freed' })
  await server.post({ pageTitle: 'Nowhere', parentId: '999' })
  const { space, token } = server
  const pages = [{ ref: 'one', parentId: pageId, pageTitle: 'Reserved' }]
  const answer = await send(
    server.endpoint.replace(/webtrigger$/, 'reservations'),
    JSON.stringify({ spaceId: space.key, pages }),
    {
      authorization: `Bearer ${token}`,
    },
  )
  assert.ok(answer.status < 300, JSON.stringify(answer.json))
  await save({ pageTitle: 'Reserved', pageId: answer.json.pages[0].id, parentId: pageId })
  return pageId
}

async function usePreview(
  { endpoint, token, space }: TestServer,
  pageId: string,
): Promise<string[]> {
  const run = { endpoint, token, runId: 'run' }
  const asked = { spaceId: space.key }
  const into = (name: string) => ({ ...run, endpoint: previewEndpoint(endpoint, name) })
  const page = { spaceId: space.id, parentId: space.homepageId, overwrite: true }
  const below = await importPage(run, { ...page, pageTitle: 'Goes', content: 'words' })
  const gone = [{ pageId: below.page?.id ?? '', version: 1 }]
  for (const name of ['shown', 'ended']) {
    await askPreview(run, name, 'begin', asked)
    const wanted = { ref: 'one', pageTitle: `New ${name}`, parentId: pageId }
    await requestReservations(into(name), space.key, [wanted])
    await importPage(into(name), {
      ...page,
      pageTitle: `New ${name}`,
      parentId: pageId,
      content: image,
    })
    await importPage(into(name), { ...page, pageTitle: 'Page', content: 'words of the preview' })
    await importPage(into(name), { ...page, pageTitle: 'Page', pageId, content: 'words of it' })
    await askPreview(run, name, 'show', { ...asked, gone })
  }
  await askPreview(run, 'ended', 'end', asked)
  return ['/wiki/previews/shown', `/wiki/previews/shown/pages/${pageId}`]
}

async function useHostApi(server: TestServer, pageId: string): Promise<void> {
  const { url, space } = server
  const { token } = await server.createHostToken('client')
  const ofPage = ['', '?version=1', '/direct-children', '/labels', '/attachments']
  for (const path of [
    '/spaces',
    `/spaces/${space.id}`,
    `/spaces/${space.id}/pages`,
    '/pages?title=Page',
    '/search?query=words',
    ...ofPage.map((part) => `/pages/${pageId}${part}`),
  ]) {
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${url}/wiki/api/v2${path}`, { headers })
    assert.ok(response.ok, await response.text())
  }
}

async function changePages(client: WebClient, server: TestServer): Promise<void> {
  const { json } = await server.post({ pageTitle: 'To be trashed' })
  const change = async (what: string): Promise<void> => {
    const path = `/wiki/spaces/DOCS/${what}/${json.page.id}`
    await client.get(what === 'restore' ? '/wiki/spaces/DOCS/trash' : path)
    assert.equal((await client.submit(path)).status, 303, what)
  }
  await change('trash')
  await change('restore')
}

async function followLinks(client: WebClient, starts: readonly string[]): Promise<void> {
  const waiting = [...starts]
  const seen = new Set(waiting)
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const answer = await client.get(path)
    assert.ok(answer.status < 500, `${path}: ${answer.status}`)
    for (const { attrs } of answer.elements()) {
      const [next = ''] = (attrs.href ?? attrs.src ?? '').split('#')
      if (!/^\/(?!assets)/.test(next) || seen.has(next) || seen.size === maxPages) continue
      seen.add(next)
      waiting.push(next)
    }
  }
}

/** Sends every kind of import into a connected space. */
async function useConnectedSpace(server: TestServer): Promise<void> {
  const site = await startConfluence('cloud')
  const { homepageId } = site
  try {
    await connectSpace(server, await server.createSpace('WORK'), site)
    await changePolicies(server, {})
    const ask = (fields: object, headers: Record<string, string> = {}) => {
      const place = { spaceId: 'WORK', parentId: homepageId, overwrite: true }
      return server.post({ ...place, ...fields }, headers)
    }
    const save = async (fields: object, headers?: Record<string, string>): Promise<string> => {
      const { status, json } = await ask(fields, headers)
      assert.ok(status < 300, JSON.stringify(json))
      return json.page.id
    }
    const first = { pageTitle: 'There', content: image, labels: ['red'], position: 2 }
    await waitUntil('it is connected', async () => (await ask(first)).status === 201)
    const id = await save({ ...first, content: 'more words', labels: ['blue'], position: 1 })
    const same = { pageTitle: 'There', content: 'more words' }
    for (const headers of [{}, { 'markport-run': 'one' }, { 'idempotency-key': 'there' }]) {
      await save(same, headers)
    }
    await ask({ pageTitle: 'There', dryRun: true })
    await save({ pageTitle: 'Renamed there', pageId: id, content: 'other words' })
    site.humanEdit(id, 0, () => 'words of theirs')
    await save({ pageTitle: 'Renamed there', content: 'last words' })
    await save({ pageTitle: 'Below there', parentId: id, position: 1 })
    await ask({ pageTitle: 'Nowhere', parentId: '999' })
    await usePreviewThere(server, homepageId, id)
    Object.assign(site.switches, { failing: 'writes', failures: { count: 2, status: 503 } })
    await waitUntil('it arrives', async () => (await ask({ pageTitle: 'Late' })).status < 300)
  } finally {
    await site.stop()
  }
}

async function usePreviewThere(
  { endpoint, token }: TestServer,
  homepageId: string,
  pageId: string,
): Promise<void> {
  const name = 'shown-there'
  const run = { endpoint, token, runId: 'preview-there' }
  const into = { ...run, endpoint: previewEndpoint(endpoint, name) }
  const space = { spaceId: 'WORK' }
  const place = { ...space, parentId: homepageId, overwrite: true }
  await askPreview(run, name, 'begin', space)
  const wanted = [{ ref: 'one', pageTitle: 'Made there', parentId: homepageId }]
  const [made] = await requestReservations(into, 'WORK', wanted)
  const madeId = made?.id ?? ''
  await importPage(into, { ...place, pageTitle: 'Made there', content: image, pageId: madeId })
  const low = { ...place, parentId: madeId, pageTitle: 'Low there' }
  await importPage(into, { ...low, content: 'words' })
  const changed = { ...place, pageTitle: 'Renamed there', content: 'words of the preview' }
  await importPage(into, { ...changed, pageId })
  await askPreview(run, name, 'show', { ...space, gone: [] })
}
