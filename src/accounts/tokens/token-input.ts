/** Validates the input for new tokens. @module */
import { RequestError, wrongField } from '../../contract/errors.ts'
import { contractLimits } from '../../contract/limits.ts'
import { query, type TransactionBody } from '../../store/database.ts'
import { parseId } from '../../store/ids.ts'
import { isAnyOf, type Statement, sql } from '../../store/sql.ts'
import { type AccessLevel, isReadable, isWritable } from '../reader.ts'

/** `api` imports, `host` reads. */
export const tokenKinds = ['api', 'host'] as const

export type TokenKind = (typeof tokenKinds)[number]

/** Tells host tokens from API tokens, also for scanners of leaked credentials. */
export const hostTokenPrefix = 'mph_'

/** @throws {RequestError} `bad-request` naming the field and its limit. */
export function checkTokenName(name: string): void {
  if (!/^[A-Za-z0-9_-]{3,50}$/.test(name)) {
    throw wrongField(
      'name',
      'name must be 3 to 50 characters of A-Z, a-z, 0-9, _ and -. Choose such a name.',
    )
  }
}

export function nameTaken(kind: string, name: string): RequestError {
  return new RequestError(
    'already-exists',
    `There is already ${kind} named ${name}. Choose another name, or delete that one first.`,
    { field: 'name' },
  )
}

export function ownerNotFound(owner: string): RequestError {
  const shortOwner = owner.length > 100 ? `${owner.slice(0, 100)}…` : owner
  return new RequestError(
    'not-found',
    `There is no enabled user named ${shortOwner}. Give the owner's name as "markport user list" shows it.`,
    { field: 'owner' },
  )
}

/** The number of an id, or -1, which no row has. */
export function toTokenId(id: string): number {
  return /^[0-9]{1,15}$/.test(id) ? Number(id) : -1
}

const dayMs = 24 * 60 * 60 * 1000
const maxLifetimeMs = 365 * dayMs
const maxSoonMs = 7 * dayMs

/** @throws {RequestError} `bad-request` unless it is positive and at most 365 days. */
export function checkLifetime(lifetimeMs: number): void {
  if (lifetimeMs > 0 && lifetimeMs <= maxLifetimeMs) return
  throw wrongField(
    'lifetimeMs',
    'The lifetime must be more than 0 and at most 365 days. Give a duration such as 30d.',
  )
}

/** When a quarter of the token's life is left, but at most seven days. */
export function isExpiringSoon(
  { createdAt, expiresAt }: { readonly createdAt: Date; readonly expiresAt: Date },
  now: Date,
): boolean {
  const leftMs = expiresAt.getTime() - now.getTime()
  const lifeMs = expiresAt.getTime() - createdAt.getTime()
  return leftMs > 0 && leftMs <= Math.min(maxSoonMs, lifeMs / 4)
}

const maxTokenSpaces = 50
const maxShownLength = 60

/**
 * Find the spaces of a new token, within its transaction.
 * @param idsOrKeys Keys in any case.
 * @throws {RequestError} `bad-request` when there are none, too many, or one that the owner cannot
 * access. The answer is the same for missing spaces, so it reveals nothing about closed ones.
 */
export function* allowedSpaces(
  idsOrKeys: readonly string[],
  owner: { readonly id: number; readonly name: string },
  level: AccessLevel,
): TransactionBody<readonly { id: number; key: string }[]> {
  if (idsOrKeys.length === 0 || idsOrKeys.length > maxTokenSpaces) {
    throw wrongSpaces(`Choose 1 to ${maxTokenSpaces} spaces, or all.`)
  }
  const isOpen = level === 'write' ? isWritable : isReadable
  const ids = idsOrKeys.flatMap((idOrKey) => parseId(idOrKey) ?? [])
  const spaces = yield* query<{ id: number; key: string; key_fold: string }>(sql`
    select id, key, key_fold from spaces
    where (${isAnyOf(sql`id`, ids)} or ${isAnyOf(sql`key_fold`, idsOrKeys.map(foldKey))})
      and ${isOpen(sql`spaces.id`, { userId: owner.id })}
    order by key_fold`)
  const names = new Set(spaces.flatMap(({ id, key_fold: key }) => [String(id), key]))
  const missingSpace = idsOrKeys.find((idOrKey) => !names.has(foldKey(idOrKey)))
  if (missingSpace !== undefined) {
    const shortName = missingSpace.slice(0, maxShownLength)
    throw wrongSpaces(
      `${shortName} is no space that ${owner.name} may ${level === 'write' ? 'write to' : 'read'}. Choose others, or give ${owner.name} access first.`,
    )
  }
  return spaces.map(({ id, key }) => ({ id, key }))
}

export function keepToSpaces(tokenId: number, spaces: readonly { id: number }[] = []): Statement[] {
  return spaces.map(
    ({ id }) => sql`insert into token_spaces (token_id, space_id) values (${tokenId}, ${id})`,
  )
}

/** PostgreSQL refuses NUL and lone surrogates even in a search; no key has them. */
function foldKey(text: string): string {
  return text.toLowerCase().toWellFormed().replaceAll('\0', '\uFFFD')
}

function wrongSpaces(message: string): RequestError {
  return wrongField('spaces', message)
}

const maxTokenSources = 50

/**
 * @param names Undefined for any source.
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
    throw wrongField(
      'sources',
      `Name 1 to ${maxTokenSources} sources, each with 1 to ${maxSourceNameLength} characters, or leave them out for any.`,
    )
  }
  return JSON.stringify(sources)
}

export function readTokenSources(json: string): readonly string[] | undefined {
  const sources = JSON.parse(json) as string[]
  return sources.length === 0 ? undefined : sources
}
