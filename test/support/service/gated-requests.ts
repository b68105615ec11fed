/** A request for each gate of a service, of which nothing is wrong. @module */
import { cookiesOf, signedIn, type WebClient } from '../browser/web-client.ts'
import { folderBody } from '../folders/sent-folder.ts'
import { type PreparedStore, userPassword } from '../prepared-store.ts'
import type { GatedRequest } from './leaving-clients.ts'
import { validImport } from './test-server.ts'

const content = 'A sentence with **marks** and a [link](https://example.org).\n\n'.repeat(1600)

interface ApiOfServer {
  readonly server: Pick<PreparedStore, 'token' | 'space' | 'createUser'> & {
    readonly url: string
    readonly endpoint: string
  }
  readonly token: string
}

/** Imports are repeated, because they wait longest. */
export async function gatedRequests(api: ApiOfServer): Promise<readonly GatedRequest[]> {
  const { server, token } = api
  await server.createUser('ann', { isAdministrator: true })
  const visitor = await signedIn(server, 'ann')
  const imports = importRequest(server, server.token)
  const page = { authorization: `Bearer ${token}` }
  return [
    ...Array.from({ length: 16 }, () => imports),
    {
      ...imports,
      path: imports.path.replace('webtrigger', 'reservations'),
      body: reservation(api),
    },
    ...(await formRequests(visitor, server)),
    get('/wiki/api/v2/pages', page),
    get('/', {}),
    get('/search?q=hello', {}),
    get(`/wiki/spaces/DOCS/markdown/${server.space.homepageId}`, {}),
    get('/wiki/spaces/DOCS/export.zip', {}),
    agentRequest(api),
    ...previewRequests(imports, server.space.id),
    await signInRequest(server.url),
  ]
}

export async function sendWhole(
  url: string,
  { method, path, headers, body }: GatedRequest,
): Promise<[number, string]> {
  const init = { method, headers, ...(method === 'POST' && { body }) }
  const answer = await fetch(url + path, { ...init, redirect: 'manual' })
  return [answer.status, await answer.text()]
}

export function importRequest(
  server: Parameters<typeof validImport>[0] & { readonly endpoint: string },
  token: string,
): GatedRequest {
  return {
    method: 'POST',
    path: new URL(server.endpoint).pathname,
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ ...validImport(server), content, overwrite: true }),
  }
}

function reservation({ server: { space } }: ApiOfServer): string {
  const pages = [{ ref: 'a', pageTitle: 'Reserved', parentId: space.homepageId }]
  return JSON.stringify({ spaceId: space.id, pages })
}

export function agentRequest({
  server: { space, token: importToken },
  token,
}: ApiOfServer): GatedRequest {
  const page = { space: space.key, parentId: space.homepageId, title: 'By an agent', content }
  const params = { name: 'preview_import', arguments: page }
  return {
    method: 'POST',
    path: '/mcp',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'markport-import-token': importToken,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  }
}

export function previewRequests(imports: GatedRequest, spaceId: string): readonly GatedRequest[] {
  const headers = { ...imports.headers, 'markport-run': 'crowd' }
  const path = imports.path.replace('webtrigger', 'previews/crowd/')
  return [
    { ...imports, headers, path: `${path}begin`, body: JSON.stringify({ spaceId }) },
    { ...imports, headers, path: `${path}webtrigger` },
  ]
}

/** As long as browsers' boundaries: shorter than 27 is not read. */
const boundary = 'boundary-of-a-form-of-a-crowd'

export async function formRequests(
  visitor: WebClient,
  { url, space }: ApiOfServer['server'],
): Promise<readonly GatedRequest[]> {
  const headers = {
    cookie: cookiesOf(visitor),
    origin: url,
    'sec-fetch-site': 'same-origin',
    accept: 'application/json',
    'content-type': `multipart/form-data; boundary=${boundary}`,
  }
  const place = { spaceId: space.id, parentId: space.homepageId }
  const post = (path: string, fields: Readonly<Record<string, string>>): GatedRequest => ({
    method: 'POST',
    path,
    headers,
    body: `${Object.entries({ ...place, ...fields })
      .map(toPart)
      .join('')}--${boundary}--\r\n`,
  })
  const page = { pageTitle: 'By form', content }
  return [
    post('/import', page),
    post('/import/preview', page),
    {
      method: 'POST',
      path: '/import/folder',
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      body: folderBody(place, { 'a.md': content }).toString(),
    },
  ]
}

function toPart([name, value]: [string, string]): string {
  return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
}

async function signInRequest(url: string): Promise<GatedRequest> {
  return {
    method: 'POST',
    path: '/sign-in',
    headers: {
      origin: url,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ name: 'ann', password: userPassword }).toString(),
  }
}

export function get(path: string, headers: Readonly<Record<string, string>>): GatedRequest {
  return { method: 'GET', path, headers, body: '' }
}
