/** Files that were given: whatever they refer to, nothing else can be reached. @module */
import { dirname, join } from 'node:path'
import type { FoundFile } from '../files/find-file.ts'
import {
  type Entry,
  type FileSystem,
  guardedFiles,
  type UnguardedFiles,
} from '../files/guarded-files.ts'
import { foldName } from '../files/tree-paths.ts'
import { ownNames } from '../site/find-site.ts'
import type { GivenFile } from './given-files.ts'

/** Images are recognized by name, because their bytes are not here. */
const imageEnding = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i

/**
 * Make the file system.
 * @param onImage Receives the path of each image on a page.
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

/** A path from the root of all files, in characters that Markdown does not interpret. */
function addressOfImage(path: string): string {
  return path
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replace(/[()'*!]/g, (one) => `%${one.charCodeAt(0).toString(16)}`),
    )
    .join('/')
}
