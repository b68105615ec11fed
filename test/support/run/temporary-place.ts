/** Where the files of a run are kept. @module */
import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import process from 'node:process'

/** A file system of Linux that is kept in memory: a disk that syncs keeps hundreds of stores waiting. */
const memory = '/dev/shm'
/** More than a run has ever written; containers often have less there. */
const neededBytes = 4 * 1024 ** 3

/** Give the folder for temporary files: that of the caller, else in memory, else the system's. */
export function temporaryPlace(): string {
  if (process.env.TMPDIR !== undefined || !existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize < neededBytes ? tmpdir() : memory
}
