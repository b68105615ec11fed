/** `npm run bench:page-view -- [sqlite|postgres] [CHECKOUT…]`: page views beside bare node:http and other checkouts. @module */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Pool } from 'undici'
import type { DatabaseOptions } from '../src/store/open-database.ts'
import { webClient } from '../test/support/browser/web-client.ts'
import { startPostgres } from '../test/support/postgres/test-postgres.ts'
import { type PreparedStore, userPassword } from '../test/support/prepared-store.ts'
import { type ServiceProcess, startProcess } from '../test/support/service/service-process.ts'
import { send } from '../test/support/service/test-server.ts'
import { sampleMarkdown } from './sample-markdown.ts'
import { treeMicroseconds } from './support/process-threads.ts'

const [engine = 'sqlite', ...checkouts] = process.argv.slice(2)
const rounds = 9
const burst = 600
const warmUps = 4
const here = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'markport-view-'))
const cluster = engine === 'postgres' ? await startPostgres() : undefined

interface Candidate {
  readonly name: string
  readonly service: ServiceProcess
  readonly path: string
  readonly cookie: string
}

type Headers = Readonly<Record<string, string>>

const candidates: Candidate[] = []
for (const checkout of [here, ...checkouts]) candidates.push(await start(resolve(checkout)))
process.stdout.write(
  `${engine}, median of ${rounds} bursts of ${burst}: processor µs a page view\n`,
)
for (const reader of ['anyone', 'signed in'] as const) {
  for (const [way, headers] of Object.entries({
    plain: {},
    brotli: { 'accept-encoding': 'br' },
    'not modified': { 'accept-encoding': 'br', 'if-none-match': 'the tag' },
    Markdown: { accept: 'text/markdown' },
  })) {
    for (const connections of [8, 64]) await compare(reader, way, headers, connections)
  }
}
for (const { service } of candidates) await service.end('SIGKILL')
await cluster?.stop()
rmSync(folder, { recursive: true, force: true })

async function compare(
  reader: 'anyone' | 'signed in',
  way: string,
  asked: Headers,
  connections: number,
): Promise<void> {
  const [own] = candidates as [Candidate]
  const headersOf = async (one: Candidate): Promise<Headers> => {
    const headers = { ...asked, ...(reader === 'anyone' ? {} : { cookie: one.cookie }) }
    if (asked['if-none-match'] === undefined) return headers
    const answer = await fetch(new URL(one.path, one.service.endpoint), { headers })
    return { ...headers, 'if-none-match': answer.headers.get('etag') as string }
  }
  const bare = await startBare(own, await headersOf(own))
  const all = [bare, ...candidates]
  const bursts = new Map<Candidate, number[]>(all.map((one) => [one, []]))
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const one of all) {
      const us = await sendBurst(one, await headersOf(one), connections)
      if (round >= 0) bursts.get(one)?.push(us)
    }
  }
  const floor = median(bursts.get(bare) as number[])
  const told = candidates.map((one) => {
    const us = median(bursts.get(one) as number[])
    return `${Math.round(us)} = ${(us / floor).toFixed(1)} × bare`
  })
  const what = `${reader}, ${way}, ${connections} connections`
  process.stdout.write(`${what.padEnd(42)} bare ${Math.round(floor)}, ${told.join(', ')}\n`)
  await bare.service.end('SIGKILL')
}

async function startBare({ service, path }: Candidate, headers: Headers): Promise<Candidate> {
  const pool = new Pool(new URL(service.endpoint).origin)
  const answer = await pool.request({ method: 'GET', path, headers })
  const body = Buffer.from(await answer.body.arrayBuffer())
  await pool.close()
  const { date, connection, 'keep-alive': _, ...sent } = answer.headers
  const file = join(folder, createHash('sha256').update(body).digest('hex'))
  writeFileSync(file, body)
  const program = join(here, 'bench/bare-server.ts')
  const facts = JSON.stringify({ status: answer.statusCode, headers: sent, file })
  const bare = await startProcess([process.execPath, program, facts])
  return { name: 'bare', service: bare, path, cookie: '' }
}

/** Checkouts may have different schemas, so each prepares its own store. */
async function start(checkout: string): Promise<Candidate> {
  const place: DatabaseOptions =
    cluster === undefined
      ? { dataDirectory: mkdtempSync(join(folder, 'store-')) }
      : { databaseUrl: await cluster.createDatabase(`checkout_${candidates.length}`) }
  const module = pathToFileURL(join(checkout, 'test/support/prepared-store.ts')).href
  const { prepareStore } = (await import(module)) as {
    prepareStore(place: DatabaseOptions): Promise<PreparedStore>
  }
  const store = await prepareStore(place)
  const { space, token } = store
  const reader = await store.createUser('ann')
  await store.grant(reader, space, 'read')
  await store.database.close()
  const program = join(checkout, 'bench/service.ts')
  const service = await startProcess([process.execPath, program, JSON.stringify(place), 'anyone'])
  let path = ''
  let parentId = space.homepageId
  for (const pageTitle of [
    'Chapter',
    'Part',
    ...Array.from({ length: 20 }, (_, i) => `Page ${i}`),
  ]) {
    const content = sampleMarkdown(10 * 1024, pageTitle)
    const body = JSON.stringify({ spaceId: space.id, parentId, pageTitle, content })
    const { json } = await send(service.endpoint, body, { authorization: `Bearer ${token}` })
    if (!pageTitle.startsWith('Page')) parentId = json.page.id
    path = `/wiki/spaces/DOCS/pages/${json.page.id}`
  }
  const client = webClient(service.endpoint)
  await client.signIn('ann', userPassword)
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return { name: checkout, service, path, cookie }
}

async function sendBurst(
  { service, path }: Candidate,
  headers: Headers,
  connections: number,
): Promise<number> {
  const pool = new Pool(new URL(service.endpoint).origin, { connections, pipelining: 1 })
  const before = treeMicroseconds(service.pid)
  let left = burst
  const client = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      const answer = await pool.request({ method: 'GET', path, headers })
      await answer.body.dump({ limit: Number.POSITIVE_INFINITY })
      if (answer.statusCode > 304) throw new Error(`${answer.statusCode}`)
    }
  }
  await Promise.all(Array.from({ length: connections }, client))
  const used = treeMicroseconds(service.pid) - before
  await pool.close()
  return used / burst
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number
}
