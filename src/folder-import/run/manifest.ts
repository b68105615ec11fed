/**
 * Remembers for each file its page and the digest of what was last sent. A journal stores each
 * acknowledged page at once, so that an interrupted run can continue.
 * @module
 */
import { dirname, relative } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { CheckOptions } from '../folder-options.ts'
import type { FolderPlan } from '../plan/plan-folder.ts'
import type { LeftPage, ManifestEntry, SendingPage, ToldWarnings } from './manifest-entry.ts'
import {
  appendChange,
  findOrAdd,
  type ManifestChange,
  type ManifestTarget,
  ownManifest,
  readManifest,
  writeManifest,
} from './manifest-file.ts'

export interface Manifest {
  find(path: string): ManifestEntry | undefined
  paths(): readonly string[]
  isElsewhere(): boolean
  /** Note an acknowledged page, flushed to disk. */
  put(path: string, entry: ManifestEntry): void
  /** Note that a file is being sent, so its page's text is unknown until the answer. */
  doubt(path: string): void
  remove(path: string): void
  left(): readonly LeftPage[]
  putLeft(page: LeftPage): void
  removeLeft(pageId: string): void
  /** The unanswered page of a file, when a run was interrupted. */
  sending(path: string): SendingPage | undefined
  /** Note a page before it is sent, or forget it by path once its outcome is known. */
  putSending(page: SendingPage): void
  removeSending(path: string): void
  /** Commit of the last complete import. */
  commit(): string | undefined
  noteCommit(commit: string): void
  told(): ToldWarnings | undefined
  noteTold(told: ToldWarnings): void
  /** Whether everything in it was imported from this folder. */
  isOfOneFolder(): boolean
  save(): void
}

/**
 * Find the manifest of a folder.
 * @returns Undefined for text from elsewhere, of which nothing is remembered.
 * @throws {ManifestError} As `ownManifest` does.
 */
export function manifestOf(
  { input, manifestFile }: Pick<CheckOptions, 'input' | 'manifestFile'>,
  { base }: Pick<FolderPlan, 'base'>,
): string | undefined {
  if (input !== undefined) return undefined
  return manifestFile ?? ownManifest(base)
}

export function toldAnywhere(file: string | undefined): ToldWarnings | undefined {
  const targets = file === undefined ? [] : readManifest(file).targets
  const told = targets.flatMap((one) => (one.told === undefined ? [] : [one.told]))
  if (told.length === 0) return undefined
  const all = new Map<string, readonly string[]>()
  for (const [path, digests] of told.flatMap((one) => Object.entries(one))) {
    all.set(path, [...(all.get(path) ?? []), ...digests])
  }
  return Object.fromEntries(all)
}

/**
 * Open a manifest for one target; the file may be missing.
 * @param file Undefined remembers nothing beyond this run.
 * @param options `isReadOnly` never writes.
 * @throws {ManifestError} When it cannot be read.
 */
export function openManifest(
  file: string | undefined,
  target: ManifestTarget,
  { isReadOnly = false, base = '' }: { readonly isReadOnly?: boolean; readonly base?: string } = {},
): Manifest {
  const { targets, wasCutOff } =
    file === undefined ? { targets: [], wasCutOff: false } : readManifest(file)
  const own = findOrAdd(targets, target)
  const place = file === undefined ? '' : relative(dirname(file), base).replaceAll('\\', '/')
  const share = sharedTexts()
  const files = new Map(Object.entries(own.files).map(([path, entry]) => [path, share(entry)]))
  own.files = {}
  let isElsewhere = [...files.values()].some((entry) => entry.isElsewhere ?? false)
  const left = new Map(own.left.map((page) => [page.pageId, page]))
  const sending = new Map(own.sending?.map((page) => [page.path, page]))
  // Move the journal of an interrupted run into the file.
  let isTouched = wasCutOff && !isReadOnly
  const note = (change: ManifestChange): void => {
    if (file === undefined || isReadOnly) return
    isTouched = true
    appendChange(file, { ...target, ...change })
  }
  const put = (path: string, entry: ManifestEntry): void => {
    files.set(path, share(entry))
    isElsewhere ||= entry.isElsewhere ?? false
    note({ path, entry })
  }
  return {
    find: (path) => files.get(path),
    paths: () => [...files.keys()],
    isElsewhere: () => isElsewhere,
    put,
    doubt(path) {
      const entry = files.get(path)
      if (entry !== undefined && entry.hash !== '') put(path, { ...entry, hash: '' })
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
    sending: (path) => sending.get(path),
    putSending(page) {
      sending.set(page.path, page)
      note({ sending: page })
    },
    removeSending(path) {
      if (sending.delete(path)) note({ notSending: path })
    },
    commit: () => own.commit,
    noteCommit(commit) {
      if (isReadOnly || own.commit === commit) return
      own.commit = commit
      isTouched = true
    },
    told: () => own.told,
    noteTold(told) {
      if (isReadOnly || isDeepStrictEqual(own.told, told)) return
      own.told = told
      isTouched = true
    },
    isOfOneFolder: () => (own.bases ?? []).every((one) => one === place),
    save() {
      if (file === undefined || !isTouched) return
      own.files = Object.fromEntries([...files].sort(([a], [b]) => (a < b ? -1 : 1)))
      own.left = [...left.values()]
      if (sending.size > 0) own.sending = [...sending.values()]
      else delete own.sending
      own.bases = [...new Set([...(own.bases ?? []), place])]
      writeManifest(file, targets)
    },
  }
}

/** Many files have the same warnings, so equal texts are shared. */
function sharedTexts(): (entry: ManifestEntry) => ManifestEntry {
  const texts = new Map<string, string>()
  const share = (text: string): string => {
    const known = texts.get(text)
    if (known === undefined) texts.set(text, text)
    return known ?? text
  }
  return (entry) => {
    if (entry.warnings === undefined) return entry
    const warnings = entry.warnings.map(({ line, code, severity, message }) => ({
      line,
      code: share(code),
      severity,
      message: share(message),
    }))
    return { ...entry, warnings }
  }
}
