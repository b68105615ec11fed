/** Tells what is not there from what is there and cannot be read. @module */

const absentCodes: ReadonlySet<string | undefined> = new Set([
  'ENOENT',
  'ENOTDIR',
  'ENAMETOOLONG',
  // A path with NUL in it.
  'ERR_INVALID_ARG_VALUE',
])

/**
 * Tell whether a file is not there.
 * @param error What reading it threw.
 */
export function isAbsent(error: unknown): boolean {
  return absentCodes.has((error as NodeJS.ErrnoException).code)
}
