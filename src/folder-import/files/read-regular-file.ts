/**
 * Reads files of a folder that somebody else filled: regular files only. A FIFO would keep the reader
 * waiting for ever, and a device may do anything when it is opened.
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
import { NotRegularFileError } from './read-failure.ts'

interface RegularFileOptions {
  /** False for a path without symlinks: one that takes its place meanwhile is refused. */
  readonly isLinkFollowed?: boolean
  /** Told the size before anything is read; may throw. */
  readonly onSize?: (bytes: number) => void
}

/**
 * Read a file whole.
 * @throws {NotRegularFileError} When it is a FIFO, a socket or a device, which is not opened.
 * @throws {Error} When it cannot be read.
 */
export async function readRegularFile(
  path: string,
  { isLinkFollowed = true, onSize }: RegularFileOptions = {},
): Promise<Buffer> {
  // Once, so that answers and an interruption are heard between files; to wait for each step takes
  // longer than the steps do.
  await nextTurn()
  refuseOthers(statSync(path), path)
  const file = openSync(path, flags(isLinkFollowed))
  try {
    // Looked at again: another thing may have taken its place before it was opened.
    const stats = fstatSync(file)
    refuseOthers(stats, path)
    onSize?.(stats.size)
    return readFileSync(file)
  } finally {
    closeSync(file)
  }
}

/**
 * Read a text file at once.
 * @param options Reads no more than `maxBytes` of its start; by default all.
 * @throws {NotRegularFileError} When it is a FIFO, a socket or a device, which is not opened.
 * @throws {Error} When it cannot be read.
 */
export function readRegularTextSync(
  path: string,
  {
    maxBytes = Number.POSITIVE_INFINITY,
    isLinkFollowed = true,
  }: Pick<RegularFileOptions, 'isLinkFollowed'> & {
    readonly maxBytes?: number | undefined
  } = {},
): string {
  refuseOthers(statSync(path), path)
  const file = openSync(path, flags(isLinkFollowed))
  try {
    const stats = fstatSync(file)
    refuseOthers(stats, path)
    if (stats.size <= maxBytes) return readFileSync(file, 'utf8')
    const start = Buffer.alloc(maxBytes)
    return start.toString('utf8', 0, readSync(file, start, 0, maxBytes, 0))
  } finally {
    closeSync(file)
  }
}

/** A FIFO opened like this does not wait for its other end. Windows knows neither flag. */
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
