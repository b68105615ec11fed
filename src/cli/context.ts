/** What commands get from their process, their errors, and reading the files that options name. @module */
import { readFileSync } from 'node:fs'
import type { TextOutput } from './text-output.ts'

export interface CliContext {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: NodeJS.ReadableStream
  readonly stdout: TextOutput
  readonly stderr: TextOutput
  readonly clock: () => Date
  readonly untilStopped: () => Promise<void>
  readonly version: string
}

export interface CliSurroundings extends Omit<CliContext, 'stdout' | 'stderr'> {
  readonly stdout: NodeJS.WritableStream
  readonly stderr: NodeJS.WritableStream
}

/** A signal that is aborted once somebody asks the process to end. */
export function stopSignal({ untilStopped }: CliContext): AbortSignal {
  const stopping = new AbortController()
  void untilStopped().then(() => stopping.abort())
  return stopping.signal
}

/** A failure with a message for the user; exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** Wrong use of the command line; exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** @throws {UsageError} When the file cannot be read. */
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
