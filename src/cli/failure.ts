/** Reports failures and decides the exit code. @module */
import { inspect } from 'node:util'
import { CommanderError } from 'commander'
import {
  DatabaseUnavailableError,
  RequestError,
  toRequestError,
  UnknownOutcomeError,
} from '../contract/errors.ts'
import { StoreError } from '../database/database.ts'
import { type CliContext, CommandError, UsageError } from './context.ts'

interface Asked {
  readonly isJson: boolean
  readonly isDebugging: boolean
}

/** Read the flags without parsing, because the command line may be the problem. */
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
 * Report a failure on stderr.
 * @returns The exit code: 1 failed, 2 wrong use, 0 for requested help.
 */
export function endWith(
  error: unknown,
  { isJson, isDebugging }: Asked,
  { stderr }: CliContext,
): number {
  const isFromCommander = error instanceof CommanderError
  // Requested help is no failure.
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
  // Commander has already printed its message.
  if (!isFromCommander) stderr.line(`markport: ${message}`)
  if (detail !== undefined) stderr.lines(detail.split('\n'))
  return exitCode
}

/** A value that the store's rules refuse is wrong use too: such errors name a field. */
function isWrongUse(error: unknown): boolean {
  if (error instanceof UsageError) return true
  return error instanceof RequestError && error.key === 'bad-request' && error.field !== undefined
}

/** When Commander only shows help, its message is just a code. */
function plainWords({ code, message }: CommanderError): string {
  if (code === 'commander.help') return 'a command is missing; --help lists them.'
  return message.replace(/^error: /, '')
}

function keyOf(error: unknown, exitCode: number): string {
  if (exitCode === 2) return 'wrong-use'
  if (error instanceof CommandError || error instanceof StoreError) return 'failed'
  return error instanceof Error && isSystemError(error) ? 'failed' : toRequestError(error).key
}

/** Errors that the user can fix need no stack trace. */
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

function isSystemError(error: Error): boolean {
  const { errno, syscall } = error as NodeJS.ErrnoException
  return typeof errno === 'number' && syscall !== undefined
}
