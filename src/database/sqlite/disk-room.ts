/** Tells a disk that is full from one that fails: SQLite calls both an I/O error. @module */
import { closeSync, openSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseUnavailableError } from '../../base/errors.ts'

/** Nothing can be written before somebody makes room; what is there can be read. */
export class DiskFullError extends DatabaseUnavailableError {
  override readonly name: string = 'DiskFullError'

  constructor(options: { cause?: unknown } = {}) {
    super('the disk is full', options)
  }
}

/** About what the largest import writes. */
const minFreeBytes = 16 * 1024 * 1024
/** More than SQLite needs to open a store, and to write what a start does. */
const trialBytes = 1024 * 1024
/** No space, a quota that is used up, a limit of the process. */
const ofFullDisk: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/**
 * Refuse a disk that has hardly any room: a little write still finds some, in the log's own file,
 * that an import does not.
 * @throws {DiskFullError} When less is free than the largest import may need.
 */
export function assertFreeSpace(folder: string): void {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < minFreeBytes) throw new DiskFullError()
}

/**
 * Find out, by a file that is written and removed, whether a write failed for want of room; the
 * free space that the system names says nothing of quotas.
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
    // Whatever else is wrong with the folder is no want of room.
    return ofFullDisk.has((error as NodeJS.ErrnoException).code)
  }
}
