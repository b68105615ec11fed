/** Cuts the power at many moments of a recorded run: what was acknowledged must be in the store. @module */
import {
  createReadStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { waitUntil } from '../base/wait-until.ts'
import { prepareStore } from '../prepared-store.ts'
import { startService } from '../service/service-process.ts'
import { type Acknowledged, startImportLoad } from './import-load.ts'
import { simulatedDisk } from './simulated-disk.ts'
import { type StoreEvent, storeTraceReader, traceFormat } from './store-trace.ts'

export interface RecordedStore {
  readonly files: ReadonlyMap<string, Buffer>
  readonly events: readonly StoreEvent[]
}

export interface PowerCutReport {
  readonly cuts: number
  readonly acknowledged: number
  readonly lost: string[]
  readonly corrupt: string[]
}

const storeFile = 'markport.db'
const clients = 6
/** Answers leave a few calls after their sync, so cuts are placed shortly after answers. */
const eventsAfterAnswer = 12
/** Checking the structure is slower than looking for rows. */
const integrityEvery = 10

/** @throws {Error} When the trace lacks an answer that a client had. */
export async function recordStore(
  strace: string,
  { imports, random }: { imports: number; random: () => number },
): Promise<RecordedStore> {
  const root = mkdtempSync(join(tmpdir(), 'markport-power-cut-'))
  try {
    const dataDirectory = join(root, 'data')
    const trace = join(root, 'trace')
    const prepared = await prepareStore({ dataDirectory })
    await prepared.database.close()
    const files = new Map([[storeFile, readFileSync(join(dataDirectory, storeFile))]])
    const under = [strace, '-D', ...traceFormat, '-o', trace]
    const service = await startService({ dataDirectory }, { under })
    const load = startImportLoad({
      targets: [service],
      store: prepared,
      clients,
      random,
      hungAfterMs: Number.POSITIVE_INFINITY,
    })
    const { acknowledged, wrong } = load.record
    await waitUntil('imports', () => acknowledged.length >= imports, { limitMs: 30 * 60_000 })
    await load.stop()
    await service.end('SIGKILL')
    if (wrong.length > 0) throw new Error(`not a quiet run: ${JSON.stringify(wrong[0])}`)
    // Its workers have no file of the store and may end later.
    const end = new RegExp(`^${service.pid} +\\+\\+\\+ killed by SIGKILL`, 'm')
    await waitUntil('end of the trace', async () => end.test(await readEnd(trace)))
    const events = await readTrace(trace, dataDirectory)
    checkAnswers(events, acknowledged)
    return { files, events }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

const endLength = 1024 * 1024

async function readEnd(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const length = Math.min(size, endLength)
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length)
    return buffer.toString('latin1')
  } finally {
    await file.close()
  }
}

async function readTrace(path: string, folder: string): Promise<StoreEvent[]> {
  const read = storeTraceReader(folder)
  const events: StoreEvent[] = []
  for await (const line of createInterface({ input: createReadStream(path, 'latin1') })) {
    events.push(...read(line))
  }
  return events
}

/** A trace that missed an answer might also have missed a write. */
function checkAnswers(events: readonly StoreEvent[], acknowledged: readonly Acknowledged[]): void {
  const seen = answersIn(events)
  const missed = acknowledged.filter(({ pageId, version }) => !seen.has(`${pageId}/${version}`))
  if (missed.length > 0 || seen.size === 0) {
    throw new Error(`the trace lacks ${missed.length} of ${acknowledged.length} answers`)
  }
}

function answersIn(events: readonly StoreEvent[]): Set<string> {
  return new Set(
    events.flatMap((event) =>
      event.type === 'answer' ? [`${event.pageId}/${event.version}`] : [],
    ),
  )
}

export function replayPowerCuts(
  { files, events }: RecordedStore,
  options: { cuts: number; random: () => number; isIgnored?: (file: string) => boolean },
): PowerCutReport {
  const { random } = options
  const disk = simulatedDisk(files, options.isIgnored)
  const folder = mkdtempSync(join(tmpdir(), 'markport-image-'))
  const moments = chooseMoments(events, options.cuts, random)
  const report = { cuts: 0, acknowledged: 0, lost: [] as string[], corrupt: [] as string[] }
  const answered = new Set<string>()
  for (const [index, event] of events.entries()) {
    disk.apply(event)
    if (event.type === 'answer') answered.add(`${event.pageId}/${event.version}`)
    for (; moments[report.cuts] === index; report.cuts += 1) {
      writeImage(folder, disk.image(random))
      report.acknowledged += answered.size
      const found = examineImage(folder, answered, report.cuts % integrityEvery === 0)
      report.lost.push(...found.lost.map((row) => `event ${index}: ${row}`))
      report.corrupt.push(...found.corrupt.map((text) => `event ${index}: ${text}`))
    }
  }
  rmSync(folder, { recursive: true, force: true })
  return report
}

function chooseMoments(
  events: readonly StoreEvent[],
  cuts: number,
  random: () => number,
): number[] {
  const answers = events.flatMap(({ type }, index) => (type === 'answer' ? [index] : []))
  const moment = (): number => {
    const answer = answers[Math.floor(random() * answers.length)] as number
    return Math.min(events.length - 1, answer + Math.floor(random() * (eventsAfterAnswer + 1)))
  }
  return Array.from({ length: cuts }, moment).sort((a, b) => a - b)
}

function writeImage(folder: string, image: ReadonlyMap<string, Buffer>): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (const [name, content] of image) writeFileSync(join(folder, name), content)
}

function examineImage(
  folder: string,
  answered: ReadonlySet<string>,
  hasIntegrityCheck: boolean,
): Pick<PowerCutReport, 'lost' | 'corrupt'> {
  try {
    const database = new DatabaseSync(join(folder, storeFile))
    const rows = database.prepare('select page_id, number from page_versions').all()
    const held = new Set(rows.map(({ page_id, number }) => `${page_id}/${number}`))
    const check = hasIntegrityCheck ? database.prepare('pragma integrity_check').all() : []
    database.close()
    return {
      lost: [...answered].filter((row) => !held.has(row)),
      corrupt: check.map((row) => String(row.integrity_check)).filter((text) => text !== 'ok'),
    }
  } catch (error) {
    return { lost: [], corrupt: [(error as Error).message] }
  }
}
