/** Imports over several processes, on one PostgreSQL or on one each, and what they cost. @module */
import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { Pool } from 'undici'
import { startPostgres } from '../../test/support/postgres/test-postgres.ts'
import { prepareStore } from '../../test/support/prepared-store.ts'
import { type ServiceProcess, startProcess } from '../../test/support/service/service-process.ts'
import { sampleMarkdown } from '../sample-markdown.ts'
import { childrenOf, treeMicroseconds } from './process-threads.ts'
import { type UsedTime, usedTime } from './used-time.ts'

export interface MeasuredImports {
  readonly answering: number
  readonly workers: number
  readonly server: number
  readonly client: number
  readonly processors: number
  readonly perSecond: number
}

export interface StartedProcesses {
  sendBurst(processes: number, connections: number): Promise<MeasuredImports>
  commitWaitMs(): Promise<number>
  stop(): Promise<void>
}

const burst = 200
const content = sampleMarkdown(10 * 1024, 'Sample')
const serviceFile = fileURLToPath(new URL('../service.ts', import.meta.url))

interface StartedStore {
  readonly databaseUrl: string
  readonly token: string
  readonly place: { readonly spaceId: string; readonly parentId: string }
  stop(): Promise<void>
}

export async function startProcesses(
  count: number,
  { isEachAlone }: { readonly isEachAlone: boolean },
): Promise<StartedProcesses> {
  const stores: StartedStore[] = []
  while (stores.length < (isEachAlone ? count : 1)) stores.push(await startStore())
  const storeOf = (index: number): StartedStore => stores[index % stores.length] as StartedStore
  const services: ServiceProcess[] = []
  while (services.length < count) {
    const { databaseUrl } = storeOf(services.length)
    const command = [process.execPath, serviceFile, JSON.stringify({ databaseUrl })]
    services.push(await startProcess(command))
  }
  let sent = 0

  async function sendImport(pool: Pool, path: string, store: StartedStore): Promise<void> {
    const { place, token } = store
    const answer = await pool.request({
      method: 'POST',
      path,
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ ...place, pageTitle: `Page ${sent}`, content }),
    })
    const text = await answer.body.text()
    if (answer.statusCode >= 300) throw new Error(`${answer.statusCode}: ${text}`)
  }

  return {
    async sendBurst(processes, connections) {
      const used = services.slice(0, processes)
      const urls = used.map(({ endpoint }) => new URL(endpoint))
      const pools = urls.map(({ origin }) => new Pool(origin, { connections }))
      const read = (): Reading => readMachine(used, services)
      const before = read()
      let left = burst
      const client = async (): Promise<void> => {
        while (left > 0) {
          left -= 1
          sent += 1
          const turn = sent % processes
          await sendImport(pools[turn] as Pool, urls[turn]?.pathname ?? '', storeOf(turn))
        }
      }
      await Promise.all(Array.from({ length: connections }, client))
      const found = between(before, read())
      await Promise.all(pools.map((pool) => pool.close()))
      return found
    },
    commitWaitMs: () => commitWait(storeOf(0).databaseUrl),
    async stop() {
      for (const service of services) await service.end('SIGKILL')
      for (const store of stores) await store.stop()
    },
  }
}

async function startStore(): Promise<StartedStore> {
  const cluster = await startPostgres()
  const databaseUrl = await cluster.createDatabase('scaling')
  const { database, space, token } = await prepareStore({ databaseUrl })
  await database.close()
  const place = { spaceId: space.id, parentId: space.homepageId }
  return { databaseUrl, token, place, stop: () => cluster.stop() }
}

interface Reading {
  readonly answering: number
  readonly workers: number
  readonly server: number
  readonly client: number
  readonly busy: number
  readonly at: number
}

function readMachine(used: readonly ServiceProcess[], all: readonly ServiceProcess[]): Reading {
  const times = used.map(({ pid }) => usedTime(pid))
  const sum = (read: (one: UsedTime) => number): number =>
    times.reduce((before, one) => before + read(one), 0)
  const servers = childrenOf(process.pid).filter((child) => all.every(({ pid }) => pid !== child))
  const { user, system } = process.cpuUsage()
  const [total = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  const [userTime = 0, nice = 0, kernel = 0, , , irq = 0, softIrq = 0] = total
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return {
    answering: sum((one) => one.main + one.writer + one['V8 and I/O']),
    workers: sum(({ workers }) => workers),
    server: servers.reduce((before, pid) => before + treeMicroseconds(pid), 0),
    client: user + system,
    busy: (userTime + nice + kernel + irq + softIrq) * 10_000,
    at: performance.now() * 1_000,
  }
}

function between(before: Reading, after: Reading): MeasuredImports {
  const each = (part: keyof Reading): number => (after[part] - before[part]) / burst
  const [answering, workers] = [each('answering'), each('workers')]
  const [server, client] = [each('server'), each('client')]
  const others = Math.max(0, each('busy') - answering - workers - server - client)
  const processors = Math.max(0.1, cpus().length - others / each('at'))
  return { answering, workers, server, client, processors, perSecond: 1_000_000 / each('at') }
}

async function commitWait(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const timeOf = async (statement: string): Promise<number> => {
    const times: number[] = []
    while (times.length < 101) {
      const startedAt = performance.now()
      await client.query(statement)
      times.push(performance.now() - startedAt)
    }
    return times.sort((a, b) => a - b)[50] as number
  }
  await client.query('insert into store_probes values (99, 0) on conflict do nothing')
  const written = await timeOf('update store_probes set probed_at = probed_at + 1 where slot = 99')
  const read = await timeOf('select probed_at from store_probes where slot = 99')
  await client.end()
  return Math.max(0, written - read)
}
