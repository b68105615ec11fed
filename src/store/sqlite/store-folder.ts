/** The folder of an embedded store: private to its owner, locked by one service, with room on its disk. @module */
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseUnavailableError } from '../../contract/errors.ts'
import { StoreError } from '../database.ts'
import type { DatabaseOptions } from '../open-database.ts'

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

export class DiskFullError extends DatabaseUnavailableError {
  override readonly name: string = 'DiskFullError'

  constructor() {
    super('the disk is full')
  }
}

const minFreeBytes = 16 * 1024 * 1024
const trialBytes = 1024 * 1024
const ofFullDisk: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** @throws {DiskFullError} When less is free than the largest import may need. */
export function assertFreeSpace(folder: string): void {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < minFreeBytes) throw new DiskFullError()
}

/**
 * SQLite reports a full disk and a failing one alike, as I/O errors. So this writes a trial file,
 * because the reported free space ignores quotas.
 */
export function isDiskFull(folder: string): boolean {
  const file = join(folder, `room-trial-${process.pid}`)
  try {
    const trial = openSync(file, 'w', 0o600)
    try {
      writeFileSync(trial, Buffer.alloc(trialBytes))
    } finally {
      closeSync(trial)
      rmSync(file)
    }
    return false
  } catch (error) {
    return ofFullDisk.has((error as NodeJS.ErrnoException).code)
  }
}

export interface ServeLock {
  release(): void
}

const fileName = 'serve.lock'
const busy = 5

/**
 * Lets only one service run on a SQLite store; commands still work beside it. A SQLite lock on an
 * empty file works on every system and does not survive a crash.
 * @returns Undefined for PostgreSQL, which any number of processes may serve.
 * @throws {StoreError} When another process holds it.
 */
export function lockForServing(options: DatabaseOptions): ServeLock | undefined {
  if ('databaseUrl' in options) return undefined
  const { dataDirectory } = options
  makeFolder(dataDirectory, 0o700)
  const file = join(dataDirectory, fileName)
  makePrivateFile(file)
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    // No journal file: a full disk has no room for one.
    database.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    database.close()
    if ((error as { errcode?: number }).errcode !== busy) throw error
    throw new StoreError(
      `Another service runs on the store in ${dataDirectory}. A SQLite store is for one: stop the other first, or give another folder with --data.`,
    )
  }
  return { release: () => database.close() }
}
