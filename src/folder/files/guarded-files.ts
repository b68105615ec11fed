/**
 * The only way to read files: it resolves each path first, and refuses anything hidden, ignored by
 * Git or outside of the repository.
 * @module
 */
import { type Dirent, existsSync, realpathSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { relative, sep } from 'node:path'
import { gitIgnored } from './ignore-rules.ts'
import { isAbsent } from './read-failure.ts'
import { type ImageReading, readImage } from './read-image.ts'
import { readRegularFile, readRegularTextSync } from './read-regular-file.ts'
import { commonFolder, isWithin } from './tree-paths.ts'

const guarded: unique symbol = Symbol('guarded')

export type ReadRefusal = 'outside' | 'hidden' | 'ignored'

/** A page shows its files, settings only configure the import. */
export type FileUse = 'page' | 'settings'

/** Files by absolute path, limited to what an import may see. */
export interface FileSystem {
  readonly [guarded]: true
  /** Tell whether a file or folder exists, even one that may not be read. */
  exists(path: string): boolean
  realPath(path: string): string
  list(folder: string): Promise<readonly Entry[]>
  isFolder(path: string): boolean
  refusalOf(path: string, isFolder: boolean, use?: FileUse): ReadRefusal | undefined
  /** @throws {RefusedFileError} When the text may not be shown on pages. */
  readText(path: string, maxBytes?: number): string
  readSettings(path: string, maxBytes?: number): string
  /** @throws {FileTooLargeError} When a file for a page has more bytes. */
  readBytes(path: string, maxBytes: number): Promise<Uint8Array>
  readImage(path: string, maxBytes: number): Promise<ImageReading | `image-${ReadRefusal}`>
  /** Find the first file or folder that exists, even one that may not be read. */
  find(candidates: readonly string[]): FoundFile | undefined
  /** Give a file system that may also read another folder of the same site. */
  with(folder: string): FileSystem
}

export type Entry = Dirent

export interface GuardOptions {
  /** Repository or tree folder: absolute, without symlinks. */
  readonly top: string
  readonly parts?: readonly string[]
  /** Paths named by the user: ignored or hidden folders above them do not count. */
  readonly named: readonly string[]
  /** Patterns as in `.gitignore`, from the top: files to read although Git ignores them. */
  readonly allowIgnored: readonly string[]
  readonly generatorNames: GeneratorNames
}

export interface GeneratorNames {
  /** Hidden folders with files for pages. */
  readonly folders: ReadonlySet<string>
  /** Hidden settings, which no page may show. */
  readonly settings: ReadonlySet<string>
}

export class RefusedFileError extends Error {
  override readonly name = 'RefusedFileError'
  readonly refusal: ReadRefusal

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

export function guardedFiles(options: GuardOptions): FileSystem {
  const { top, parts = [top], generatorNames: own } = options
  const isPart = (path: string): boolean => parts.some((part) => isWithin(path, part))
  const ignored = gitIgnored(options)
  const nameChecks = {
    page: (name, isFolder) => isFolder && own.folders.has(name),
    settings: (name) => own.folders.has(name) || own.settings.has(name),
  } as const satisfies Record<FileUse, IsGeneratorName>
  const refuse = (
    path: string,
    isFolder: boolean,
    use: FileUse = 'page',
  ): ReadRefusal | undefined => {
    if (ignored.isOfGit(path)) return 'hidden'
    if (!isPart(path)) return 'outside'
    if (isHidden(path, isFolder, nameChecks[use], options)) return 'hidden'
    return ignored.has(path, isFolder) ? 'ignored' : undefined
  }
  const permit = (path: string, use: FileUse): string => {
    const real = realPath(path)
    // Both the link's name and its target must be allowed.
    const refusal =
      refuse(real, false, use) ?? (isPart(path) ? refuse(path, false, use) : undefined)
    if (refusal !== undefined) throw new RefusedFileError(refusal)
    return real
  }
  const readText = (path: string, use: FileUse, maxBytes = Number.POSITIVE_INFINITY): string =>
    readRegularTextSync(permit(path, use), { maxBytes, isLinkFollowed: false })
  const self: FileSystem = {
    [guarded]: true,
    exists: existsSync,
    realPath,
    list: (folder) => readdir(folder, { withFileTypes: true }),
    isFolder: (path) => statSync(path).isDirectory(),
    find: findFile,
    refusalOf: refuse,
    readText: (path, maxBytes) => readText(path, 'page', maxBytes),
    readSettings: (path, maxBytes) => readText(path, 'settings', maxBytes),
    readBytes: async (path, maxBytes) =>
      readRegularFile(permit(path, 'page'), { maxBytes, isLinkFollowed: false }),
    async readImage(path, maxBytes) {
      try {
        return await readImage(permit(path, 'page'), maxBytes)
      } catch (error) {
        if (error instanceof RefusedFileError) return `image-${error.refusal}`
        return isAbsent(error) ? 'image-missing' : 'image-unreadable'
      }
    },
    with(folder) {
      if (isPart(folder)) return self
      // Folders between the two must stay unreadable.
      const around = { top: commonFolder(top, folder), parts: [...parts, folder] }
      return guardedFiles({ ...options, ...around })
    },
  }
  return self
}

/** The native version also resolves letter case on file systems that ignore it. */
const realPath = realpathSync.native

type IsGeneratorName = (name: string, isFolder: boolean) => boolean

function isHidden(
  path: string,
  isFolder: boolean,
  isGeneratorName: IsGeneratorName,
  { top, named }: GuardOptions,
): boolean {
  const starts = [top, ...named.filter((file) => isWithin(path, file))]
  return starts.every((start) => {
    const names = relative(start, path).split(sep)
    return names.some(
      (name, at) =>
        name.startsWith('.') && !isGeneratorName(name, isFolder || at < names.length - 1),
    )
  })
}

export interface FoundFile {
  readonly file: string
  readonly isFolder: boolean
}

function findFile(candidates: readonly string[]): FoundFile | undefined {
  for (const file of candidates) {
    try {
      const stats = statSync(file, { throwIfNoEntry: false })
      if (stats !== undefined) return { file, isFolder: stats.isDirectory() }
    } catch (error) {
      if (!isAbsent(error)) return { file, isFolder: false }
    }
  }
  return undefined
}
