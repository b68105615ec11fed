/** Files that came from somewhere else than a disk, such as a browser: named by whoever sent them. @module */
import { DocumentError } from '../files/read-failure.ts'
import { markdownEnding } from '../files/tree-paths.ts'

export interface GivenFile {
  readonly path: string
  /** Undefined for files that are not text, such as images. */
  readonly text: string | undefined
  readonly bytes: number
}

/** Limits for one upload; `markport import` has no such limits. */
export const givenLimits = {
  maxFiles: 1_000,
  maxPages: 200,
  maxPathLength: 400,
  maxDepth: 20,
  /** In milliseconds; all files together have a deadline too. */
  fileTimeoutMs: 2_000,
} as const

/**
 * Check an uploaded list of files.
 * @throws {DocumentError} When it is no list, too long, or has names that no folder could hold.
 */
export function checkGivenFiles(sent: unknown): readonly GivenFile[] {
  if (!Array.isArray(sent)) throw new DocumentError('The list of files did not arrive whole.')
  const { maxFiles, maxPages } = givenLimits
  if (sent.length > maxFiles) throw tooMany(sent.length, 'files', maxFiles)
  const files = sent.map(checkFile)
  const pages = files.filter(({ path }) => markdownEnding.test(path)).length
  if (pages > maxPages) throw tooMany(pages, 'files of Markdown', maxPages)
  const names = new Map<string, string>()
  for (const { path } of files) {
    const name = path.normalize('NFC').toLowerCase()
    const other = names.get(name)
    if (other !== undefined) {
      throw new DocumentError(
        `${quoted(path)} and ${quoted(other)} differ in case at most. Rename one of them.`,
      )
    }
    names.set(name, path)
  }
  return files
}

export function tooMany(count: number, what: string, max: number): DocumentError {
  return new DocumentError(
    `These are ${count} ${what}, and here at most ${max} are imported at once. Choose a part of them, or use “markport import”.`,
  )
}

function checkFile(sent: unknown): GivenFile {
  const { path, text, bytes } = (sent ?? {}) as Readonly<Record<string, unknown>>
  if (typeof path !== 'string') throw new DocumentError('A file has no name.')
  checkPath(path)
  return {
    path,
    text: typeof text === 'string' ? text : undefined,
    bytes: typeof bytes === 'number' && bytes >= 0 ? bytes : 0,
  }
}

/** Names are used as they are, so none may leave the folder. */
function checkPath(path: string): void {
  const { maxPathLength, maxDepth } = givenLimits
  const parts = path.split('/')
  const isPlain =
    path.length <= maxPathLength &&
    parts.length <= maxDepth &&
    !/[\u0000-\u001f\u007f\\]/.test(path) &&
    path.isWellFormed() &&
    parts.every((part) => part !== '' && part !== '.' && part !== '..')
  if (!isPlain) throw new DocumentError(`${quoted(path)} is no name that a file can have here.`)
}

function quoted(path: string): string {
  return `“${path.slice(0, 80).toWellFormed()}”`
}
