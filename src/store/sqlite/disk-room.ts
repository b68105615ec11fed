/** Distinguishes a full disk from a failing one: SQLite reports both as I/O errors. @module */
import { closeSync, openSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseUnavailableError } from '../../contract/errors.ts'

export class DiskFullError extends DatabaseUnavailableError {
  override readonly name: string = 'DiskFullError'

  constructor(options: { cause?: unknown } = {}) {
    super('the disk is full', options)
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

/** Writes a trial file, because the reported free space ignores quotas. */
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
