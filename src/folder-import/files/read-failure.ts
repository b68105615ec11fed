/** Why a file cannot be read. @module */

/** There is something else than a file. */
export class NotRegularFileError extends Error {
  override readonly name = 'NotRegularFileError'
}

/** Tell whether a file is not there. */
export function isAbsent(error: unknown): boolean {
  return absentCodes.has((error as NodeJS.ErrnoException).code)
}

const absentCodes: ReadonlySet<string | undefined> = new Set([
  'ENOENT',
  'ENOTDIR',
  'ENAMETOOLONG',
  // A path with NUL in it.
  'ERR_INVALID_ARG_VALUE',
])

export class DocumentError extends Error {
  override readonly name = 'DocumentError'
}
