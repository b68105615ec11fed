/** Brings edits that people made in the wiki back to the files of the pages. @module */
import { realpathSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { AnswerSourcePage, EditsAnswer } from '../../contract/answers.ts'
import { runBounded } from '../../contract/base/run-bounded.ts'
import type { Connection } from '../client/connection.ts'
import { findEndpoint } from '../client/find-endpoint.ts'
import { ImportError } from '../client/import-error.ts'
import { readEdits, readSource } from '../client/service-requests.ts'
import { type FileWatch, fileWatch, OutOfTimeError } from '../documents/file-watch.ts'
import { readDocument } from '../documents/read-document.ts'
import { readRegularFile } from '../files/read-regular-file.ts'
import { findRepository, type Selection, selectPaths } from '../files/select-paths.ts'
import { isInside, isWithin } from '../files/tree-paths.ts'
import { sourceOf } from '../run/source-name.ts'
import { type TakenEdits, takeEdits } from './take-edits.ts'

interface PullOptions extends Connection {
  readonly spaceId: string
  /** Names the source of a folder without a Git remote. */
  readonly parentId: string | undefined
  /** Name of the source; by default the name that an import gives. */
  readonly source?: string | undefined
  readonly paths: readonly string[]
  readonly workingFolder: string
  readonly fileTimeoutMs: number
}

export interface PulledFile extends TakenEdits, Pick<EditsAnswer, 'version' | 'by' | 'at'> {
  /** Relative to the working folder. */
  readonly file: string
  readonly path: string | undefined
  readonly before: string
  readonly pageId: string
}

export interface PullReport {
  readonly source: string
  readonly pages: number
  readonly files: readonly PulledFile[]
  readonly failures: readonly { readonly file: string; readonly message: string }[]
}

const concurrency = 6

/**
 * Find the edits of all pages that were made from some files.
 * @throws {ImportError} When the service cannot be asked.
 * @throws {Error} When a path does not exist, with the system's `code`.
 */
export async function pullFolder(options: PullOptions): Promise<PullReport> {
  const { spaceId, parentId = '' } = options
  const connection = { ...options, endpoint: await findEndpoint(options.endpoint, options) }
  const selection = selectPaths(options.paths)
  const { base } = selection
  const settings = { parentId, ...(options.source !== undefined && { source: options.source }) }
  const sourceName = sourceOf({ base, repository: findRepository(base) }, settings)
  if (sourceName.isGuessed && parentId === '') throw new ImportError('not-found', unnamedSource)
  const source = sourceName.name
  const { pages } = await readSource(connection, spaceId, source)
  if (pages === undefined) throw new ImportError('not-found', noSources)
  const importedFiles = findImported(selection, pages)
  const watch = fileWatch(options.fileTimeoutMs)
  const files: PulledFile[] = []
  const failures: { file: string; message: string }[] = []
  // Do not select by edit time: where imports keep people's text, pages without recent edits differ
  // too.
  await runBounded(importedFiles, concurrency, async (importedFile) => {
    const file = relative(options.workingFolder, importedFile.file) || importedFile.path
    try {
      const edits = await readEdits(connection, spaceId, { name: source, path: importedFile.path })
      if (edits.edits.length > 0)
        files.push({ file, ...(await takeFileEdits(base, importedFile, edits, watch)) })
    } catch (error) {
      if (!(error instanceof ImportError)) throw error
      failures.push({ file, message: error.message })
    }
  })
  const byName = (a: { file: string }, b: { file: string }): number => (a.file < b.file ? -1 : 1)
  return {
    source,
    pages: importedFiles.length,
    files: files.sort(byName),
    failures: failures.sort(byName),
  }
}

const unnamedSource =
  'The folder has no Git remote to name its source by. Give --source, or --parent as for the import.'

const noSources =
  'The service does not remember what was imported from where, so nothing can be pulled.'

interface ImportedFile {
  /** Path in the source; a folder without a file ends with `/`. */
  readonly path: string
  readonly file: string
  readonly page: AnswerSourcePage
}

function findImported(
  { base, files, folders }: Selection,
  pages: readonly AnswerSourcePage[],
): ImportedFile[] {
  return pages.flatMap((page) => {
    const { path } = page
    if (path === null) return []
    const file = join(base, path)
    const selectedPath = file.endsWith(sep) ? file.slice(0, -1) : file
    const isWanted =
      files.includes(selectedPath) || folders.some((folder) => isWithin(selectedPath, folder))
    return isWanted ? [{ path, file, page }] : []
  })
}

async function takeFileEdits(
  base: string,
  { path, file, page: { pageId } }: ImportedFile,
  page: EditsAnswer,
  watch: FileWatch,
): Promise<Omit<PulledFile, 'file'>> {
  const { version, by, at } = page
  const edition = { version, by, at, pageId }
  const refuseAll = (reason: string): Omit<PulledFile, 'file'> => ({
    ...edition,
    path: undefined,
    before: '',
    text: '',
    taken: [],
    refused: page.edits.map((edit) => ({ edit, line: 0, reason })),
  })
  if (path.endsWith('/') || path.includes('#')) return refuseAll('this page has no file')
  let real: string
  let before: string
  try {
    real = realpathSync(file)
    before = decode(await readRegularFile(real))
  } catch (error) {
    return refuseAll(`its file cannot be read (${(error as Error).message})`)
  }
  // The paths come from the service, and anybody who may import into the space can choose them.
  if (!isInside(real, realpathSync(base))) return refuseAll('its file leads out of the folder')
  try {
    const edits = watch.parse(before, () => takeEdits(before, bodyStartOf(before), page))
    return { ...edition, path: real, before, ...edits }
  } catch (error) {
    if (!(error instanceof OutOfTimeError)) throw error
    return refuseAll(error.message)
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
