/** Files that came from somewhere else than a disk, such as a browser: named by whoever sent them. @module */

import { dirname, join } from 'node:path'
import type { FoundFile } from '../files/find-file.ts'
import {
  type Entry,
  type FileSystem,
  guardedFiles,
  type UnguardedFiles,
} from '../files/guarded-files.ts'
import { DocumentError } from '../files/read-failure.ts'
import { foldName, markdownEnding } from '../files/tree-paths.ts'
import { ownNames } from '../site/find-site.ts'

/** A file that was given. */
export interface GivenFile {
  /** From the folder that they are all in, with `/` between its parts. */
  readonly path: string
  /** What it says; undefined for what is no text, such as an image. */
  readonly text: string | undefined
  readonly bytes: number
}

/** The most that are taken at once; `markport import` knows no such bounds. */
export const givenLimits = {
  maxFiles: 1_000,
  maxPages: 200,
  maxPathLength: 400,
  maxDepth: 20,
  /** The work on all of them has a deadline as well. */
  fileTimeoutMs: 2_000,
} as const

/**
 * Check what somebody sent for a list of files.
 * @throws {DocumentError} When it is none, too long, or has names that no folder could hold.
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

/** Refuse more pages than are taken at once. */
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

/** Names are taken as they are, so none may lead anywhere else. */
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

/** Known by the name alone: the bytes are not here. */
const imageEnding = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i

/**
 * Make the file system.
 * @param base Absolute path of the folder that the files are in.
 * @param onImage Told the path of each image that a page shows.
 */
export function givenFileSystem(
  base: string,
  files: readonly GivenFile[],
  onImage: (path: string) => void,
): FileSystem {
  const options = { top: base, named: [], allowIgnored: [], own: ownNames }
  return guardedFiles(unguarded(base, files, onImage), options)
}

function unguarded(
  base: string,
  files: readonly GivenFile[],
  onImage: (path: string) => void,
): UnguardedFiles {
  const byPath = new Map(files.map((file) => [join(base, file.path), file]))
  const found = findable([...byPath.keys()], base)
  const textOf = (path: string): string => {
    const text = byPath.get(path)?.text
    if (text === undefined) throw absent(path)
    return text
  }
  const byFolded = Map.groupBy(found.values(), ({ file }) => foldName(file))
  return {
    exists: (path) => found.has(path),
    realPath(path) {
      if (!found.has(path)) throw absent(path)
      return path
    },
    isFolder: (path) => found.get(path)?.isFolder ?? false,
    // Whoever gave the files has looked through the folders.
    list: async (): Promise<readonly Entry[]> => [],
    readText: (path, maxBytes) => textOf(path).slice(0, maxBytes),
    async readBytes(path, onSize) {
      const bytes = Buffer.from(textOf(path))
      onSize(bytes.length)
      return bytes
    },
    finder: () => async (candidates) => {
      for (const path of candidates) {
        const exact = found.get(path)
        if (exact !== undefined) return exact
      }
      for (const path of candidates) {
        const [only, ...others] = byFolded.get(foldName(path)) ?? []
        if (only !== undefined && others.length === 0) return only
      }
      return undefined
    },
    async readImage(path, maxBytes) {
      const file = byPath.get(path)
      if (file === undefined) return 'image-missing'
      if (!imageEnding.test(path)) return 'image-unsupported'
      if (file.bytes > maxBytes) return 'image-too-large'
      onImage(file.path)
      return { url: addressOfImage(file.path), bytes: file.bytes }
    },
  }
}

function absent(path: string): Error {
  return Object.assign(new Error(`there is no text ${path}`), { code: 'ENOENT' })
}

/** The files, and the folders that they are in. */
function findable(paths: readonly string[], base: string): ReadonlyMap<string, FoundFile> {
  const found = new Map<string, FoundFile>([[base, { file: base, isFolder: true }]])
  for (const file of paths) {
    found.set(file, { file, isFolder: false })
    for (let folder = dirname(file); !found.has(folder); folder = dirname(folder)) {
      found.set(folder, { file: folder, isFolder: true })
    }
  }
  return found
}

/** From the folder of all files, in characters that Markdown leaves alone. */
function addressOfImage(path: string): string {
  return path
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replace(/[()'*!]/g, (one) => `%${one.charCodeAt(0).toString(16)}`),
    )
    .join('/')
}
