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
    const sizes = [content.length, bytes.length] as const
    const times = dosTime(savedAt)
    const head = numbers(
      '222224442',
      version,
      flags,
      deflated,
      ...times,
      crc32(bytes),
      ...sizes,
      name.length,
    )
    files.push({ path, head, offset })
    const header = Buffer.concat([numbers('4', 0x04034b50), head, numbers('2', 0), name, content])
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

function dosTime(at: Date): readonly [number, number] {
  const years = Math.min(Math.max(at.getUTCFullYear() - 1980, 0), 127)
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  return [time, (years << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()]
}

function directoryEntry({ path, head, offset }: WrittenFile): Buffer {
  const name = Buffer.from(path)
  const needsZip64 = offset >= max32
  const extra = needsZip64 ? numbers('228', 1, 8, offset) : Buffer.alloc(0)
  const rest = numbers('222244', extra.length, 0, 0, 0, 0, needsZip64 ? max32 : offset)
  return Buffer.concat([numbers('42', 0x02014b50, version), head, rest, name, extra])
}

function archiveEnd(count: number, length: number, offset: number): Buffer {
  const counts = [Math.min(count, max16), Math.min(count, max16)] as const
  const places = [Math.min(length, max32), Math.min(offset, max32)] as const
  const end = numbers('42222442', 0x06054b50, 0, 0, ...counts, ...places, 0)
  if (count < max16 && offset + length < max32) return end
  const wide = [count, count, length, offset] as const
  const large = numbers('4822448888', 0x06064b50, 44, version, version, 0, 0, ...wide)
  return Buffer.concat([large, numbers('4484', 0x07064b50, 0, offset + length, 1), end])
}

/**
 * Little endian.
 * @param sizes The bytes of each value, in digits.
 */
function numbers(sizes: string, ...values: readonly number[]): Buffer {
  const lengths = Array.from(sizes, Number)
  const buffer = Buffer.alloc(lengths.reduce((sum, length) => sum + length))
  let at = 0
  for (const [index, length] of lengths.entries()) {
    buffer.writeUIntLE(values[index] ?? 0, at, Math.min(length, 6))
    at += length
  }
  return buffer
}
