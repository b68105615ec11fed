/** How a failure ends the program: what it says, on one line for people or for programs. @module */
import { inspect } from 'node:util'
import { CommanderError } from 'commander'
import {
  DatabaseUnavailableError,
  RequestError,
  toRequestError,
  UnknownOutcomeError,
} from '../base/errors.ts'
import { StoreError } from '../database/database.ts'
import { type CliContext, CommandError, UsageError } from './context.ts'

/** What the user asked for; it may stand in the very command line that is wrong. */
interface Asked {
  readonly isJson: boolean
  readonly isDebugging: boolean
}

/** Find out what was asked for without parsing the command line. */
export function readAsked(args: readonly string[], { env }: Pick<CliContext, 'env'>): Asked {
  const flags = args.slice(0, args.includes('--') ? args.indexOf('--') : undefined)
  return {
    isJson: flags.includes('--json') || ['true', '1'].includes(env.MARKPORT_JSON ?? ''),
    isDebugging:
      /(?:^|\0)--log-level[=\0]debug(?:\0|$)/.test(flags.join('\0')) ||
      env.MARKPORT_LOG_LEVEL === 'debug',
  }
}

/**
 * Say what failed, on stderr.
 * @returns The exit code: 0 done, 1 failed, 2 wrong use.
 */
export function endWith(
  error: unknown,
  { isJson, isDebugging }: Asked,
  { stderr }: CliContext,
): number {
  const isFromCommander = error instanceof CommanderError
  // Asking for help is no failure; needing it is.
  if (isFromCommander && error.exitCode === 0) return 0
  const exitCode = isFromCommander || isWrongUse(error) ? 2 : 1
  const detail =
    error instanceof Error && !isFromCommander && (isDebugging || !isWorded(error))
      ? inspect(error)
      : undefined
  const message = error instanceof Error ? error.message : String(error)
  if (isJson) {
    const said = isFromCommander ? plainWords(error) : message
    stderr.json({ error: { message: said, key: keyOf(error, exitCode), exitCode, detail } })
    return exitCode
  }
  // Commander has printed its message already.
  if (!isFromCommander) stderr.line(`markport: ${message}`)
  if (detail !== undefined) stderr.lines(detail.split('\n'))
  return exitCode
}

/** So is a value that the store's own rules refuse: a refusal that names a field is of what was given. */
function isWrongUse(error: unknown): boolean {
  if (error instanceof UsageError) return true
  return error instanceof RequestError && error.key === 'bad-request' && error.field !== undefined
}

/** Where help was all that could be said, Commander's message is a word of its own. */
function plainWords({ code, message }: CommanderError): string {
  if (code === 'commander.help') return 'a command is missing; --help lists them.'
  return message.replace(/^error: /, '')
}

function keyOf(error: unknown, exitCode: number): string {
  if (exitCode === 2) return 'wrong-use'
  if (error instanceof CommandError || error instanceof StoreError) return 'failed'
  return error instanceof Error && isSystemError(error) ? 'failed' : toRequestError(error).key
}

/** What the user can mend needs no stack: it would say where our code is, not what is wrong. */
function isWorded(error: Error): boolean {
  const kinds = [
    CommandError,
    UsageError,
    RequestError,
    StoreError,
    DatabaseUnavailableError,
    UnknownOutcomeError,
  ]
  return kinds.some((kind) => error instanceof kind) || isSystemError(error)
}

/** A file, a folder or an address that cannot be used; the message names it. */
function isSystemError(error: Error): boolean {
  const { errno, syscall } = error as NodeJS.ErrnoException
  return typeof errno === 'number' && syscall !== undefined
}
