/**
 * The files that an import may read. All reading goes through here, and asks first where a path really
 * leads: nothing hidden, nothing that Git ignores and nothing outside the repository is ever read.
 * @module
 */
import { relative, sep } from 'node:path'
import type { FindFile } from './find-file.ts'
import { gitIgnored } from './ignore-rules.ts'
import { isAbsent } from './read-failure.ts'
import type { ImageReading } from './read-image.ts'
import { commonFolder, isWithin } from './tree-paths.ts'

const guarded: unique symbol = Symbol('guarded')

/** Why a file is not read. */
export type ReadRefusal = 'outside' | 'hidden' | 'ignored'

/** What a file is read for: a page shows it, or a generator goes by it. */
export type FileUse = 'page' | 'settings'

/** Files by their absolute paths, as far as an import may know them. */
export interface FileSystem {
  /** Only this file makes one. */
  readonly [guarded]: true
  /** Tell whether there is a file or a folder; a name alone publishes nothing. */
  exists(path: string): boolean
  /**
   * Tell where a path really leads.
   * @throws {Error} When there is nothing.
   */
  realPath(path: string): string
  /** Give what is in a folder. */
  list(folder: string): Promise<readonly Entry[]>
  /** Tell whether a path without symbolic links is a folder. */
  isFolder(path: string): boolean
  /**
   * Tell why what is there is not read; links on the way are not followed.
   * @throws {Error} When it is not known what Git ignores there.
   */
  refusalOf(path: string, isFolder: boolean, use?: FileUse): ReadRefusal | undefined
  /**
   * Read a text that pages may show, or no more than `maxBytes` of its start.
   * @throws {RefusedFileError} When it may not be read.
   * @throws {Error} When it cannot be read.
   */
  readText(path: string, maxBytes?: number): string
  /** The same of what a site says of itself, which may be a hidden file by its generator's rule. */
  readSettings(path: string, maxBytes?: number): string
  /** The same of a page, as bytes; `onSize` is told how many before they are read, and may throw. */
  readBytes(path: string, onSize: (bytes: number) => void): Promise<Uint8Array>
  readImage(path: string, maxBytes: number): Promise<ImageReading | ReadRefusal>
  /** Make a finder; names are compared without case below that folder only. */
  finder(folder: string): FindFile
  /** Give the same files and those of a folder of the same site, around them or beside them. */
  with(folder: string): FileSystem
}

/** What is in a folder. */
export interface Entry {
  readonly name: string
  readonly kind: 'file' | 'folder' | 'link' | 'other'
}

/** Files as they are; what reads is told paths without symbolic links. */
export interface UnguardedFiles
  extends Pick<FileSystem, 'exists' | 'realPath' | 'list' | 'isFolder' | 'finder'> {
  readText(realPath: string, maxBytes?: number): string
  readBytes(realPath: string, onSize: (bytes: number) => void): Promise<Uint8Array>
  readImage(realPath: string, maxBytes: number): Promise<ImageReading>
}

/** What may be read. */
export interface GuardOptions {
  /** The repository, or the folder of the tree: an absolute path without symbolic links. */
  readonly top: string
  /** The folders below it whose files are read; all of it without any. */
  readonly parts?: readonly string[]
  /** Paths that the run names: what is hidden or ignored above them does not count. */
  readonly named: readonly string[]
  /** Patterns as in `.gitignore`, from the top: what Git ignores and is read all the same. */
  readonly allowIgnored: readonly string[]
  readonly own: GeneratorNames
}

/** Hidden names that belong to generators. */
export interface GeneratorNames {
  /** Folders that pages take files from. */
  readonly folders: ReadonlySet<string>
  /** Folders and files of settings, which no page takes anything from. */
  readonly settings: ReadonlySet<string>
}

/** A file that may not be read. */
export class RefusedFileError extends Error {
  override readonly name = 'RefusedFileError'
  readonly refusal: ReadRefusal

  /** @param refusal Why not. */
  constructor(refusal: ReadRefusal) {
    super(`it may not be read: ${reasons[refusal]}`)
    this.refusal = refusal
  }
}

const reasons: Readonly<Record<ReadRefusal, string>> = {
  outside: 'it lies outside the repository',
  hidden: 'a part of its path starts with a dot',
  ignored: 'Git ignores it',
}

/**
 * Put the guard before files.
 * @param options What may be read of them.
 */
export function guardedFiles(files: UnguardedFiles, options: GuardOptions): FileSystem {
  const { top, parts = [top], own } = options
  const isPart = (path: string): boolean => parts.some((part) => isWithin(path, part))
  const ignored = gitIgnored(files, options)
  const isOwn = {
    page: (name, isFolder) => isFolder && own.folders.has(name),
    settings: (name) => own.folders.has(name) || own.settings.has(name),
  } as const satisfies Record<FileUse, IsOwn>
  const refuse = (
    path: string,
    isFolder: boolean,
    use: FileUse = 'page',
  ): ReadRefusal | undefined => {
    if (ignored.isOfGit(path)) return 'hidden'
    if (!isPart(path)) return 'outside'
    if (isHidden(path, isFolder, isOwn[use], options)) return 'hidden'
    return ignored.has(path, isFolder) ? 'ignored' : undefined
  }
  const permit = (path: string, use: FileUse): string => {
    const real = files.realPath(path)
    // Both count: the name that leads there, and what is there.
    const refusal =
      refuse(real, false, use) ?? (isPart(path) ? refuse(path, false, use) : undefined)
    if (refusal !== undefined) throw new RefusedFileError(refusal)
    return real
  }
  const self: FileSystem = {
    [guarded]: true,
    exists: files.exists,
    realPath: files.realPath,
    list: files.list,
    isFolder: files.isFolder,
    finder: files.finder,
    refusalOf: refuse,
    readText: (path, maxBytes) => files.readText(permit(path, 'page'), maxBytes),
    readSettings: (path, maxBytes) => files.readText(permit(path, 'settings'), maxBytes),
    readBytes: async (path, onSize) => files.readBytes(permit(path, 'page'), onSize),
    async readImage(path, maxBytes) {
      try {
        return await files.readImage(permit(path, 'page'), maxBytes)
      } catch (error) {
        if (error instanceof RefusedFileError) return error.refusal
        return isAbsent(error) ? 'image-missing' : 'image-unreadable'
      }
    },
    with(folder) {
      if (isPart(folder)) return self
      // What else lies between them stays closed.
      const around = { top: commonFolder(top, folder), parts: [...parts, folder] }
      return guardedFiles(files, { ...options, ...around })
    },
  }
  return self
}

/** Tells whether a hidden name belongs to a generator. */
type IsOwn = (name: string, isFolder: boolean) => boolean

function isHidden(
  path: string,
  isFolder: boolean,
  isOwn: IsOwn,
  { top, named }: GuardOptions,
): boolean {
  const starts = [top, ...named.filter((one) => isWithin(path, one))]
  return starts.every((start) => {
    const names = relative(start, path).split(sep)
    return names.some(
      (name, at) => name.startsWith('.') && !isOwn(name, isFolder || at < names.length - 1),
    )
  })
}
