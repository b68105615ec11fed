/** `npm run soak -- MINUTES [sqlite|postgres]`: memory stays level under mixed use; fails if the last quarter is a tenth above the second. @module */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { treeMemory } from '../../bench/support/process-threads.ts'
import type { DatabaseOptions } from '../../src/store/open-database.ts'
import { seededRandom } from '../support/base/seeded-random.ts'
import { createTestDatabase, stopOwnCluster } from '../support/postgres/test-postgres.ts'
import { prepareStore } from '../support/prepared-store.ts'
import { type MixedUse, mixedUse } from '../support/service/mixed-use.ts'
import { type ServiceProcess, startService } from '../support/service/service-process.ts'

const [minutes = '240', engine = 'sqlite'] = process.argv.slice(2)
const endsAt = Date.now() + Number(minutes) * 60_000
const lookMs = 10_000
const callers = 4
/** Keeps the load below capacity, so that retained memory shows. */
const pauseMs = 150
const maxGrowth = 1.1

interface Look {
  readonly rss: number
  readonly pss: number
  readonly heap: number
}

const folder = mkdtempSync(join(tmpdir(), 'markport-soak-'))
const postgres = engine === 'postgres' ? await createTestDatabase() : undefined
const store: DatabaseOptions =
  postgres === undefined ? { dataDirectory: folder } : { databaseUrl: postgres.url }
const prepared = await prepareStore(store)
await prepared.createUser('boss', { isAdministrator: true })
await prepared.database.close()
const service = await startService(store)
const looks: Look[] = []
try {
  const use = await mixedUse({ ...service, ...prepared })
  const working = Array.from({ length: callers }, (_, seed) => work(use, seededRandom(seed)))
  while (Date.now() < endsAt) {
    await wait(lookMs)
    looks.push(await look(service))
    process.stdout.write(`${JSON.stringify({ ...looks.at(-1), ...use.counts })}\n`)
  }
  await Promise.all(working)
} finally {
  await service.end('SIGTERM')
  await postgres?.drop()
  await stopOwnCluster()
  rmSync(folder, { recursive: true, force: true })
}
const quarters = [0, 1, 2, 3].map((quarter) => medians(quarter))
process.stdout.write(`${JSON.stringify({ quarters })}\n`)
const [, second, , last] = quarters as [Look, Look, Look, Look]
const isLevel = (['rss', 'pss', 'heap'] as const).every(
  (kind) => last[kind] <= second[kind] * maxGrowth,
)
process.exitCode = isLevel ? 0 : 1

async function work(use: MixedUse, random: () => number): Promise<void> {
  while (Date.now() < endsAt) {
    await use.next(random)
    await wait(pauseMs)
  }
}

async function look({ pid, url }: ServiceProcess): Promise<Look> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const [, heap] = /^nodejs_heap_size_used_bytes (\S+)/m.exec(text) ?? []
  const { rssMb, pssMb } = treeMemory(pid)
  return {
    rss: Math.round(rssMb),
    pss: Math.round(pssMb),
    heap: Math.round(Number(heap) / 2 ** 20),
  }
}

function medians(quarter: number): Look {
  const length = Math.floor(looks.length / 4)
  const part = looks.slice(quarter * length, (quarter + 1) * length)
  const median = (kind: keyof Look): number =>
    part.map((one) => one[kind]).sort((a, b) => a - b)[Math.floor(part.length / 2)] ?? Number.NaN
  return { rss: median('rss'), pss: median('pss'), heap: median('heap') }
}
