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
  readonly bursts: { readonly process: number; readonly tree: number }[]
  imports: number
}

const here = resolve(import.meta.dirname, '..')
const candidates: Candidate[] = [await startFloor()]
for (const checkout of [here, ...checkouts]) candidates.push(await start(resolve(checkout)))
for (const candidate of candidates) await sendBurst(candidate)
for (let round = 0; round < rounds; round += 1) {
  for (const candidate of candidates) candidate.bursts.push(await sendBurst(candidate))
}
const floor = median(candidates[0] as Candidate, 'tree')
process.stdout.write(
  `${engine}, 10 KB, ${connections} connections, median of ${rounds} bursts of ${burst}: processor µs an import\n`,
)
for (const candidate of candidates) {
  const tree = median(candidate, 'tree')
  const own = Math.round(median(candidate, 'process'))
  process.stdout.write(
    `${String(Math.round(tree)).padStart(7)} in all, ${String(own).padStart(6)} in the process that answers, ${(tree / floor).toFixed(1)} × floor  ${candidate.name}\n`,
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

async function sendBurst(candidate: Candidate): Promise<{ process: number; tree: number }> {
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
  return {
    process: (after.process - before.process) / burst,
    tree: (after.tree - before.tree) / burst,
  }
}

/** What a process and its children have used, as the scheduler counts it; PostgreSQL is not one of them. */
function usedMicroseconds(pid: number): { process: number; tree: number } {
  const own = threadsMicroseconds(pid)
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  const below = children.filter(Boolean).map((child) => threadsMicroseconds(Number(child)))
  return { process: own, tree: below.reduce((sum, used) => sum + used, own) }
}

function threadsMicroseconds(pid: number): number {
  return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
    const text = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8')
    return sum + Number(text.split(' ')[0]) / 1_000
  }, 0)
}

function median({ bursts }: Candidate, part: 'process' | 'tree'): number {
  const sorted = bursts.map((one) => one[part]).sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] as number
}
