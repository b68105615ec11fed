/** Keeps the files of an embedded store to their owner. @module */
import { chmodSync, closeSync, openSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const ofOthers = 0o077
/** What stands in the folder beside the store's own file. */
const besides = ['-wal', '-shm']
const others = ['serve.lock', 'setup-link.txt']

/**
 * Make a file that only its owner reads, and take from others what they had of one that is there.
 * SQLite gives what it puts beside a store the rights of its file.
 */
export function makePrivateFile(file: string): void {
  closeSync(openSync(file, 'a', 0o600))
  for (const path of [file, ...besides.map((end) => file + end)]) {
    if (!isOpenToOthers(path)) continue
    try {
      chmodSync(path, 0o600)
    } catch {
      // It belongs to another user, which `doctor` says.
    }
  }
}

/**
 * Find what others than its owner may use of a store.
 * @returns Paths: of the folder, and of files in it.
 */
export function findOpenToOthers(file: string): { folder: string[]; files: string[] } {
  const folder = dirname(file)
  const names = [basename(file), ...besides.map((end) => basename(file) + end), ...others]
  return {
    folder: [folder].filter(isOpenToOthers),
    files: names.map((name) => join(folder, name)).filter(isOpenToOthers),
  }
}

/** On Windows rights are not in the mode. */
function isOpenToOthers(path: string): boolean {
  if (process.platform === 'win32') return false
  const found = statSync(path, { throwIfNoEntry: false })
  return found !== undefined && (found.mode & ofOthers) !== 0
}
