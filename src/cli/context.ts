/** What commands get from their process: streams, answers of people, files that options name, errors. @module */
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { OptionError } from '../contract/options/option-rows.ts'
import { isTerminal, type TextOutput } from './text-output.ts'

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
export class UsageError extends OptionError {
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

/** @throws {UsageError} When the file cannot be read. */
export function readSecretFile(file: string, flag: string): string {
  return readNamedFile(file, flag).toString().trim()
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
  return readSecretFile(file, flag)
}

/** Make a yes-or-no question; undefined where there is nobody to ask. */
export function ask(
  { stdin, stderr, env }: CliContext,
  isJson: boolean,
  question: string,
): (() => Promise<boolean>) | undefined {
  const isAsking = (stdin as { isTTY?: boolean }).isTTY === true && isTerminal(stderr.stream, env)
  if (isJson || !isAsking) return undefined
  return async () => {
    const terminal = createInterface({ input: stdin, output: stderr.stream })
    try {
      return /^y(?:es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim())
    } finally {
      terminal.close()
    }
  }
}

export const yesFlag = ['--yes', 'Do it without asking.'] as const

/**
 * @throws {UsageError} When nobody can be asked and `--yes` is missing.
 * @throws {CommandError} When the answer is no.
 */
export async function confirm(
  context: CliContext,
  flags: { readonly yes?: boolean; readonly json?: boolean },
  question: string,
): Promise<void> {
  if (flags.yes) return
  const confirmation = ask(context, flags.json ?? false, question)
  if (confirmation === undefined) {
    throw new UsageError(
      'This cannot be undone. Without a terminal to ask on, confirm it with --yes.',
    )
  }
  if (!(await confirmation())) throw new CommandError('Nothing was changed.')
}
