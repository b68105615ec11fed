/** `npm run bench:search -- [seconds] [pages]`: suggestions and search while typing in 200 spaces. @module */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DatabaseOptions } from '../src/store/open-database.ts'
import { webClient } from '../test/support/browser/web-client.ts'
import { startPostgres } from '../test/support/postgres/test-postgres.ts'
import { type PreparedStore, prepareStore, userPassword } from '../test/support/prepared-store.ts'
import { startProcess } from '../test/support/service/service-process.ts'
import { runLoad } from './load.ts'
import { fillStore } from './support/fill-store.ts'

const seconds = Number(process.argv[2] ?? 3)
const pages = Number(process.argv[3] ?? 100_000)
const spaces = 200
const typed = {
  'common word': 'service',
  'three words': 'the import of',
  title: 'options and limits',
  'one letter': 's',
  'no match': 'zzyzx qwrtp',
  slip: 'convresion of markdwon',
} as const

const folder = mkdtempSync(join(tmpdir(), 'markport-search-'))
const cluster = await startPostgres()
print('engine', 'reader', 'what', 'p50 ms', 'p99 ms', 'search', 'p99 ms')
for (const engine of ['sqlite', 'postgres'] as const) await measure(engine)
await cluster.stop()
rmSync(folder, { recursive: true, force: true })

async function measure(engine: 'sqlite' | 'postgres'): Promise<void> {
  const place: DatabaseOptions =
    engine === 'sqlite'
      ? { dataDirectory: mkdtempSync(join(folder, 'store-')) }
      : { databaseUrl: await cluster.createDatabase('search') }
  const store = await prepareStore(place)
  const startedAt = performance.now()
  await fill(store, place)
  const tookSeconds = (performance.now() - startedAt) / 1_000
  process.stdout.write(`${engine}: filled in ${tookSeconds.toFixed(0)} s\n`)
  await store.database.close()
  const service = await startProcess([
    process.execPath,
    fileURLToPath(new URL('service.ts', import.meta.url)),
    JSON.stringify(place),
    'users',
  ])
  for (const reader of ['all', 'one', 'half']) {
    const client = webClient(service.endpoint)
    await client.signIn(reader, userPassword)
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const measurePaths = async (paths: readonly string[]): Promise<string[]> => {
      let asked = 0
      const { p50Ms, p99Ms } = await runLoad({
        endpoint: service.endpoint,
        headers: { cookie },
        connections: 1,
        seconds,
        nextRequest: () => ({ path: paths[asked++ % paths.length] as string }),
      })
      return [p50Ms.toFixed(1), p99Ms.toFixed(1)]
    }
    for (const [what, words] of Object.entries(typed)) {
      const starts = [...words].map((_, index) => encodeURIComponent(words.slice(0, index + 1)))
      const suggested = await measurePaths(
        starts.map((start) => `/search/suggest?q=${start}&space=DOCS`),
      )
      const searched = await measurePaths(starts.map((start) => `/search?q=${start}`))
      print(engine, reader, what, ...suggested, ...searched)
    }
    print(engine, reader, 'home page', ...(await measurePaths(['/'])))
  }
  await service.end('SIGKILL')
}

async function fill(store: PreparedStore, place: DatabaseOptions): Promise<void> {
  const all = [store.space]
  while (all.length < spaces) all.push(await store.createSpace(`S${all.length}`))
  await store.createUser('all', { isAdministrator: true })
  const one = await store.createUser('one')
  const half = await store.createUser('half')
  await store.grant(one, store.space, 'read')
  for (const [index, space] of all.entries()) {
    if (index % 2 === 0) await store.grant(half, space, 'read')
  }
  await fillStore(place, store, { spaces: all, pages })
}

function print(...cells: readonly string[]): void {
  const widths = [8, 6, 14, 7, 7, 7, 7]
  const line = cells.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  ')
  process.stdout.write(`${line}\n`)
}
