/** Secrets of the service: never flags, which other users of the machine could read. @module */
import { readNamedFile } from './named-file.ts'

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
