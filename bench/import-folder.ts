/** `node bench/import-folder.ts [--memory | --both-ways] [FILES…]`: pages per second and memory of folder imports. @module */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { FolderReport } from '../src/client.ts'
import { prepareStore } from '../test/support/prepared-store.ts'
import { startService } from '../test/support/service/service-process.ts'
import { writeLinkedFolder } from './support/linked-folder.ts'
import { treeMicroseconds } from './support/process-threads.ts'

const { values, positionals } = parseArgs({
  options: { 'both-ways': { type: 'boolean' }, memory: { type: 'boolean' } },
  allowPositionals: true,
})
const numbers = positionals.length > 0 ? positionals.map(Number) : [1_000, 3_000, 10_000]
const [files = 0, ...more] = numbers
const rounds = 3
const folder = mkdtempSync(join(tmpdir(), 'markport-bench-'))

print(
  'files',
  'connections',
  'ids',
  'pages/s',
  'again/s',
  'client ms',
  'service ms',
  'again ms',
  'requests',
  'KB sent',
  'KB stored',
  'live MB',
  'peak MB',
)
if (values['both-ways']) {
  for (let round = 0; round < rounds; round += 1) {
    await measure(files, 3, 'reserved')
    await measure(files, 3, 'unknown')
  }
} else {
  for (const connections of values.memory ? [3] : [1, 3, 8]) await measure(files, connections)
  for (const count of more) await measure(count, 3)
}
rmSync(folder, { recursive: true, force: true })

async function measure(
  count: number,
  connections: number,
  ids: 'reserved' | 'unknown' = 'reserved',
): Promise<void> {
  const docs = join(folder, 'docs')
  const dataDirectory = join(folder, 'data')
  for (const one of [docs, dataDirectory]) rmSync(one, { recursive: true, force: true })
  writeLinkedFolder(docs, count)
  const store = await prepareStore({ dataDirectory })
  await store.database.close()
  const service = await startService({ dataDirectory })
  const settings = {
    endpoint:
      ids === 'reserved'
        ? service.endpoint
        : service.endpoint.replace(/webtrigger$/, '%77ebtrigger'),
    token: store.token,
    spaceId: store.space.key,
    parentId: store.space.homepageId,
    paths: [docs],
    workingFolder: docs,
    concurrency: connections,
  }
  const before = treeMicroseconds(service.pid)
  const first = await runClient(settings)
  const serviceMs = (treeMicroseconds(service.pid) - before) / 1_000
  const second = await runClient(settings)
  await service.end('SIGTERM')
  const stored = readdirSync(dataDirectory).map((name) => statSync(join(dataDirectory, name)).size)
  const pages = first.report.counts.created
  if (pages < count || second.report.counts.unchanged !== pages) {
    throw new Error(`not whole: ${JSON.stringify([first.report, second.report])}`)
  }
  const rate = ({ report }: ClientRun): number => Math.round((pages * 1_000) / report.ms)
  print(
    count,
    connections,
    ids,
    rate(first),
    rate(second),
    ...[first.processorMs, serviceMs, second.processorMs].map((ms) => (ms / pages).toFixed(2)),
    first.requests,
    ...[first.bytes, stored.reduce((sum, size) => sum + size, 0)].map((size) => size >> 10),
    ...[first.liveMb, first.peakMb].map(Math.round),
  )
}

interface ClientRun {
  readonly report: FolderReport
  readonly requests: number
  readonly bytes: number
  readonly liveMb: number
  readonly peakMb: number
  readonly processorMs: number
}

async function runClient(settings: object): Promise<ClientRun> {
  const program = fileURLToPath(new URL('import-folder-client.ts', import.meta.url))
  const child = spawn(process.execPath, ['--expose-gc', program, JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  await once(child, 'close')
  return JSON.parse(output) as ClientRun
}

function print(...cells: readonly (string | number)[]): void {
  process.stdout.write(`${cells.map((cell) => String(cell).padStart(11)).join('  ')}\n`)
}
