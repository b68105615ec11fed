/** Files that the command line names: one that cannot be read is wrong use. @module */
import { readFileSync } from 'node:fs'
import { UsageError } from './context.ts'

/**
 * Read a file.
 * @param flag The option that named it, if one did.
 * @throws {UsageError} When it cannot be read.
 */
export function readNamedFile(file: string, flag?: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw unreadable(file, error, flag)
  }
}

/**
 * Word why a file cannot be read.
 * @param flag The option that named it, if one did.
 */
export function unreadable(file: string, error: unknown, flag?: string): UsageError {
  const { code, message } = error as NodeJS.ErrnoException
  const reason =
    code === 'ENOENT'
      ? 'is not there'
      : code === 'EISDIR'
        ? 'is a folder'
        : `cannot be read: ${message}`
  return new UsageError(`${flag === undefined ? '' : `${flag}: `}${file} ${reason}.`, {
    cause: error,
  })
}

export interface SecretSource {
  /** What the environment says itself. */
  readonly variable: string | undefined
  /** The file that holds it. */
  readonly file: string | undefined
  /** The file was named by a flag, so it wins over the variable. */
  readonly isFileFirst: boolean
  /** The flag that names the file. */
  readonly flag: `--${string}`
}

/**
 * Read a secret.
 * @returns `undefined` when none is given.
 * @throws {UsageError} When the file cannot be read.
 */
export function readSecret(place: SecretSource): string | undefined {
  const { variable, file, isFileFirst, flag } = place
  const given = isFileFirst ? undefined : variable
  if (given || file === undefined) return given?.trim() || undefined
  return readNamedFile(file, flag).toString().trim()
}
