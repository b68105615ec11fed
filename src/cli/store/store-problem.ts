/** Words what keeps a store from being opened, where the user can mend it. @module */
import { DatabaseUnavailableError, UnknownOutcomeError } from '../../base/errors.ts'
import { DatabaseRefusedError } from '../../database/database.ts'
import type { DatabaseOptions } from '../../database/open-database.ts'
import { isDiskFull } from '../../database/sqlite/disk-room.ts'
import { CommandError } from '../context.ts'

/**
 * Word the problem.
 * @returns Undefined for a fault that is none of the store's.
 */
export function storeProblem(error: unknown, place: DatabaseOptions): CommandError | undefined {
  if (error instanceof DatabaseRefusedError) return new CommandError(error.message)
  if (!isOfTheStore(error)) return undefined
  if (!('databaseUrl' in place) && (isOfFullDisk(error) || isDiskFull(place.dataDirectory))) {
    return new CommandError(
      `the disk that holds the store in ${place.dataDirectory} is full, and nothing in the store is lost. Free 16 MiB or more on it, then start again.`,
      { cause: error },
    )
  }
  const reason = [...new Set([error, error.cause].flatMap(reasons))].join(': ')
  const message =
    'databaseUrl' in place
      ? `the store cannot be opened: ${reason}. Check that PostgreSQL runs, that the address is right and that the user may connect.`
      : `the store in ${place.dataDirectory} cannot be opened: ${reason}. Check the folder and its permissions, or choose another with --data.`
  return new CommandError(message, { cause: error })
}

/** SQLITE_FULL, and what the system says: https://www.sqlite.org/rescode.html#full */
function isOfFullDisk(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as NodeJS.ErrnoException & { errcode?: number }
  return code === 'ENOSPC' || errcode === 13 || isOfFullDisk(error.cause)
}

/** Codes are those of the system, of SQLite, or an SQLSTATE. */
function isOfTheStore(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseUnavailableError || error instanceof UnknownOutcomeError) return true
  const { code, errno } = error as NodeJS.ErrnoException
  return typeof errno === 'number' || /^(?:ERR_SQLITE_ERROR|[0-9A-Z]{5})$/.test(String(code))
}

/** Where a name has several addresses, each has a reason of its own. */
function reasons(error: unknown): string[] {
  if (error instanceof AggregateError) return error.errors.flatMap(reasons)
  return error instanceof Error && error.message !== '' ? [error.message] : []
}
