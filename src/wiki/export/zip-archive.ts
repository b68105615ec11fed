/** Streams ZIP archives: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT @module */
import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'
import type { ExportEntry } from './export-entries.ts'

const deflate = promisify(deflateRaw)

const version = 45
const flags = 0x0800
const deflated = 8
const max16 = 0xffff
const max32 = 0xffffffff

interface WrittenFile {
  /** A string, because a small buffer would keep its whole pool in memory. */
  readonly path: string
  readonly head: Buffer
  readonly offset: number
}

/** Without its last bytes the archive is invalid, so readers notice a broken download. */
export async function* zipArchive(entries: AsyncIterable<ExportEntry>): AsyncGenerator<Buffer> {
  const files: WrittenFile[] = []
  let offset = 0
  for await (const { path, bytes, savedAt } of entries) {
    const name = Buffer.from(path)
    const content = await deflate(bytes)
    const head = sharedHead({ name, bytes, content, savedAt })
    files.push({ path, head, offset })
    const local = [numbers([4, 0x04034b50]), head, numbers([2, 0]), name, content]
    const header = Buffer.concat(local)
    offset += header.length
    yield header
  }
  const directoryOffset = offset
  for (const file of files) {
    const entryBytes = directoryEntry(file)
    offset += entryBytes.length
    yield entryBytes
  }
  yield archiveEnd(files.length, offset - directoryOffset, directoryOffset)
}

function sharedHead({
  name,
  bytes,
  content,
  savedAt,
}: Pick<ExportEntry, 'bytes' | 'savedAt'> & { name: Buffer; content: Buffer }): Buffer {
  return numbers(
    ...([[2, version], [2, flags], [2, deflated], ...dosTime(savedAt)] as const),
    ...([
      [4, crc32(bytes)],
      [4, content.length],
      [4, bytes.length],
      [2, name.length],
    ] as const),
  )
}

function dosTime(at: Date): readonly (readonly [2, number])[] {
  const years = Math.min(Math.max(at.getUTCFullYear() - 1980, 0), 127)
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  const day = (years << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  return [
    [2, time],
    [2, day],
  ]
}

function directoryEntry({ path, head, offset }: WrittenFile): Buffer {
  const name = Buffer.from(path)
  const needsZip64 = offset >= max32
  const extra = needsZip64
    ? Buffer.concat([numbers([2, 1], [2, 8]), wide(offset)])
    : Buffer.alloc(0)
  const rest = numbers(
    ...([
      [2, extra.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
    ] as const),
    [4, needsZip64 ? max32 : offset],
  )
  return Buffer.concat([numbers([4, 0x02014b50], [2, version]), head, rest, name, extra])
}

function archiveEnd(count: number, length: number, offset: number): Buffer {
  const isLarge = count >= max16 || offset + length >= max32
  const end = numbers(
    ...([
      [4, 0x06054b50],
      [2, 0],
      [2, 0],
    ] as const),
    ...([
      [2, Math.min(count, max16)],
      [2, Math.min(count, max16)],
    ] as const),
    ...([
      [4, Math.min(length, max32)],
      [4, Math.min(offset, max32)],
      [2, 0],
    ] as const),
  )
  if (!isLarge) return end
  const large = Buffer.concat([
    numbers([4, 0x06064b50]),
    wide(44),
    numbers([2, version], [2, version], [4, 0], [4, 0]),
    wide(count),
    wide(count),
    wide(length),
    wide(offset),
  ])
  const locator = [numbers([4, 0x07064b50], [4, 0]), wide(offset + length), numbers([4, 1])]
  return Buffer.concat([large, ...locator, end])
}

/** Little endian. */
function numbers(...fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of fields) at = buffer.writeUIntLE(value, at, bytes)
  return buffer
}

function wide(value: number): Buffer {
  const buffer = Buffer.alloc(8)
  buffer.writeBigUInt64LE(BigInt(value))
  return buffer
}
