/**
 * The file of a manifest, and the journal beside it: the file is written whole and in one step, the
 * journal takes one line for each change until then.
 * @module
 */
import { appendFileSync, lstatSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeFolder } from '../../base/make-folder.ts'
import { readRegularTextSync } from '../files/read-regular-file.ts'
import type { LeftPage, ManifestEntry, SendingPage, ToldWarnings } from './manifest-entry.ts'

/** Where imports went: each place has pages of its own. */
export interface ManifestTarget {
  readonly endpoint: string
  readonly space: string
  readonly parent: string
}

/** The manifest, where a run remembers what it sent, cannot be read or written; the message says what to do. */
export class ManifestError extends Error {
  override readonly name = 'ManifestError'
}

/** What was imported to one place. */
interface TargetState extends ManifestTarget {
  files: Record<string, ManifestEntry>
  left: LeftPage[]
  /** What was on its way when a run was cut off. */
  sending?: SendingPage[]
  commit?: string
  told?: ToldWarnings
  /** The folders that it was imported from, as seen from the manifest's. */
  bases?: string[]
}

/** What changed; `null`, `notLeft` and `notSending` forget. */
export type ManifestChange =
  | { readonly path: string; readonly entry: ManifestEntry | null }
  | { readonly left: LeftPage }
  | { readonly notLeft: string }
  | { readonly sending: SendingPage }
  | { readonly notSending: string }

/**
 * Tell where the manifest of a folder is unless another place is given.
 * @throws {ManifestError} When that leads elsewhere: whoever filled the folder does not say where to write.
 */
export function ownManifest(base: string): string {
  const folder = join(base, '.markport')
  const file = join(folder, 'manifest.json')
  guard(file, () => refuseLink(folder))
  return file
}

/**
 * Read a manifest and its journal; neither need be there, and neither is a symbolic link.
 * @returns All places, and whether a run that was cut off had left something in the journal.
 * @throws {ManifestError} When it is there and cannot be read as one.
 */
export function readManifest(file: string): {
  readonly targets: TargetState[]
  readonly wasCutOff: boolean
} {
  const targets = readTargets(file)
  return { targets, wasCutOff: replay(journalOf(file), targets) }
}

/**
 * Note a change; it is on the disk before this returns.
 * @throws {ManifestError} When it cannot be written.
 */
export function appendChange(file: string, change: ManifestTarget & ManifestChange): void {
  guard(file, () => {
    makeFolder(dirname(file), 0o777)
    refuseLink(journalOf(file))
    // Starts with a break of its own: the line before may have been cut off.
    appendFileSync(journalOf(file), `\n${JSON.stringify(change)}\n`)
  })
}

/**
 * Write the whole in one step, and end the journal.
 * @throws {ManifestError} When it cannot be written.
 */
export function writeManifest(file: string, targets: readonly TargetState[]): void {
  guard(file, () => {
    makeFolder(dirname(file), 0o777)
    const temporary = `${file}.new`
    // Whatever stands there is left from before, and must not be written through.
    rmSync(temporary, { force: true })
    const text = `${JSON.stringify({ version: 1, targets }, null, 1)}\n`
    writeFileSync(temporary, text, { flag: 'wx' })
    renameSync(temporary, file)
    rmSync(journalOf(file), { force: true })
  })
}

/** Find what was imported to a place, or add it. */
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
  } catch {
    // Worded below, as for JSON of another shape.
  }
  throw new ManifestError(
    `${file} is no manifest of this version. Delete it: the next import finds its pages again by their titles.`,
  )
}

/**
 * Take in what a run that was cut off had acknowledged; its last line may be half a line.
 * @returns Whether there was anything.
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
