/** Makes the files and folders of an embedded store, private to their owner. @module */
import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const accessOfOthers = 0o077
const besides = ['-wal', '-shm']
const otherFiles = ['serve.lock', 'setup-link.txt']

/** SQLite gives the files beside a store the same mode. */
export function makePrivateFile(file: string): void {
  closeSync(openSync(file, 'a', 0o600))
  for (const path of [file, ...besides.map((end) => file + end)]) {
    if (!isOpenToOthers(path)) continue
    try {
      chmodSync(path, 0o600)
    } catch {
      // The file belongs to another user; `doctor` reports that.
    }
  }
}

export function findOpenToOthers(file: string): { folder: string[]; files: string[] } {
  const folder = dirname(file)
  const names = [basename(file), ...besides.map((end) => basename(file) + end), ...otherFiles]
  return {
    folder: [folder].filter(isOpenToOthers),
    files: names.map((name) => join(folder, name)).filter(isOpenToOthers),
  }
}

/** Windows does not keep access rights in the mode. */
function isOpenToOthers(path: string): boolean {
  if (process.platform === 'win32') return false
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats !== undefined && (stats.mode & accessOfOthers) !== 0
}

/**
 * Make a folder and its parents. Node's recursive option never ends below `/proc`.
 * @throws {Error} When it cannot be made.
 */
export function makeFolder(path: string, mode: number): void {
  const status = statSync(path, { throwIfNoEntry: false })
  if (status?.isDirectory()) return
  const parent = dirname(path)
  if (status === undefined && parent !== path) makeFolder(parent, mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another process may have made it meanwhile; a file is no folder.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
