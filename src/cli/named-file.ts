/** Reads files named on the command line; an unreadable one is wrong use. @module */
import { readFileSync } from 'node:fs'
import { UsageError } from './context.ts'

export function readNamedFile(file: string, flag?: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw unreadable(file, error, flag)
  }
}

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

interface SecretSource {
  readonly variable: string | undefined
  readonly file: string | undefined
  readonly isFileFirst: boolean
  readonly flag: `--${string}`
}

/** @throws {UsageError} When the file cannot be read. */
export function readSecret(place: SecretSource): string | undefined {
  const { variable, file, isFileFirst, flag } = place
  const variableText = isFileFirst ? undefined : variable
  if (variableText || file === undefined) return variableText?.trim() || undefined
  return readNamedFile(file, flag).toString().trim()
}
