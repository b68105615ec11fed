/** The files of an export, always the same for the same state of the space, and their ZIP archive. @module */
import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'
import type { Reader } from '../../accounts/reader.ts'
import { exportMark } from '../../contract/export-files.ts'
import type { Space } from '../import/target-wiki.ts'
import { findTypes, readAttachment } from '../pages/attachments.ts'
import { findPageHere } from '../pages/find-page.ts'
import { attachmentEnding } from '../store/attachments/attachments.ts'
import type { ExportedPage } from './exported-pages.ts'
import type { PageOfExport, PageText } from './page-text.ts'

export interface ExportEntry {
  /** Relative to the export's folder, with `/` between its parts. */
  readonly path: string
  readonly bytes: Uint8Array
  readonly savedAt: Date
}

export interface ExportCounts {
  pages: number
  files: number
  readonly warnings: Map<string, readonly string[]>
}

export function noCounts(): ExportCounts {
  return { pages: 0, files: 0, warnings: new Map() }
}

export interface ExportWork {
  readonly reader: Reader
  /** The wiki's origin; undefined accepts any origin, and leaves links to other spaces incomplete. */
  readonly origin: string | undefined
  writePage(page: PageOfExport, markdown: string, adf: string): Promise<PageText>
}

const warningsFile = 'warnings.txt'

export async function* exportEntries(
  space: Space,
  pages: readonly ExportedPage[],
  work: ExportWork,
  counts: ExportCounts,
): AsyncGenerator<ExportEntry> {
  const { reader, origin } = work
  const paths = new Map(pages.map(({ id, path }) => [id, path]))
  const writtenFiles = new Set<string>()
  let lastAt = new Date(0)
  for (const page of pages) {
    const { path, savedAt } = page
    const pageText = await readPage(page, space, paths, work)
    // Skip a page that was purged meanwhile.
    if (pageText === undefined) continue
    const { text, files, warnings } = pageText
    if (savedAt > lastAt) lastAt = savedAt
    counts.pages += 1
    if (warnings.length > 0) counts.warnings.set(path, warnings)
    yield { path, bytes: Buffer.from(text), savedAt }
    for (const file of files) {
      if (writtenFiles.has(file.path)) continue
      const id = { spaceId: Number(space.id), sha256: file.sha256 }
      const bytes = await readAttachment(reader, id)
      if (bytes === undefined) continue
      writtenFiles.add(file.path)
      counts.files += 1
      yield { path: file.path, bytes, savedAt }
    }
  }
  const lines = warningLines(counts)
  if (lines.length > 0) {
    yield { path: warningsFile, bytes: Buffer.from(`${lines.join('\n')}\n`), savedAt: lastAt }
  }
  const mark = { exportedFrom: { ...(origin && { service: origin }), space: space.key } }
  const bytes = Buffer.from(`${JSON.stringify(mark, null, 2)}\n`)
  yield { path: exportMark, bytes, savedAt: lastAt }
}

export function warningLines({ warnings }: ExportCounts): string[] {
  return [...warnings].flatMap(([path, messages]) =>
    messages.map((message) => `${path}: ${message}`),
  )
}

async function readPage(
  page: ExportedPage,
  space: Space,
  paths: ReadonlyMap<string, string>,
  { reader, origin, writePage }: ExportWork,
): Promise<PageText | undefined> {
  const { id, version, savedAt: _, ...fields } = page
  const { adf, markdown } = (await findPageHere(reader, id, { version })) ?? {}
  if (adf === undefined || markdown === undefined) return undefined
  const endings = await endingsOf(reader, space, markdown)
  const linked = linkedPages(markdown, paths)
  const { key: spaceKey } = space
  return writePage({ ...fields, origin, spaceKey, endings, paths: linked }, markdown, adf)
}

async function endingsOf(
  reader: Reader,
  { id }: Space,
  markdown: string,
): Promise<Record<string, string>> {
  const references = markdown.matchAll(/attachment:([0-9a-f]{64})/g)
  const digests = [...new Set(Array.from(references, ([, sha256 = '']) => sha256))]
  const types = await findTypes(reader, id, digests)
  return Object.fromEntries([...types].map(([sha256, type]) => [sha256, attachmentEnding(type)]))
}

/** Finds the pages that the text may link to, so that the worker gets a short list. */
function linkedPages(markdown: string, paths: ReadonlyMap<string, string>): Record<string, string> {
  const linked: Record<string, string> = {}
  for (const [, id = ''] of markdown.matchAll(/\/pages\/(\d+)/g)) {
    const path = paths.get(id)
    if (path !== undefined) linked[id] = path
  }
  return linked
}

const deflate = promisify(deflateRaw)

const version = 45
const flags = 0x0800
const deflated = 8
const max16 = 0xffff
const max32 = 0xffffffff

interface WrittenFile {
  /** The path as a string, because a small buffer would keep its whole pool in memory. */
  readonly path: string
  readonly head: Buffer
  readonly offset: number
}

/** The archive is invalid without its last bytes, so readers notice a broken download. */
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
 * Writes numbers in little endian.
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
