/** SIGTERM: every request that was accepted is answered, and the process ends with 0. @module */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, type ClientRequest, request } from 'node:http'
import { connect } from 'node:net'
import { json, text } from 'node:stream/consumers'
import { before, test } from 'node:test'
import { sql } from '../src/store/sql.ts'
import { temporaryFolder } from './support/base/temporary-folder.ts'
import { waitUntil } from './support/base/wait-until.ts'
import { type PreparedStore, prepareStore } from './support/prepared-store.ts'
import { type ServiceProcess, startService } from './support/service/service-process.ts'
import { validImport } from './support/service/test-server.ts'
import { openTestDatabase } from './support/store/shared-writer.ts'

let dataDirectory: string
let store: PreparedStore

before(async () => {
  dataDirectory = temporaryFolder()
  store = await prepareStore({ dataDirectory })
  await store.database.close()
})

test('answers what it accepted, loses none of it and exits with 0', async () => {
  const service = await startService({ dataDirectory })
  const acknowledged: string[] = []
  const failures: string[] = []
  const enough = Promise.withResolvers<void>()
  let isStopping = false
  // Few enough to be answered before the shutdown's deadline.
  const load = Array.from({ length: 4 }, async (_, client) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let index = 0; ; index += 1) {
      const fields = { ...validImport(store), pageTitle: `${client}-${index}` }
      const sent = post(service.endpoint, JSON.stringify(fields), agent)
      try {
        acknowledged.push(await sent.pageId)
        if (acknowledged.length === 50) enough.resolve()
      } catch (error) {
        // Closing the socket resets queued connections, so only requests on reused connections count as lost.
        const isRefused = isStopping && !sent.request.reusedSocket
        if (!isRefused) failures.push(String((error as { code?: string }).code ?? error))
        enough.resolve()
        agent.destroy()
        return
      }
    }
  })
  await enough.promise
  isStopping = true
  const end = await service.end('SIGTERM')
  await Promise.all(load)
  assert.deepEqual(failures, [])
  assert.deepEqual(end, { code: 0, signal: null })
  const database = await openTestDatabase({ dataDirectory })
  const rows = await database.read<{ id: number }>(sql`select id from pages`)
  await database.close()
  const ids = new Set(rows.map(({ id }) => String(id)))
  assert.deepEqual(
    acknowledged.filter((id) => !ids.has(id)),
    [],
  )
})

test('answers a request whose body was still on its way, and waits for no idle connection', async () => {
  const service = await startService({ dataDirectory })
  const idle = connect(Number(new URL(service.url).port), '127.0.0.1')
  await once(idle, 'connect')
  const told = text(idle).catch(() => '')
  const body = JSON.stringify({ ...validImport(store), pageTitle: 'On its way' })
  const answer = new Promise<number>((resolve, reject) => {
    const sending = request(service.endpoint, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${store.token}`,
        'content-length': Buffer.byteLength(body),
      },
    })
    sending.on('response', (response) => {
      response.resume()
      resolve(response.statusCode as number)
    })
    sending.on('error', reject)
    sending.write(body.slice(0, 10), async () => {
      await untilTwoInProgress(service)
      void service.end('SIGTERM')
      await untilClosed(service)
      sending.end(body.slice(10))
    })
  })
  assert.equal(await answer, 201)
  assert.equal((await service.ended).code, 0)
  // The time limit of headers would be told.
  assert.equal(await told, '')
})

function post(
  endpoint: string,
  body: string,
  agent: Agent,
): { readonly request: ClientRequest; readonly pageId: Promise<string> } {
  const { promise: pageId, resolve, reject } = Promise.withResolvers<string>()
  const headers = { authorization: `Bearer ${store.token}` }
  const sending = request(endpoint, { method: 'POST', headers, agent }, (response) => {
    json(response).then((answer) => resolve((answer as { page: { id: string } }).page.id), reject)
  })
  sending.on('error', reject)
  sending.end(body)
  return { request: sending, pageId }
}

function untilTwoInProgress({ url }: ServiceProcess): Promise<void> {
  return waitUntil('two requests are in progress', async () => {
    const metrics = await (await fetch(`${url}/metrics`)).text()
    return /^markport_http_requests_in_progress [2-9]/m.test(metrics)
  })
}

function untilClosed({ url }: ServiceProcess): Promise<void> {
  return waitUntil('the service takes no connections', async () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    return !isOpen
  })
}
