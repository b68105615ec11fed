/**
 * Processor time of an import, this checkout beside the floor and beside other checkouts, in
 * alternating bursts of one run: figures that other work on the machine hardly moves.
 * `npm run bench:processor-time -- [sqlite|postgres] [CONNECTIONS] [CHECKOUT…]`
 * @module
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Pool } from 'undici'
import type { DatabaseOptions } from '../src/database/open-database.ts'
import type { PreparedStore } from '../test/support/prepared-store.ts'
import { type ServiceProcess, startProcess } from '../test/support/service-process.ts'
import { startPostgres } from '../test/support/test-postgres.ts'
import { sampleMarkdown } from './sample-markdown.ts'
import { childrenOf, type Thread, threadsOf } from './support/process-threads.ts'

const [engine = 'sqlite', connectionCount = '64', ...checkouts] = process.argv.slice(2)
const connections = Number(connectionCount)
const rounds = 7
const burst = 400
const content = sampleMarkdown(10 * 1024, 'Sample')
const folder = mkdtempSync(join(tmpdir(), 'markport-processor-'))
const cluster = engine === 'postgres' ? await startPostgres() : undefined

interface Candidate {
  readonly name: string
  readonly service: ServiceProcess
  readonly place: { readonly spaceId: string; readonly parentId: string }
  readonly token: string
  readonly pool: Pool
  readonly bursts: Used[]
  imports: number
}

const here = resolve(import.meta.dirname, '..')
const candidates: Candidate[] = [await startFloor()]
for (const checkout of [here, ...checkouts]) candidates.push(await start(resolve(checkout)))
for (const candidate of candidates) await sendBurst(candidate)
for (let round = 0; round < rounds; round += 1) {
  for (const candidate of candidates) candidate.bursts.push(await sendBurst(candidate))
}
const floor = median(candidates[0] as Candidate, total)
process.stdout.write(
  `${engine}, 10 KB, ${connections} connections, median of ${rounds} bursts of ${burst}: processor µs an import\n`,
)
for (const candidate of candidates) {
  const of = (part: keyof Used): string =>
    `${part} ${Math.round(median(candidate, (used) => used[part]))}`
  const all = median(candidate, total)
  process.stdout.write(
    `${String(Math.round(all)).padStart(7)} in all, ${(all / floor).toFixed(1)} × floor: ${partsOf(candidate).map(of).join(', ')}  ${candidate.name}\n`,
  )
  await candidate.pool.destroy()
  await candidate.service.end('SIGKILL')
}
await cluster?.stop()
rmSync(folder, { recursive: true, force: true })

async function startFloor(): Promise<Candidate> {
  const service = await startProcess([
    process.execPath,
    join(here, 'bench/floor-service.ts'),
    JSON.stringify(await freshPlace('floor')),
  ])
  const place = { spaceId: '1', parentId: '1' }
  return candidate('floor', service, place, service.token as string)
}

/** Each checkout prepares its own store: their schemas may differ. */
async function start(checkout: string): Promise<Candidate> {
  const place = await freshPlace(`checkout_${candidates.length}`)
  const module = pathToFileURL(join(checkout, 'test/support/prepared-store.ts')).href
  const { prepareStore } = (await import(module)) as {
    prepareStore(place: DatabaseOptions): Promise<PreparedStore>
  }
  const { space, token, database } = await prepareStore(place)
  await database.close()
  const service = await startProcess([
    process.execPath,
    join(checkout, 'bench/service.ts'),
    JSON.stringify(place),
  ])
  return candidate(checkout, service, { spaceId: space.id, parentId: space.homepageId }, token)
}

function candidate(
  name: string,
  service: ServiceProcess,
  place: Candidate['place'],
  token: string,
): Candidate {
  const pool = new Pool(new URL(service.endpoint).origin, { connections, pipelining: 1 })
  return { name, service, place, token, pool, bursts: [], imports: 0 }
}

async function freshPlace(name: string): Promise<DatabaseOptions> {
  return cluster === undefined
    ? { dataDirectory: mkdtempSync(join(folder, 'store-')) }
    : { databaseUrl: await cluster.createDatabase(name) }
}

async function sendBurst(candidate: Candidate): Promise<Used> {
  const { service, pool, place, token } = candidate
  const path = new URL(service.endpoint).pathname
  const before = usedMicroseconds(service.pid)
  let left = burst
  const client = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      candidate.imports += 1
      const answer = await pool.request({
        method: 'POST',
        path,
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify({ ...place, pageTitle: `Page ${candidate.imports}`, content }),
      })
      const text = await answer.body.text()
      if (answer.statusCode >= 300) throw new Error(`${answer.statusCode}: ${text}`)
    }
  }
  await Promise.all(Array.from({ length: connections }, client))
  const after = usedMicroseconds(service.pid)
  const used = (part: keyof Used): number => (after[part] - before[part]) / burst
  return {
    main: used('main'),
    writer: used('writer'),
    'V8 and I/O': used('V8 and I/O'),
    workers: used('workers'),
    server: used('server'),
  }
}

/** Where processor time went, in microseconds. */
interface Used {
  /** The thread that answers. */
  readonly main: number
  /** SQLite's writer thread. */
  readonly writer: number
  /** The other threads of that process. */
  readonly 'V8 and I/O': number
  /** Its children. */
  readonly workers: number
  /** Every process of PostgreSQL on this machine. */
  readonly server: number
}

function usedMicroseconds(pid: number): Used {
  const threads = threadsOf(pid)
  const sum = (some: readonly Thread[]): number => some.reduce((all, { us }) => all + us, 0)
  const [main, own] = [
    threads.filter(({ id }) => id === pid),
    threads.filter(({ id }) => id !== pid),
  ]
  const writer = own.filter(isWriter)
  return {
    main: sum(main),
    writer: sum(writer),
    'V8 and I/O': sum(own) - sum(writer),
    workers: sum(childrenOf(pid).flatMap(threadsOf)),
    server: engine === 'postgres' ? sum(postgresThreads()) : 0,
  }
}

/** Node names its worker threads; the libraries' own have other names. */
function isWriter({ name }: Thread): boolean {
  return name.includes('orker') && !name.startsWith('V8') && !name.startsWith('libuv')
}

function postgresThreads(): Thread[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((pid) => {
    try {
      const name = readFileSync(`/proc/${pid}/comm`, 'utf8')
      return name.startsWith('postgres') ? threadsOf(Number(pid)) : []
    } catch {
      return []
    }
  })
}

function total(used: Used): number {
  return Object.values(used).reduce((all: number, part: number) => all + part, 0)
}

function partsOf({ bursts }: Candidate): (keyof Used)[] {
  const parts: (keyof Used)[] = ['main', 'writer', 'V8 and I/O', 'workers', 'server']
  return parts.filter((part) => bursts.some((used) => used[part] > 0))
}

function median({ bursts }: Candidate, read: (used: Used) => number): number {
  const sorted = bursts.map(read).sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] as number
}
