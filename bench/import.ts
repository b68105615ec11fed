/**
 * Durable imports per second and their latency, beside the floor and beside the same service
 * without group commit, in one run: `npm run bench -- [seconds]`.
 * @module
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DatabaseOptions } from '../src/database/open-database.ts'
import { type PreparedStore, prepareStore } from '../test/support/prepared-store.ts'
import { startProcess } from '../test/support/service-process.ts'
import { startPostgres } from '../test/support/test-postgres.ts'
import { type LoadResult, runLoad } from './load.ts'
import { sampleMarkdown } from './sample-markdown.ts'

type Variant = 'floor' | 'markport' | 'single-commit'

const seconds = Number(process.argv[2] ?? 4)
const sizesKb = [2, 10, 100]
const connectionCounts = [1, 8, 64]
const folder = mkdtempSync(join(tmpdir(), 'markport-bench-'))
const cluster = await startPostgres()

print('engine', 'size', 'connections', 'variant', 'imports/s', 'of floor', 'p50 ms', 'p99 ms', 'MB')
let number = 0
for (const engine of ['sqlite', 'postgres'] as const) {
  for (const sizeKb of sizesKb) {
    for (const connections of connectionCounts) {
      const variants: Variant[] =
        engine === 'sqlite' ? ['floor', 'markport', 'single-commit'] : ['floor', 'markport']
      let floor = 0
      for (const variant of variants) {
        const { result, peakMb } = await measure(engine, variant, sizeKb, connections)
        if (variant === 'floor') floor = result.perSecond
        print(
          engine,
          `${sizeKb} KB`,
          connections,
          variant,
          Math.round(result.perSecond),
          `${Math.round((100 * result.perSecond) / floor)} %`,
          result.p50Ms.toFixed(1),
          result.p99Ms.toFixed(1),
          Math.round(peakMb),
        )
      }
    }
  }
}
await cluster.stop()
rmSync(folder, { recursive: true, force: true })

async function measure(
  engine: 'sqlite' | 'postgres',
  variant: Variant,
  sizeKb: number,
  connections: number,
): Promise<{ result: LoadResult; peakMb: number }> {
  number += 1
  const place = await freshPlace(engine, variant)
  const store = variant === 'floor' ? undefined : await prepareStore(place)
  await store?.database.close()
  const program = variant === 'floor' ? 'floor-service.ts' : 'service.ts'
  const service = await startProcess([
    process.execPath,
    fileURLToPath(new URL(program, import.meta.url)),
    JSON.stringify(place),
  ])
  const content = sampleMarkdown(sizeKb * 1024, 'Sample')
  let index = 0
  const result = await runLoad({
    endpoint: service.endpoint,
    headers: { authorization: `Bearer ${store?.token ?? service.token}` },
    connections,
    seconds,
    nextRequest: () => {
      index += 1
      return { body: requestBody(store, `Page ${index}`, content) }
    },
  })
  const peakMb = peakMemoryMb(service.pid)
  await service.end('SIGKILL')
  return { result, peakMb }
}

async function freshPlace(
  engine: 'sqlite' | 'postgres',
  variant: Variant,
): Promise<DatabaseOptions> {
  if (engine === 'postgres') return { databaseUrl: await cluster.createDatabase(`bench_${number}`) }
  const dataDirectory = mkdtempSync(join(folder, 'store-'))
  return variant === 'single-commit' ? { dataDirectory, maxGroupSize: 1 } : { dataDirectory }
}

function requestBody(store: PreparedStore | undefined, pageTitle: string, content: string): string {
  const spaceId = store?.space.id ?? '1'
  const parentId = store?.space.homepageId ?? '1'
  return JSON.stringify({ spaceId, parentId, pageTitle, content })
}

/** The most memory that the process held at once. */
function peakMemoryMb(pid: number): number {
  const [, kib] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kib) / 1024
}

function print(...cells: readonly (string | number)[]): void {
  const widths = [8, 6, 11, 13, 9, 8, 6, 6, 4]
  const line = cells.map((cell, column) => String(cell).padStart(widths[column] ?? 0)).join('  ')
  process.stdout.write(`${line}\n`)
}
