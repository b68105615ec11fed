/** The folder that files of a tree may lie in. @module */
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Find the Git repository around a folder, or else the folder itself.
 * @returns Its absolute path, without symbolic links.
 */
export function findRepository(base: string): string {
  for (let folder = base; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return realpathSync.native(folder)
    if (dirname(folder) === folder) return realpathSync.native(base)
  }
}
