/**
 * The manifest file and its journal: the file is replaced atomically, and until then the journal
 * takes each change as a line.
 * @module
 */
import { appendFileSync, lstatSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeFolder } from '../../base/make-folder.ts'
import { readRegularTextSync } from '../files/read-regular-file.ts'
import type { LeftPage, ManifestEntry, SendingPage, ToldWarnings } from './manifest-entry.ts'

/** The target of an import; each has its own pages. */
export interface ManifestTarget {
  readonly endpoint: string
  readonly space: string
  readonly parent: string
}

/** The manifest cannot be read or written; the message says what to do. */
export class ManifestError extends Error {
  override readonly name = 'ManifestError'
}

interface TargetState extends ManifestTarget {
  files: Record<string, ManifestEntry>
  left: LeftPage[]
  /** Pages that were being sent when a run was interrupted. */
  sending?: SendingPage[]
  commit?: string
  told?: ToldWarnings
  /** Folders of these imports, relative to the manifest. */
  bases?: string[]
}

export type ManifestChange =
  | { readonly path: string; readonly entry: ManifestEntry | null }
  | { readonly left: LeftPage }
  | { readonly notLeft: string }
  | { readonly sending: SendingPage }
  | { readonly notSending: string }

export function ownManifest(base: string): string {
  const folder = join(base, '.markport')
  const file = join(folder, 'manifest.json')
  guard(file, () => refuseLink(folder))
  return file
}

/**
 * Read a manifest and its journal, which may be missing but must be no symlinks.
 * @returns All targets, and whether the journal had changes of an interrupted run.
 * @throws {ManifestError} When it cannot be read.
 */
export function readManifest(file: string): {
  readonly targets: TargetState[]
  readonly wasCutOff: boolean
} {
  const targets = readTargets(file)
  return { targets, wasCutOff: replay(journalOf(file), targets) }
}

/**
 * Append a change and flush it to disk.
 * @throws {ManifestError} When it cannot be written.
 */
export function appendChange(file: string, change: ManifestTarget & ManifestChange): void {
  guard(file, () => {
    makeFolder(dirname(file), 0o777)
    refuseLink(journalOf(file))
    // Begin a new line: the last one may be incomplete.
    appendFileSync(journalOf(file), `\n${JSON.stringify(change)}\n`)
  })
}

/**
 * Replace the manifest atomically, and remove the journal.
 * @throws {ManifestError} When it cannot be written.
 */
export function writeManifest(file: string, targets: readonly TargetState[]): void {
  guard(file, () => {
    makeFolder(dirname(file), 0o777)
    const temporary = `${file}.new`
    // A leftover or a planted link must not be written through.
    rmSync(temporary, { force: true })
    const text = `${JSON.stringify({ version: 1, targets }, null, 1)}\n`
    writeFileSync(temporary, text, { flag: 'wx' })
    renameSync(temporary, file)
    rmSync(journalOf(file), { force: true })
  })
}

export function findOrAdd(
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

function readTargets(file: string): TargetState[] {
  const text = readIfThere(file)
  if (text === undefined) return []
  try {
    const { version, targets } = JSON.parse(text) as { version: number; targets: TargetState[] }
    if (version === 1 && Array.isArray(targets)) return targets
  } catch {}
  throw new ManifestError(
    `${file} is no manifest of this version. Delete it: the next import finds its pages again by their titles.`,
  )
}

/**
 * Apply the journal of an interrupted run; its last line may be incomplete.
 * @returns Whether there was any change.
 */
function replay(journal: string, targets: TargetState[]): boolean {
  let isAny = false
  for (const line of (readIfThere(journal) ?? '').split('\n')) {
    let change: ManifestTarget &
      Partial<{ path: string; entry: ManifestEntry | null; left: LeftPage; notLeft: string }> &
      Partial<{ sending: SendingPage; notSending: string }>
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
    const answered = change.notSending ?? change.sending?.path
    const sending = (own.sending ?? []).filter(({ path }) => path !== answered)
    if (change.sending !== undefined) sending.push(change.sending)
    if (answered !== undefined) own.sending = sending
  }
  return isAny
}

function journalOf(file: string): string {
  return `${file}.journal`
}

function readIfThere(file: string): string | undefined {
  try {
    refuseLink(file)
    return readRegularTextSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw unusable(file, error)
  }
}

function refuseLink(path: string): void {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return
  throw new Error(`${path} is a symbolic link`)
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
