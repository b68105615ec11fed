/** What a command may use of the outside world. @module */
import type { TextOutput } from './text-output.ts'

export interface CliContext {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: NodeJS.ReadableStream
  /** Results. */
  readonly stdout: TextOutput
  /** Everything else. */
  readonly stderr: TextOutput
  readonly clock: () => Date
  /** Resolves when the user or the system asks the program to end. */
  readonly untilStopped: () => Promise<void>
  /** Version of the package. */
  readonly version: string
}

/** The program's surroundings, as its caller has them. */
export interface CliSurroundings extends Omit<CliContext, 'stdout' | 'stderr'> {
  readonly stdout: NodeJS.WritableStream
  readonly stderr: NodeJS.WritableStream
}

/** A failure that the command has worded for the user; the program ends with 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** Wrong use of the command line; the program ends with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
