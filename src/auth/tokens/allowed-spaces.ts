/** The spaces that a token may be made for. @module */
import { RequestError } from '../../base/errors.ts'
import { query, type TransactionBody } from '../../database/database.ts'
import { parseId } from '../../database/ids.ts'
import { isAnyOf, sql } from '../../database/sql.ts'
import type { AccessLevel } from '../access.ts'
import { isReadable, isWritable } from '../access-conditions.ts'

/** The most spaces that a token can be for, other than all. */
const maxTokenSpaces = 50
const maxShownLength = 60

/**
 * Find spaces that are to be a token's scope, within the transaction that makes it.
 * @param wanted Their ids, or their keys in any case.
 * @param owner The user whose access the token will carry.
 * @throws {RequestError} `bad-request` when there are none or too many, or the owner may not do that in
 * one: the same answer as where there is none, so that nothing about closed spaces leaks.
 */
export function* allowedSpaces(
  wanted: readonly string[],
  owner: { readonly id: number; readonly name: string },
  level: AccessLevel,
): TransactionBody<readonly { id: number; key: string }[]> {
  if (wanted.length === 0 || wanted.length > maxTokenSpaces) {
    throw wrongSpaces(`Choose 1 to ${maxTokenSpaces} spaces, or all.`)
  }
  const isOpen = level === 'write' ? isWritable : isReadable
  const ids = wanted.flatMap((one) => parseId(one) ?? [])
  const found = yield* query<{ id: number; key: string; key_fold: string }>(sql`
    select id, key, key_fold from spaces
    where (${isAnyOf(sql`id`, ids)} or ${isAnyOf(sql`key_fold`, wanted.map(foldKey))})
      and ${isOpen(sql`spaces.id`, { userId: owner.id })}
    order by key_fold`)
  const names = new Set(found.flatMap(({ id, key_fold: key }) => [String(id), key]))
  const missing = wanted.find((one) => !names.has(foldKey(one)))
  if (missing !== undefined) {
    const shown = missing.slice(0, maxShownLength)
    throw wrongSpaces(
      `${shown} is no space that ${owner.name} may ${level === 'write' ? 'write to' : 'read'}. Choose others, or give ${owner.name} access first.`,
    )
  }
  return found.map(({ id, key }) => ({ id, key }))
}

/** PostgreSQL refuses text with these even in a search; no key has them. */
function foldKey(text: string): string {
  return text.toLowerCase().toWellFormed().replaceAll('\0', '\uFFFD')
}

function wrongSpaces(message: string): RequestError {
  return new RequestError('bad-request', message, { field: 'spaces' })
}
