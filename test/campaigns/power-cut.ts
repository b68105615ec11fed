/** `npm run power-cut -- [REPLAYS] [--imports N] [--seed N]`: replayed power cuts lose nothing; the control without syncs must. @module */

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
import { parseArgs } from 'node:util'
import { requirePrograms } from '../support/base/installed-program.ts'
import { seededRandom } from '../support/base/seeded-random.ts'
import { waitUntil } from '../support/base/wait-until.ts'
import { type Acknowledged, startImportLoad } from '../support/loss/import-load.ts'
import { type StoreEvent, storeTraceReader, traceFormat } from '../support/loss/store-trace.ts'
import { prepareStore } from '../support/prepared-store.ts'
import { startService } from '../support/service/service-process.ts'

interface SimulatedDisk {
  apply(event: StoreEvent): void
  image(random: () => number): Map<string, Buffer>
}

type Change = Extract<StoreEvent, { type: 'write' | 'truncate' }>

interface Content {
  room: Buffer
  size: number
}

interface FileOnDisk {
  readonly stable: Content
  readonly pending: Change[]
  synced: number
}

interface Entry {
  readonly name: string
  readonly file: FileOnDisk | undefined
}

const sectorBytes = 512

/** Syncs of ignored files do nothing, as on a disk that lies. */
function simulatedDisk(
  files: ReadonlyMap<string, Buffer>,
  isIgnored: (file: string) => boolean = () => false,
): SimulatedDisk {
  const stableNames = new Map<string, FileOnDisk>()
  for (const [name, stable] of files) {
    stableNames.set(name, { stable: copyOf(stable), pending: [], synced: 0 })
  }
  const names = new Map(stableNames)
  let entries: Entry[] = []
  const syncs = new Map<string, () => void>()

  const open = (name: string): FileOnDisk => {
    const file = names.get(name)
    if (file === undefined) throw new Error(`${name} is not on the disk`)
    return file
  }
  const enter = (name: string, file: FileOnDisk | undefined): void => {
    entries.push({ name, file })
    give(names, { name, file })
  }
  /** A sync makes certain only what was written before it began. */
  const prepareSync = (name: string | undefined): (() => void) => {
    if (name === undefined) {
      const before = [...entries]
      return () => {
        for (const entry of before.filter((entry) => entries.includes(entry))) {
          give(stableNames, entry)
        }
        entries = entries.filter((entry) => !before.includes(entry))
      }
    }
    const file = open(name)
    const end = isIgnored(name) ? 0 : file.synced + file.pending.length
    return () => {
      const done = file.pending.splice(0, Math.max(0, end - file.synced))
      for (const change of done) carryOut(file.stable, change)
      file.synced += done.length
    }
  }
  return {
    apply(event) {
      switch (event.type) {
        case 'write':
        case 'truncate':
          return void open(event.file).pending.push(event)
        case 'create':
          return enter(event.file, { stable: copyOf(Buffer.alloc(0)), pending: [], synced: 0 })
        case 'unlink':
          return enter(event.file, undefined)
        case 'sync-begin':
          return void syncs.set(event.thread, prepareSync(event.file))
        case 'sync-end':
          return syncs.get(event.thread)?.()
        case 'answer':
          return
      }
    },
    image(random) {
      const left = new Map(stableNames)
      const kept = Math.floor(random() * (entries.length + 1))
      for (const entry of entries.slice(0, kept)) give(left, entry)
      return new Map([...left].map(([name, file]) => [name, afterCut(file, random)]))
    },
  }
}

function give(names: Map<string, FileOnDisk>, { name, file }: Entry): void {
  if (file === undefined) names.delete(name)
  else names.set(name, file)
}

/** Unsynced changes are all lost, all kept or partly kept, and single writes may be torn. */
function afterCut({ stable, pending }: FileOnDisk, random: () => number): Buffer {
  const share = Math.min(1, Math.max(0, random() * 1.4 - 0.2))
  const content = copyOf(bytesOf(stable))
  for (const change of pending) {
    if (random() >= share) continue
    const isTorn = change.type === 'write' && random() < 0.2
    const parts = isTorn ? sectorsOf(change).filter(() => random() < 0.5) : [change]
    for (const part of parts) carryOut(content, part)
  }
  return bytesOf(content)
}

function sectorsOf({ file, offset, data }: Extract<Change, { type: 'write' }>): Change[] {
  const parts: Change[] = []
  for (let at = offset; at < offset + data.length; ) {
    const end = Math.min(offset + data.length, (Math.floor(at / sectorBytes) + 1) * sectorBytes)
    const part = data.subarray(at - offset, end - offset)
    parts.push({ type: 'write', file, offset: at, data: part })
    at = end
  }
  return parts
}

function carryOut(content: Content, change: Change): void {
  const end = change.type === 'truncate' ? change.size : change.offset + change.data.length
  if (change.type === 'truncate' || end > content.size) resize(content, end)
  if (change.type === 'write') change.data.copy(content.room, change.offset)
}

function resize(content: Content, size: number): void {
  if (size > content.room.length) {
    content.room = Buffer.concat([bytesOf(content)], 2 * size)
  }
  content.room.fill(0, Math.min(size, content.size), Math.max(size, content.size))
  content.size = size
}

function copyOf(bytes: Buffer): Content {
  return { room: Buffer.from(bytes), size: bytes.length }
}

function bytesOf({ room, size }: Content): Buffer {
  return room.subarray(0, size)
}

interface RecordedStore {
  readonly files: ReadonlyMap<string, Buffer>
  readonly events: readonly StoreEvent[]
}

interface PowerCutReport {
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
async function recordStore(
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
    const load = startImportLoad({ targets: [service], store: prepared, clients, random })
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

function replayPowerCuts(
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

const { strace } = requirePrograms({ strace: 'strace' })
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    imports: { type: 'string', default: '600' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
  },
})
const cuts = Number(positionals[0] ?? 300)
const seed = Number(values.seed)
const random = seededRandom(seed)

const recorded = await recordStore(strace, { imports: Number(values.imports), random })
const events: Record<string, number> = {}
for (const { type } of recorded.events) events[type] = (events[type] ?? 0) + 1
process.stdout.write(`${JSON.stringify({ seed, events })}\n`)
const report = replayPowerCuts(recorded, { cuts, random })
const control = replayPowerCuts(recorded, {
  cuts: Math.min(cuts, 30),
  random,
  isIgnored: (file) => file.endsWith('-wal'),
})
for (const text of [...report.lost, ...report.corrupt].slice(0, 40)) {
  process.stderr.write(`${text}\n`)
}
const counted = [report, control].map(({ lost, corrupt, ...rest }) => ({
  ...rest,
  lost: lost.length,
  corrupt: corrupt.length,
}))
process.stdout.write(`${JSON.stringify({ report: counted[0], control: counted[1] })}\n`)
if (control.lost.length === 0) process.stderr.write('the control lost nothing\n')
const isWhole = report.lost.length + report.corrupt.length === 0 && control.lost.length > 0
process.exitCode = isWhole ? 0 : 1
