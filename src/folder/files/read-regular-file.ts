/**
 * Reads regular files only: a FIFO would block forever, and opening a device may do anything.
 * @module
 */
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  type Stats,
  statSync,
} from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { FileTooLargeError, NotRegularFileError } from './read-failure.ts'

interface RegularFileOptions {
  /** False refuses a symlink, which may have replaced the file. */
  readonly isLinkFollowed?: boolean
  readonly maxBytes?: number
}

/**
 * @throws {NotRegularFileError} For a FIFO, socket or device, which is not opened.
 * @throws {FileTooLargeError} For a file with more bytes, which is not read.
 */
export async function readRegularFile(
  path: string,
  { isLinkFollowed = true, maxBytes = Number.POSITIVE_INFINITY }: RegularFileOptions = {},
): Promise<Buffer> {
  // One turn of the event loop for each file keeps the process responsive; asynchronous steps would
  // take longer than the reading.
  await nextTurn()
  return readOpened(path, isLinkFollowed, (file, size) => {
    if (size > maxBytes) throw new FileTooLargeError(size)
    return readFileSync(file)
  })
}

/**
 * @param maxBytes Bytes beyond this limit are not read.
 * @throws {NotRegularFileError} For a FIFO, socket or device, which is not opened.
 */
export function readRegularTextSync(
  path: string,
  { isLinkFollowed = true, maxBytes = Number.POSITIVE_INFINITY }: RegularFileOptions = {},
): string {
  return readOpened(path, isLinkFollowed, (file, size) => {
    if (size <= maxBytes) return readFileSync(file, 'utf8')
    const start = Buffer.alloc(maxBytes)
    return start.toString('utf8', 0, readSync(file, start, 0, maxBytes, 0))
  })
}

function readOpened<Content>(
  path: string,
  isLinkFollowed: boolean,
  read: (file: number, size: number) => Content,
): Content {
  refuseOthers(statSync(path), path)
  const file = openSync(path, flags(isLinkFollowed))
  try {
    // Check again: the file may have been replaced before it was opened.
    const stats = fstatSync(file)
    refuseOthers(stats, path)
    return read(file, stats.size)
  } finally {
    closeSync(file)
  }
}

/** O_NONBLOCK opens a FIFO without waiting. Windows has neither flag. */
function flags(isLinkFollowed: boolean): number {
  const {
    O_RDONLY,
    O_NONBLOCK = 0,
    O_NOCTTY = 0,
    O_NOFOLLOW = 0,
  } = constants as Partial<typeof constants> & { readonly O_RDONLY: number }
  return O_RDONLY | O_NONBLOCK | O_NOCTTY | (isLinkFollowed ? 0 : O_NOFOLLOW)
}

function refuseOthers(stats: Stats, path: string): void {
  if (stats.isFile()) return
  if (stats.isDirectory()) {
    const message = `EISDIR: illegal operation on a directory, read '${path}'`
    throw Object.assign(new Error(message), { code: 'EISDIR' })
  }
  const kind = stats.isFIFO() ? 'a FIFO' : stats.isSocket() ? 'a socket' : 'a device'
  throw new NotRegularFileError(`this is ${kind}, not a file: '${path}'`)
}
