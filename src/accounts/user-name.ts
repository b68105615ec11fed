/** User names: compared without case and Unicode composition. @module */
import { RequestError, wrongField } from '../contract/errors.ts'
import { query, type TransactionBody } from '../store/database.ts'
import { type Statement, sql } from '../store/sql.ts'

const maxNameLength = 100

export function nameKey(name: string): string {
  // Lower case can decompose characters, so NFC comes last as well.
  const key = name.trim().normalize('NFC').toLowerCase().normalize('NFC')
  // PostgreSQL refuses these characters even in a search; no stored name has them.
  return key.toWellFormed().replaceAll('\0', '\uFFFD')
}

/** @throws {RequestError} `bad-request` when it is empty, too long or has invisible characters. */
export function checkUserName(name: string): string {
  const displayName = name.trim().normalize('NFC')
  const length = [...displayName].length
  if (
    length === 0 ||
    length > maxNameLength ||
    !displayName.isWellFormed() ||
    /[\p{C}\p{Zl}\p{Zp}]/u.test(displayName)
  ) {
    throw wrongField(
      'name',
      `name must be 1 to ${maxNameLength} visible characters. Choose such a name.`,
    )
  }
  return displayName
}

/** @throws {RequestError} `bad-request` unless it has the form name@host. */
export function checkEmail(email: string): string {
  const address = email.trim()
  // In Basic credentials a colon would end the address.
  if (address.length > 254 || !/^[^\s@:\p{C}]+@[^\s@:\p{C}]+$/u.test(address)) {
    throw wrongField(
      'email',
      'email must read name@host, at most 254 characters, without spaces and colons.',
    )
  }
  return address
}

/** @returns The name; empty for a user that is not there. */
export function* nameOfUser(id: number): TransactionBody<string> {
  const [user] = yield* query<{ name: string }>(sql`select name from users where id = ${id}`)
  return user?.name ?? ''
}

/**
 * @param lock Excludes disabling the user at the same time.
 * @throws {RequestError} `not-found`.
 */
export function* nameOfEnabledUser(id: number, lock: Statement = sql``): TransactionBody<string> {
  const [user] = yield* query<{ name: string }>(
    sql`select name from users where id = ${id} and disabled_at is null ${lock}`,
  )
  if (user === undefined) throw new RequestError('not-found', 'There is no such enabled user.')
  return user.name
}
