import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import type { ConfluenceError } from './confluence-error.ts'
import { findMissingCalls, findMissingRights } from './needed-calls.ts'
import type { OpenSiteOptions } from './open-site.ts'

test('accuses no token without scopes, and fails where the site does not answer', async (t) => {
  const untold = await find(t, undefined, (_, response) =>
    response.writeHead(401, { server: 'AtlassianEdge' }).end('{}'),
  )
  assert.deepEqual(untold, { scopes: [], lost: [] })
  const down = find(t, 'cloud-id', (_, response) => void response.writeHead(503).end())
  await assert.rejects(down, (error: ConfluenceError) => error.kind === 'unavailable')
})

test('tells what the account may not do in a space, where the site tells', async (t) => {
  const attach = { operation: 'create', targetType: 'attachment' }
  const rightsOf = async (answer: RequestListener) =>
    findMissingRights(await startSite(t, undefined, answer), space)
  const told = await rightsOf((request, response) => {
    const isOfSpace = request.url === '/wiki/api/v2/spaces/12/operations'
    response.end(JSON.stringify({ operations: isOfSpace ? [attach, null, 7, {}] : [] }))
  })
  assert.deepEqual(told, ['create page'])
  assert.deepEqual(await rightsOf((_, response) => void response.writeHead(404).end('{}')), [])
  const down = rightsOf((_, response) => void response.writeHead(503).end())
  await assert.rejects(down, (error: ConfluenceError) => error.kind === 'unavailable')
})

const space = { id: '12', key: 'ENG', name: 'Engineering', homepageId: '34' }

async function find(t: TestContext, cloudId: string | undefined, answer: RequestListener) {
  return findMissingCalls(await startSite(t, cloudId, answer))
}

async function startSite(
  t: TestContext,
  cloudId: string | undefined,
  answer: RequestListener,
): Promise<OpenSiteOptions> {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/wiki`
  return {
    kind: 'cloud',
    address: { baseUrl, cloudId },
    readCredential: async () => ({ email: undefined, token: 'a-token' }),
    patience: { maxReads: 1 },
  }
}
