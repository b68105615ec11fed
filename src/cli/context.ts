/** The environment of a command. @module */
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
