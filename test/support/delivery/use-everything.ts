/** Uses a service for all that it does with pages, so that every statement about them is sent. @module */
import assert from 'node:assert/strict'
import { importPage } from '../../../src/folder/client/import-page.ts'
import {
  askPreview,
  previewEndpoint,
  requestReservations,
} from '../../../src/folder/client/service-requests.ts'
import { signedIn, type WebClient } from '../browser/web-client.ts'
import { send, type TestServer } from '../service/test-server.ts'
import { useConnectedSpace } from './use-connected-space.ts'

const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const image = `words\n\n![dot](data:image/png;base64,${dot})`

const maxPages = 80

export async function useEverything(server: TestServer): Promise<void> {
  await server.createUser('ann', { isAdministrator: true })
  await server.grant(await server.createUser('bob'), server.space, 'read')
  await server.createSpace('OTHER')
  const pageId = await importPages(server)
  await useHostApi(server, pageId)
  const previewed = await usePreview(server, pageId)
  await useConnectedSpace(server, image)
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
