/** `npm run bench:export -- [PAGES] [KILOBYTES]`: time and memory of an export, then the cost of an agent's first call. @module */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hostTokens } from '../src/accounts/tokens/host-tokens.ts'
import { idAllocator } from '../src/store/ids.ts'
import { dayMs, prepareStore } from '../test/support/prepared-store.ts'
import { startProcess } from '../test/support/service/service-process.ts'
import { send } from '../test/support/service/test-server.ts'
import { sampleMarkdown } from './sample-markdown.ts'
import { treeMemory, treeMicroseconds } from './support/process-threads.ts'

const [pages = 10_000, kilobytes = 4] = process.argv.slice(2).map(Number)
const writers = 8
const sampleMs = 500
const told = 12

const dataDirectory = mkdtempSync(join(tmpdir(), 'markport-export-'))
const store = await prepareStore({ dataDirectory })
const { database, space } = store
const keeper = hostTokens({ database, ids: idAllocator(database), clock: () => new Date() })
const made = { name: 'export', owner: 'admin', lifetimeMs: dayMs, createdBy: 'bench' }
const { token } = await keeper.create(made)
await database.close()
const program = resolve(import.meta.dirname, '../bin/markport.js')
const serve = ['serve', '--json', '--listen', '127.0.0.1:0', '--data', dataDirectory]
const service = await startProcess([program, ...serve])
const { origin } = new URL(service.endpoint)
const headers = { authorization: `Bearer ${token}` }

let next = 0
const importPages = async (): Promise<void> => {
  while (next < pages) {
    next += 1
    const pageTitle = `Page ${next}`
    const content = sampleMarkdown(kilobytes * 1024, pageTitle)
    const body = JSON.stringify({
      spaceId: space.id,
      parentId: space.homepageId,
      pageTitle,
      content,
    })
    const { status } = await send(service.endpoint, body, {
      authorization: `Bearer ${store.token}`,
    })
    if (status !== 201) throw new Error(`${status}`)
  }
}
await Promise.all(Array.from({ length: writers }, importPages))
await sleep(10_000)

const start = performance.now()
const usedBefore = treeMicroseconds(service.pid)
const held: number[] = []
const look = (): void => {
  held.push(Math.round(treeMemory(service.pid).pssMb))
}
look()
const looking = setInterval(look, sampleMs)
let bytes = 0
const archive = await fetch(`${origin}/wiki/spaces/DOCS/export.zip`, { headers })
for await (const chunk of archive.body ?? []) bytes += chunk.length
clearInterval(looking)
look()
const seconds = (performance.now() - start) / 1_000
const used = (treeMicroseconds(service.pid) - usedBefore) / 1e6
process.stdout.write(
  `${pages} pages of ${kilobytes} KB: ${seconds.toFixed(1)} s, ${used.toFixed(1)} s of processor time, ${Math.round(bytes / 1024 / 1024)} MB; MB held on the way: ${some(held).join(' ')}\n`,
)

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
const call = async (): Promise<string> => {
  const before = { memory: treeMemory(service.pid).pssMb, us: treeMicroseconds(service.pid) }
  const answer = await fetch(`${origin}/mcp`, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(ping),
  })
  if (answer.status !== 200) throw new Error(`${answer.status}`)
  await answer.arrayBuffer()
  const ms = (treeMicroseconds(service.pid) - before.us) / 1_000
  const more = treeMemory(service.pid).pssMb - before.memory
  return `${ms.toFixed(1)} ms of processor time, ${more.toFixed(1)} MB`
}
process.stdout.write(`agents: the first call ${await call()}; the second ${await call()}\n`)
await service.end('SIGKILL')
rmSync(dataDirectory, { recursive: true, force: true })

function some(values: readonly number[]): number[] {
  const step = Math.max(1, (values.length - 1) / (told - 1))
  const count = Math.min(told, values.length)
  return Array.from({ length: count }, (_, index) => values[Math.round(index * step)] ?? 0)
}
