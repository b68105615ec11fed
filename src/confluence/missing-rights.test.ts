import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import type { SiteKind } from '../wiki/pages/connected-place.ts'
import type { ConfluenceError } from './confluence-error.ts'
import { findMissingRights, type MissingRights } from './missing-rights.ts'

const noScope = JSON.stringify({ code: 401, message: 'Unauthorized; scope does not match' })
const create = { operation: 'create', targetType: 'page' }
const attach = { operation: 'create', targetType: 'attachment' }

type Answer = (request: IncomingMessage, response: ServerResponse) => void

test('tells the scopes that the gateway misses, by requests that ask for nothing', async (t) => {
  const { scopes, operations } = await find(t, 'cloud-id', (request, response) => {
    const path = `${request.method} ${request.url?.replace(/^.*\/wiki/, '')}`
    if (/^POST \/api\/v2\/pages$|-comments/.test(path)) response.writeHead(401).end(noScope)
    else if (path.includes('/operations')) {
      response.end(JSON.stringify({ operations: [create, attach] }))
    } else response.writeHead(404).end('{"errors":[{"title":"Cannot find a page with id [1]"}]}')
  })
  assert.deepEqual(scopes, ['write:page:confluence', 'read:comment:confluence'])
  assert.deepEqual(operations, [])
})

test('tells what the account may not do in the space; a token without scopes misses none', async (t) => {
  const rights = await find(t, undefined, (request, response) => {
    if (request.url !== '/wiki/api/v2/spaces/12/operations')
      response.writeHead(401, { server: 'AtlassianEdge' })
    response.end(JSON.stringify({ operations: [attach, null, 7, { operation: 'read' }] }))
  })
  assert.deepEqual(rights, { scopes: [], removed: [], operations: ['create page'] })
})

test('tells of Data Center whether the account may change the homepage', async (t) => {
  const read = { operation: 'read', targetType: 'page' }
  const update = { operation: 'update', targetType: 'page' }
  for (const [operations, missing] of [
    [[read, update], []],
    [[read], ['update page']],
    [undefined, []],
  ]) {
    const paths: unknown[] = []
    const rights = await find(
      t,
      undefined,
      (request, response) => {
        paths.push(request.url)
        response.end(JSON.stringify({ id: '34', operations }))
      },
      { kind: 'data-center', homepageId: '34' },
    )
    assert.deepEqual(rights, { scopes: [], removed: [], operations: missing })
    assert.equal(paths.at(-1), '/wiki/rest/api/content/34?expand=operations')
  }
})

test('accuses nobody where the site does not tell, and fails where it does not answer', async (t) => {
  const untold = await find(t, undefined, (_, response) => void response.writeHead(404).end('{}'))
  assert.deepEqual(untold, { scopes: [], removed: [], operations: [] })
  const down = find(t, 'cloud-id', (_, response) => void response.writeHead(503).end())
  await assert.rejects(down, (error: ConfluenceError) => error.kind === 'unavailable')
})

async function find(
  t: TestContext,
  cloudId: string | undefined,
  answer: Answer,
  { kind, homepageId }: { kind: SiteKind; homepageId?: string } = { kind: 'cloud' },
): Promise<MissingRights> {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/wiki`
  return findMissingRights(
    {
      kind,
      address: { baseUrl, cloudId },
      readCredential: async () => ({ email: undefined, token: 'a-token' }),
      patience: { maxReads: 1 },
    },
    { id: '12', key: 'ENG', name: 'Engineering', homepageId },
  )
}
