/**
 * What was imported before: file by file the page, and the digest of what was last sent. A journal
 * beside it takes each acknowledged page at once, so that a run that is cut off can be taken up.
 * @module
 */
import { appendFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { makeFolder } from '../../make-folder.ts'
import { readRegularTextSync } from '../files/read-regular-file.ts'
import type { FileWarning } from '../folder-events.ts'

/** A page that a file became. */
export interface ManifestEntry {
  readonly pageId: string
  readonly url: string
  readonly parentId: string
  readonly title: string
  /** SHA-256 of the title and of the Markdown that was last sent. */
  readonly hash: string
  /** False while links to other pages are missing from it. */
  readonly isComplete: boolean
  /** That the service made of it. */
  readonly version?: number
  /** SHA-256 of the file, by which it is known again under another path. */
  readonly source?: string
  /** An import made the page; others were there before. */
  readonly isMade?: boolean
  /** What the service had to say, so that it is said again while the file is not sent. */
  readonly warnings?: readonly KeptWarning[]
}

/** A warning of the service, by line of the file. */
export type KeptWarning = Omit<FileWarning, 'file'>

/** A page that no file stands for any more, and the file that it was made from. */
export interface LeftPage {
  readonly path: string
  readonly pageId: string
  readonly url: string
  readonly parentId: string
  readonly title: string
  readonly version?: number
  readonly isMade?: boolean
}

/** Where imports went: each place has pages of its own. */
interface ManifestTarget {
  readonly endpoint: string
  readonly space: string
  readonly parent: string
}

export interface Manifest {
  find(path: string): ManifestEntry | undefined
  paths(): readonly string[]
  /** Note an acknowledged page; it is on the disk before this returns. */
  put(path: string, entry: ManifestEntry): void
  /** Forget a file. */
  remove(path: string): void
  left(): readonly LeftPage[]
  /** Note a page that its file has left, or forget one by its id. */
  putLeft(page: LeftPage): void
  removeLeft(pageId: string): void
  /** The commit of the repository at the last complete import. */
  commit(): string | undefined
  noteCommit(commit: string): void
  /** Whether all that is in it was imported from this folder. */
  isOfOneFolder(): boolean
  /** Write the whole in one step, and end the journal. */
  save(): void
}

/** The manifest, where a run remembers what it sent, cannot be read or written; the message says what to do. */
export class ManifestError extends Error {
  override readonly name = 'ManifestError'
}

interface TargetState extends ManifestTarget {
  files: Record<string, ManifestEntry>
  left: LeftPage[]
  commit?: string
  /** The folders that it was imported from, as seen from the manifest's. */
  bases?: string[]
}

type Change =
  | { readonly path: string; readonly entry: ManifestEntry | null }
  | { readonly left: LeftPage }
  | { readonly notLeft: string }

/**
 * Open the manifest of a folder for one target; it need not be there yet.
 * @param file Its path; `undefined` keeps nothing beyond this run.
 * @param target Where imports go.
 * @param options `isReadOnly` keeps what is noted out of the file; `base` is the folder that paths
 * count from.
 * @throws {ManifestError} When the file is there and cannot be read as one.
 */
export function openManifest(
  file: string | undefined,
  target: ManifestTarget,
  { isReadOnly = false, base = '' }: { readonly isReadOnly?: boolean; readonly base?: string } = {},
): Manifest {
  const targets = file === undefined ? [] : readTargets(file)
  const own = findOrAdd(targets, target)
  const wasCutOff = file !== undefined && replay(journalOf(file), targets)
  const place = file === undefined ? '' : relative(dirname(file), base).replaceAll('\\', '/')
  const files = new Map(Object.entries(own.files))
  const left = new Map(own.left.map((page) => [page.pageId, page]))
  // What a run that was cut off left in the journal belongs into the file.
  let isTouched = wasCutOff && !isReadOnly
  const note = (change: Change): void => {
    if (file === undefined || isReadOnly) return
    isTouched = true
    appendChange(file, { ...target, ...change })
  }
  return {
    find: (path) => files.get(path),
    paths: () => [...files.keys()],
    put(path, entry) {
      files.set(path, entry)
      note({ path, entry })
    },
    remove(path) {
      if (files.delete(path)) note({ path, entry: null })
    },
    left: () => [...left.values()],
    putLeft(page) {
      left.set(page.pageId, page)
      note({ left: page })
    },
    removeLeft(pageId) {
      if (left.delete(pageId)) note({ notLeft: pageId })
    },
    commit: () => own.commit,
    noteCommit(commit) {
      if (isReadOnly || own.commit === commit) return
      own.commit = commit
      isTouched = true
    },
    isOfOneFolder: () => (own.bases ?? []).every((one) => one === place),
    save() {
      if (file === undefined || !isTouched) return
      own.files = Object.fromEntries([...files].sort(([a], [b]) => (a < b ? -1 : 1)))
      own.left = [...left.values()]
      own.bases = [...new Set([...(own.bases ?? []), place])]
      writeTargets(file, targets)
    },
  }
}

function readTargets(file: string): TargetState[] {
  const text = readIfThere(file)
  if (text === undefined) return []
  try {
    const { version, targets } = JSON.parse(text) as { version: number; targets: TargetState[] }
    if (version === 1 && Array.isArray(targets)) return targets
  } catch {
    // Worded below, as for JSON of another shape.
  }
  throw new ManifestError(
    `${file} is no manifest of this version. Delete it: the next import finds its pages again by their titles.`,
  )
}

function journalOf(file: string): string {
  return `${file}.journal`
}

function appendChange(file: string, change: ManifestTarget & Change): void {
  guard(file, () => {
    makeFolder(dirname(file), 0o777)
    // Starts with a break of its own: the line before may have been cut off.
    appendFileSync(journalOf(file), `\n${JSON.stringify(change)}\n`)
  })
}

function writeTargets(file: string, targets: readonly TargetState[]): void {
  guard(file, () => {
    const temporary = `${file}.new`
    // Whatever stands there is left from before, and must not be written through.
    rmSync(temporary, { force: true })
    const text = `${JSON.stringify({ version: 1, targets }, null, 1)}\n`
    writeFileSync(temporary, text, { flag: 'wx' })
    renameSync(temporary, file)
    rmSync(journalOf(file), { force: true })
  })
}

/**
 * Take in what a run that was cut off had acknowledged; its last line may be half a line.
 * @returns Whether there was anything.
 */
function replay(journal: string, targets: TargetState[]): boolean {
  let isAny = false
  for (const line of (readIfThere(journal) ?? '').split('\n')) {
    let change: ManifestTarget &
      Partial<{ path: string; entry: ManifestEntry | null; left: LeftPage; notLeft: string }>
    try {
      change = JSON.parse(line)
    } catch {
      continue
    }
    isAny = true
    const own = findOrAdd(targets, change)
    if (change.path !== undefined) {
      if (change.entry) own.files[change.path] = change.entry
      else delete own.files[change.path]
    }
    const gone = change.notLeft ?? change.left?.pageId
    if (gone !== undefined) own.left = own.left.filter(({ pageId }) => pageId !== gone)
    if (change.left !== undefined) own.left.push(change.left)
  }
  return isAny
}

function readIfThere(file: string): string | undefined {
  try {
    return readRegularTextSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw unusable(file, error)
  }
}

function guard(file: string, write: () => void): void {
  try {
    write()
  } catch (error) {
    throw unusable(file, error)
  }
}

function unusable(file: string, cause: unknown): ManifestError {
  return new ManifestError(
    `The manifest ${file} cannot be used: ${(cause as Error).message}. Choose another place with --manifest.`,
    { cause },
  )
}

function findOrAdd(
  targets: TargetState[],
  { endpoint, space, parent }: ManifestTarget,
): TargetState {
  const found = targets.find(
    (one) => one.endpoint === endpoint && one.space === space && one.parent === parent,
  )
  if (found !== undefined) return found
  const added: TargetState = { endpoint, space, parent, files: {}, left: [] }
  targets.push(added)
  return added
}
