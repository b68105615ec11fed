/** Brings edits made in Confluence back to the files of the pages. @module */
import { readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { runBounded } from '../../base/run-bounded.ts'
import { findEndpoint } from '../../http-client/find-endpoint.ts'
import { ImportError } from '../../http-client/import-error.ts'
import type { PageEdits } from '../../http-client/page-edits.ts'
import type { Patience } from '../../http-client/send-request.ts'
import {
  notWritable,
  type WikiReader,
  type WikiSpace,
  wikiReader,
} from '../../http-client/wiki-reader.ts'
import { type FileWatch, fileWatch, OutOfTimeError } from '../documents/file-watch.ts'
import { readDocument } from '../documents/read-document.ts'
import { readRegularFile } from '../files/read-regular-file.ts'
import { type Selection, selectPaths } from '../files/select-paths.ts'
import { isInside, isWithin } from '../files/tree-paths.ts'
import { openManifest } from '../run/manifest.ts'
import type { ManifestEntry } from '../run/manifest-entry.ts'
import { ownManifest, readManifest } from '../run/manifest-file.ts'
import { type TakenEdits, takeEdits } from './take-edits.ts'

interface PullOptions extends Patience {
  readonly endpoint: string
  /** A token of the wiki's API. */
  readonly hostToken: string
  readonly spaceId: string
  /** Undefined for the whole space. */
  readonly parentId: string | undefined
  readonly paths: readonly string[]
  readonly workingFolder: string
  readonly manifestFile?: string
  /** Processor time for each file, in milliseconds. */
  readonly fileTimeoutMs: number
}

/** A file whose page was edited. */
export interface PulledFile extends TakenEdits, Pick<PageEdits, 'version' | 'by' | 'at'> {
  /** Relative to the working folder. */
  readonly file: string
  readonly path: string | undefined
  readonly before: string
  readonly pageId: string
  readonly url: string
}

export interface PullReport {
  readonly pages: number
  readonly files: readonly PulledFile[]
  readonly failures: readonly { readonly file: string; readonly message: string }[]
}

const concurrency = 3

/**
 * Find the edits of all pages that were made from some files.
 * @throws {ImportError} When the service cannot be asked.
 * @throws {ManifestError} When the manifest cannot be read.
 * @throws {Error} When a path does not exist, with the system's `code`.
 */
export async function pullFolder(options: PullOptions): Promise<PullReport> {
  const endpoint = await findEndpoint(options.endpoint, options)
  const selection = selectPaths(options.paths)
  const imported = findImported(selection, endpoint, options)
  if (imported.length === 0) return { pages: 0, files: [], failures: [] }
  const { hostToken } = options
  const wiki = wikiReader({ ...options, endpoint, token: hostToken }, hostToken)
  const space = await wiki.findSpace(options.spaceId)
  if (space === undefined) {
    throw new ImportError('not-found', `There is no space ${JSON.stringify(options.spaceId)}.`)
  }
  const watch = fileWatch(options.fileTimeoutMs)
  const files: PulledFile[] = []
  const failures: { file: string; message: string }[] = []
  await runBounded(await findChanged(wiki, space, imported), concurrency, async (page) => {
    const file = relative(options.workingFolder, page.file) || page.path
    try {
      const edits = await wiki.findEdits(page.entry.pageId, space.id)
      if (edits === undefined) failures.push({ file, message: noEdits })
      else if (edits.edits.length > 0) files.push({ file, ...(await take(page, edits, watch)) })
    } catch (error) {
      if (!(error instanceof ImportError)) throw error
      failures.push({ file, message: error.message })
    }
  })
  const byName = (a: { file: string }, b: { file: string }): number => (a.file < b.file ? -1 : 1)
  return { pages: imported.length, files: files.sort(byName), failures: failures.sort(byName) }
}

const noEdits =
  'The service does not know what was edited of this page: it knows that of pages in connected spaces, once they were imported.'

interface ImportedFile {
  readonly base: string
  /** Path in the tree; a folder without a file ends with `/`. */
  readonly path: string
  readonly file: string
  readonly entry: ManifestEntry
}

function findImported(
  { base, files, folders }: Selection,
  endpoint: string,
  { spaceId, parentId, manifestFile }: PullOptions,
): ImportedFile[] {
  const place = manifestFile ?? ownManifest(base)
  const targets = readManifest(place).targets.filter(
    ({ endpoint: to, space, parent }) =>
      to === endpoint && space === spaceId && (parentId ?? parent) === parent,
  )
  return targets.flatMap((target) => {
    const manifest = openManifest(place, target, { isReadOnly: true, base })
    return manifest.paths().flatMap((path) => {
      const file = join(base, path)
      const named = file.endsWith(sep) ? file.slice(0, -1) : file
      const isWanted = files.includes(named) || folders.some((folder) => isWithin(named, folder))
      const entry = manifest.find(path)
      return isWanted && entry !== undefined ? [{ base, path, file, entry }] : []
    })
  })
}

async function findChanged(
  wiki: WikiReader,
  space: WikiSpace,
  imported: readonly ImportedFile[],
): Promise<ImportedFile[]> {
  const ids = imported.map(({ entry }) => entry.pageId)
  const pages = await wiki.findPages(ids, space.id)
  if (pages === undefined) throw new ImportError('not-found', notWritable)
  return imported.filter(({ entry }) => {
    const page = pages.get(entry.pageId)
    if (page?.status !== 'current') return false
    return space.keepsEdits || !page.version || page.version !== entry.version
  })
}

async function take(
  { base, path, file, entry }: ImportedFile,
  page: PageEdits,
  watch: FileWatch,
): Promise<Omit<PulledFile, 'file'>> {
  const { version, by, at } = page
  const about = { version, by, at, pageId: entry.pageId, url: entry.url }
  const none = (reason: string): Omit<PulledFile, 'file'> => ({
    ...about,
    path: undefined,
    before: '',
    text: '',
    taken: [],
    refused: page.edits.map((edit) => ({ edit, line: 0, reason })),
  })
  if (path.endsWith('/')) return none('this page has no file')
  let real: string
  let before: string
  try {
    real = realpathSync(file)
    before = decode(await readRegularFile(real))
  } catch (error) {
    return none(`its file cannot be read (${(error as Error).message})`)
  }
  // The manifest may be somebody else's, and its paths are written to.
  if (!isInside(real, realpathSync(base))) return none('its file leads out of the folder')
  try {
    const edits = watch.parse(before, () => takeEdits(before, bodyStartOf(before), page))
    return { ...about, path: real, before, ...edits }
  } catch (error) {
    if (!(error instanceof OutOfTimeError)) throw error
    return none(error.message)
  }
}

/** Keep the byte order mark, because the file is written back. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
}

function bodyStartOf(text: string): number {
  const mark = text.startsWith('\uFEFF') ? 1 : 0
  return mark + readDocument(text.slice(mark)).bodyStart
}

/**
 * Replace a file's text unless it has changed.
 * @returns Whether it was written.
 * @throws {Error} When it cannot be written, with the system's `code`.
 */
export function replaceText(path: string, before: string, text: string): boolean {
  const temporary = `${path}.markport-new`
  // A leftover or a planted link must not be written through.
  rmSync(temporary, { force: true })
  writeFileSync(temporary, text, { flag: 'wx', mode: statSync(path).mode })
  try {
    if (readFileSync(path, 'utf8') !== before) return false
    renameSync(temporary, path)
    return true
  } finally {
    rmSync(temporary, { force: true })
  }
}
