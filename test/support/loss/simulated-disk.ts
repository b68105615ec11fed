/** A disk that keeps only what was synced for certain: any other sector may be lost in a power cut. @module */
import type { StoreEvent } from './store-trace.ts'

export interface SimulatedDisk {
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
export function simulatedDisk(
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
