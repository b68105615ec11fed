/** The files of this machine, behind the guard. @module */
import { existsSync, realpathSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { fileFinder } from './find-file.ts'
import {
  type Entry,
  type FileSystem,
  type GuardOptions,
  guardedFiles,
  type UnguardedFiles,
} from './guarded-files.ts'
import { listTrackedIgnored } from './harmless-git.ts'
import { readImage } from './read-image.ts'
import { readRegularFile, readRegularTextSync } from './read-regular-file.ts'

export function diskFiles(options: GuardOptions): FileSystem {
  return guardedFiles(files, options)
}

const files: UnguardedFiles = {
  exists: existsSync,
  listTrackedIgnored,
  // The native version also resolves letter case on file systems that ignore it.
  realPath: realpathSync.native,
  isFolder: (path) => statSync(path).isDirectory(),
  async list(folder) {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries.map((entry): Entry => {
      const { name } = entry
      if (entry.isSymbolicLink()) return { name, kind: 'link' }
      if (entry.isDirectory()) return { name, kind: 'folder' }
      return { name, kind: entry.isFile() ? 'file' : 'other' }
    })
  },
  finder: fileFinder,
  readText: (path, maxBytes) => readRegularTextSync(path, { maxBytes, isLinkFollowed: false }),
  readBytes: (path, onSize) => readRegularFile(path, { onSize, isLinkFollowed: false }),
  readImage,
}
