/** The spaces and sources that a token is kept to. @module */
import { RequestError } from '../../contract/errors.ts'
import { contractLimits } from '../../contract/limits.ts'
import { query, type TransactionBody } from '../../database/database.ts'
import { parseId } from '../../database/ids.ts'
import { isAnyOf, type Statement, sql } from '../../database/sql.ts'
import { type AccessLevel, isReadable, isWritable } from '../reader.ts'

/** The maximum for tokens that are limited to some spaces. */
const maxTokenSpaces = 50
const maxShownLength = 60

/**
 * Find the spaces of a new token, within its transaction.
 * @param wanted Ids, or keys in any case.
 * @throws {RequestError} `bad-request` when there are none, too many, or one that the owner cannot
 * access. The answer is the same for missing spaces, so it reveals nothing about closed ones.
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

/** @param spaces Null for all. */
export function keepToSpaces(
  tokenId: number,
  spaces: readonly { id: number }[] | null,
): Statement[] {
  return (spaces ?? []).map(
    ({ id }) => sql`insert into token_spaces (token_id, space_id) values (${tokenId}, ${id})`,
  )
}

/** PostgreSQL refuses NUL and lone surrogates even in a search; no key has them. */
function foldKey(text: string): string {
  return text.toLowerCase().toWellFormed().replaceAll('\0', '\uFFFD')
}

function wrongSpaces(message: string): RequestError {
  return new RequestError('bad-request', message, { field: 'spaces' })
}

/** The maximum for tokens that are kept to sources. */
const maxTokenSources = 50

/**
 * @param names The names of the only sources; undefined for any.
 * @returns JSON for the store.
 * @throws {RequestError} `bad-request` naming the field.
 */
export function writeTokenSources(names: readonly string[] | undefined): string {
  if (names === undefined) return '[]'
  const sources = [...new Set(names.map((name) => name.trim()))]
  const { maxSourceNameLength } = contractLimits
  const isName = (name: string): boolean =>
    name !== '' && name.length <= maxSourceNameLength && !/\p{Cc}|\p{Cs}/u.test(name)
  if (sources.length === 0 || sources.length > maxTokenSources || !sources.every(isName)) {
    throw new RequestError(
      'bad-request',
      `Name 1 to ${maxTokenSources} sources, each with 1 to ${maxSourceNameLength} characters, or leave them out for any.`,
      { field: 'sources' },
    )
  }
  return JSON.stringify(sources)
}

export function readTokenSources(stored: string): readonly string[] | undefined {
  const sources = JSON.parse(stored) as string[]
  return sources.length === 0 ? undefined : sources
}
