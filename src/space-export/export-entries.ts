/** What an export holds, one file after another: always the same for the same state of the space. @module */
import { exportMark } from '../folder-import/files/exported-tree.ts'
import type { ExportedPage } from './exported-pages.ts'
import type { PageText, UsedFile } from './page-text.ts'

/** A file of an export. */
export interface ExportEntry {
  /** From the folder of the export, with `/` between its parts. */
  readonly path: string
  readonly bytes: Uint8Array
  /** Of the page's version. */
  readonly savedAt: Date
}

/** What was exported. */
export interface ExportCounts {
  pages: number
  files: number
  /** Documents beside pages that were made of them. */
  sent: number
  /** Pages with blocks that no Markdown says, by their paths, and how many. */
  readonly blocks: Map<string, number>
  /** Pages whose addresses stay as they are, by their paths. */
  readonly verbatim: string[]
  /** What else became of pages, by their paths, in words. */
  readonly notes: Map<string, readonly string[]>
  /** Pages and files that could not be read, by their paths, and why. */
  readonly failed: Map<string, string>
}

/** Make the counts of an export that has not begun. */
export function noCounts(): ExportCounts {
  const [pages, files, sent] = [0, 0, 0]
  return {
    pages,
    files,
    sent,
    blocks: new Map(),
    verbatim: [],
    notes: new Map(),
    failed: new Map(),
  }
}

/** The document of a page as it was sent: ADF, or the storage format. */
export interface WrittenDocument {
  readonly ending: 'json' | 'xml'
  readonly text: string
}

/** A page that was read. */
export interface ReadPage extends PageText {
  /** What became of it, in words. */
  readonly notes?: readonly string[]
  readonly savedAt: Date
  /** What the page was written as. */
  readonly document: WrittenDocument
  /** Reads the bytes of a file that it uses; undefined where it has gone. */
  readFile(file: UsedFile): Promise<Uint8Array | undefined>
}

/** Where an export takes pages from. */
export interface ExportSource {
  readonly pages: readonly ExportedPage[]
  /** Of the wiki that they are from; undefined where its address is not known. */
  readonly service: string | undefined
  readonly spaceKey: string
  /** How many pages are read ahead. */
  readonly readsAtOnce: number
  /**
   * Read a page; undefined where it has gone.
   * @throws {UnreadablePartError} When only this page cannot be read.
   */
  readPage(page: ExportedPage): Promise<ReadPage | undefined>
  /** Told once no more is asked for. */
  stop?(): void
}

/** A page or a file that cannot be read; the rest of the export goes on. */
export class UnreadablePartError extends Error {}

/** Where documents stand that pages were made of. */
const sentFolder = 'sent'

/** What else there is to say of the pages, in words. */
const warningsFile = 'warnings.txt'

/**
 * Export a space, page after page: what is not asked for yet is not made.
 * @param counts Grow with what was given.
 * @param withSent Whether the documents of pages that were not written as Markdown go with them.
 */
export async function* exportEntries(
  source: ExportSource,
  counts: ExportCounts,
  withSent = false,
): AsyncGenerator<ExportEntry> {
  try {
    yield* writtenEntries(source, counts, withSent)
  } finally {
    source.stop?.()
  }
}

async function* writtenEntries(
  source: ExportSource,
  counts: ExportCounts,
  withSent: boolean,
): AsyncGenerator<ExportEntry> {
  const { pages, readsAtOnce } = source
  const written = new Set<string>()
  let lastAt = new Date(0)
  for await (const { item, result } of inTurn(pages, readsAtOnce, (page) =>
    readOrTell(page.path, counts, () => source.readPage(page)),
  )) {
    // It was purged in the meantime, or cannot be read.
    if (result === undefined) continue
    const { path } = item
    const { savedAt, blocks, notes = [] } = result
    if (savedAt > lastAt) lastAt = savedAt
    counts.pages += 1
    if (blocks > 0) counts.blocks.set(path, blocks)
    if (result.isVerbatim) counts.verbatim.push(path)
    if (notes.length > 0) counts.notes.set(path, notes)
    yield { path, bytes: Buffer.from(result.text), savedAt }
    const { ending, text } = result.document
    if (withSent && result.isMade && text !== '') {
      counts.sent += 1
      yield { path: `${sentFolder}/${item.id}.${ending}`, bytes: Buffer.from(text), savedAt }
    }
    for (const file of result.files) {
      if (written.has(file.path)) continue
      const bytes = await readOrTell(file.path, counts, () => result.readFile(file))
      if (bytes === undefined) continue
      written.add(file.path)
      counts.files += 1
      yield { path: file.path, bytes, savedAt }
    }
  }
  const warnings = warningLines(counts)
  if (warnings.length > 0) {
    yield { path: warningsFile, bytes: Buffer.from(`${warnings.join('\n')}\n`), savedAt: lastAt }
  }
  const { service, spaceKey } = source
  const mark = { exportedFrom: { ...(service && { service }), space: spaceKey } }
  const bytes = Buffer.from(`${JSON.stringify(mark, null, 2)}\n`)
  yield { path: exportMark, bytes, savedAt: lastAt }
}

async function readOrTell<Part>(
  path: string,
  { failed }: ExportCounts,
  read: () => Promise<Part | undefined>,
): Promise<Part | undefined> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof UnreadablePartError)) throw error
    failed.set(path, error.message)
    return undefined
  }
}

/** What only pages of sites have to say stands in a file beside them. */
function warningLines({ notes, failed }: ExportCounts): string[] {
  return [
    ...[...failed].map(([path, why]) => `${path}: not exported: ${why}`),
    ...[...notes].flatMap(([path, words]) => words.map((one) => `${path}: ${one}`)),
  ]
}

/**
 * Work ahead of whoever takes the results.
 * @param atOnce How many at most are under way, or done and not yet taken.
 * @throws Whatever `work` throws, in its turn; what is under way ends first.
 */
export async function* inTurn<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<{ readonly item: Item; readonly result: Result }> {
  const begun: Promise<Result>[] = []
  let next = 0
  try {
    for (const item of items) {
      while (next < items.length && begun.length < atOnce) {
        const one = work(items[next++] as Item)
        // It is met in its turn.
        one.catch(() => {})
        begun.push(one)
      }
      yield { item, result: await (begun.shift() as Promise<Result>) }
    }
  } finally {
    await Promise.allSettled(begun)
  }
}
