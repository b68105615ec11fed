/** Signs in users of the OpenID provider, and creates them at their first sign-in. @module */
import { createHash } from 'node:crypto'
import type { Places } from '../../contract/base/places/places.ts'
import { RequestError } from '../../contract/errors.ts'
import { query, type Transaction, type TransactionBody } from '../../store/database.ts'
import { sql } from '../../store/sql.ts'
import { type AuditedStore, type AuditStamp, auditRecord } from '../audit.ts'
import { licenseRow } from '../license.ts'
import type { NoteFailedSignIn } from '../passwords/password-check.ts'
import type { AccessLevel } from '../reader.ts'
import { credentialHash } from '../tokens/authorization.ts'
import { checkEmail, nameKey } from '../user-name.ts'
import { localEmail, newUserRow } from '../users.ts'
import type { OpenIdProvider, SignInFlow } from './openid-provider.ts'

export interface ProviderAnswer {
  readonly callback: URL
  readonly flow: SignInFlow
  /** The code of an administrator's one-time link, which decides whose identity this is. */
  readonly linkCode: string | undefined
}

/** @throws {RequestError} `bad-request`, `not-found` or `unavailable`, worded for the visitor. */
export type CheckIdentity = (answer: ProviderAnswer, network: string) => Promise<IdentityUser>

interface IdentityParts extends AuditedStore {
  readonly provider: OpenIdProvider
  readonly rules: GroupRules
  /** Limits the requests to the provider that strangers can cause at once. */
  readonly gate: Places
  readonly noteFailed: NoteFailedSignIn
}

export function identityCheck(parts: IdentityParts): CheckIdentity {
  const { provider, rules, database, ids, clock, gate, noteFailed } = parts
  return async ({ callback, flow, linkCode }, network) => {
    const claims = await gate.hold({ key: network }, () => provider.finish(callback, flow))
    const identity = readIdentity(claims, rules)
    const auditIds = {
      user: await ids.nextId(),
      link: await ids.nextId(),
      access: await ids.nextId(),
    }
    const result = await database.write(applyIdentity, {
      identity,
      newUserId: await ids.nextId(),
      linkHash: linkCode === undefined ? null : credentialHash(linkCode),
      atMs: clock().getTime(),
      address: network,
      auditIds,
    })
    if (!result.isDisabled) return result
    await noteFailed(result.name, network)
    throw new RequestError(
      'bad-request',
      `The user ${result.name} is disabled. Ask an administrator to enable you.`,
    )
  }
}

interface IdentityInput {
  readonly identity: Identity
  readonly newUserId: number
  /** The hash of an administrator's one-time link; null without one. */
  readonly linkHash: string | null
  readonly atMs: number
  readonly address: string
  readonly auditIds: { readonly user: number; readonly link: number; readonly access: number }
}

interface IdentityUser {
  readonly userId: number
  readonly name: string
  readonly isDisabled: boolean
}

interface OwnerRow {
  readonly id: number
  readonly name: string
  readonly is_administrator: number
  readonly is_administrator_by_group: number
  readonly disabled_at: number | null
}

export const applyIdentity: Transaction<IdentityInput, IdentityUser> = function* (input, dialect) {
  // The lock keeps two simultaneous first sign-ins from creating two users.
  yield* query(licenseRow(dialect.forUpdate))
  const linked = input.linkHash === null ? undefined : yield* useLink(input, input.linkHash)
  const owner = linked ?? (yield* findOwner(input)) ?? (yield* makeUser(input))
  const user = { userId: owner.id, name: owner.name, isDisabled: owner.disabled_at !== null }
  if (!user.isDisabled) yield* applyGroups(input, owner)
  return user
}

const ownerColumns = sql`
  u.id, u.name, u.is_administrator, u.is_administrator_by_group, u.disabled_at`

function* findOwner({ identity }: IdentityInput): TransactionBody<OwnerRow | undefined> {
  const [owner] = yield* query<OwnerRow>(sql`
    select ${ownerColumns} from identities i join users u on u.id = i.user_id
    where i.issuer = ${identity.issuer} and i.subject = ${identity.subject}`)
  return owner
}

/** The link is an administrator's decision, so an identity moves even if it had a user. */
function* useLink(input: IdentityInput, linkHash: string): TransactionBody<OwnerRow> {
  const [link] = yield* query<{ user_id: number }>(sql`
    delete from one_time_links where code_hash = ${linkHash} and expires_at > ${input.atMs}
    returning user_id`)
  const [owner] = yield* query<OwnerRow>(sql`
    select ${ownerColumns} from users u where u.id = ${link?.user_id ?? 0} and u.disabled_at is null`)
  if (owner === undefined) {
    throw new RequestError(
      'not-found',
      'The link with which you came was used or has expired. Ask an administrator for another.',
    )
  }
  yield* query(sql`delete from one_time_links where user_id = ${owner.id}`)
  const formerOwner = yield* findOwner(input)
  // The former user cannot sign in this way any more, so revoke the access by groups now.
  if (formerOwner !== undefined && formerOwner.id !== owner.id) {
    yield* query(sql`delete from group_access where user_id = ${formerOwner.id}`)
    yield* query(sql`
      update users set is_administrator = 0, is_administrator_by_group = 0
      where id = ${formerOwner.id} and is_administrator_by_group = 1`)
  }
  yield* insertIdentity(input, owner)
  return owner
}

function* insertIdentity(
  input: IdentityInput,
  { id, name }: Pick<OwnerRow, 'id' | 'name'>,
): TransactionBody<void> {
  const { issuer, subject } = input.identity
  yield* query(sql`
    insert into identities (issuer, subject, user_id, created_at)
    values (${issuer}, ${subject}, ${id}, ${input.atMs})
    on conflict (issuer, subject) do update set user_id = excluded.user_id`)
  const stamp = stampOf(input, 'link', name)
  yield* query(auditRecord(stamp, 'identity-link', name, { issuer, subject }))
}

function* makeUser(input: IdentityInput): TransactionBody<OwnerRow> {
  const { identity, newUserId: id, atMs } = input
  for (const name of identity.names) {
    const email = identity.email ?? localEmail(name, id)
    const user = { id, name, email, isAdministrator: false, passwordHash: null, atMs }
    const [newUser] = yield* query(newUserRow(user))
    if (newUser === undefined) continue
    const stamp = stampOf(input, 'user', name)
    yield* query(auditRecord(stamp, 'user-create', name, { userId: id, isAdministrator: false }))
    yield* insertIdentity(input, { id, name })
    return { id, name, is_administrator: 0, is_administrator_by_group: 0, disabled_at: null }
  }
  throw new RequestError('already-exists', 'All names that you could have here are taken.')
}

/** Replaces the access by groups, and records a change. Access given by hand stays. */
function* applyGroups(input: IdentityInput, owner: OwnerRow): TransactionBody<void> {
  const { identity } = input
  const accessBefore = yield* readGroupAccess(owner.id)
  yield* query(sql`delete from group_access where user_id = ${owner.id}`)
  for (const { keyFold, access } of identity.access) {
    yield* query(sql`
      insert into group_access (space_id, user_id, access)
      select id, ${owner.id}, ${access} from spaces where key_fold = ${keyFold}`)
  }
  const accessAfter = yield* readGroupAccess(owner.id)
  const role = yield* applyRole(identity, owner)
  if (accessBefore === accessAfter && role === undefined) return
  const detail = { groups: accessAfter, ...(role !== undefined && { role }) }
  const stamp = stampOf(input, 'access', owner.name)
  yield* query(auditRecord(stamp, 'group-access', owner.name, detail))
}

function* readGroupAccess(userId: number): TransactionBody<string> {
  const rows = yield* query<{ key: string; access: AccessLevel }>(sql`
    select s.key, g.access from group_access g join spaces s on s.id = g.space_id
    where g.user_id = ${userId} order by s.key_fold`)
  return rows.map(({ key, access }) => `${key} (${access})`).join(', ')
}

function* applyRole(
  { isAdministrator }: Identity,
  owner: OwnerRow,
): TransactionBody<'administrator' | 'user' | undefined> {
  const isByHand = owner.is_administrator === 1 && owner.is_administrator_by_group === 0
  if (isByHand || isAdministrator === (owner.is_administrator === 1)) return undefined
  const flag = isAdministrator ? 1 : 0
  yield* query(sql`
    update users set is_administrator = ${flag}, is_administrator_by_group = ${flag}
    where id = ${owner.id}`)
  return isAdministrator ? 'administrator' : 'user'
}

function stampOf(
  { atMs, address, auditIds }: IdentityInput,
  change: keyof IdentityInput['auditIds'],
  name: string,
): AuditStamp {
  return { auditId: auditIds[change], atMs, actor: { name, address } }
}

/** Only `iss` and `sub` are trusted. */
export type Claims = Readonly<Record<string, unknown>> & {
  readonly iss: string
  readonly sub: string
}

export interface GroupRules {
  readonly claim: string
  /** Names of groups, or `claim=value`. Members become administrators. */
  readonly administrators: readonly string[]
  readonly access: readonly GroupAccess[]
}

export interface GroupAccess {
  readonly group: string
  readonly spaceKey: string
  readonly access: AccessLevel
}

export interface Identity {
  readonly issuer: string
  readonly subject: string
  /** Names to try for a new user, the best first; the last one is unique. */
  readonly names: readonly string[]
  readonly email: string | undefined
  readonly isAdministrator: boolean
  readonly access: readonly { readonly keyFold: string; readonly access: AccessLevel }[]
}

const maxSubjectLength = 255
const maxNameLength = 80
const namesakes = 9

/** @throws {RequestError} `bad-request` for a subject that cannot be stored. */
function readIdentity(claims: Claims, rules: GroupRules): Identity {
  const { iss: issuer, sub: subject } = claims
  // OpenID Connect Core §2: at most 255 ASCII characters.
  if (subject.length > maxSubjectLength || !/^[ -~]+$/.test(subject)) {
    throw new RequestError('bad-request', 'The provider names you in a way that cannot be kept.')
  }
  const groups = new Set(textsOf(claims[rules.claim]))
  return {
    issuer,
    subject,
    names: namesFor(claims),
    email: verifiedEmail(claims),
    isAdministrator: rules.administrators.some((rule) => fits(rule, claims, groups)),
    access: accessOfGroups(rules.access, groups),
  }
}

function textsOf(claim: unknown): string[] {
  return [claim].flat().filter((value) => typeof value === 'string')
}

function fits(rule: string, claims: Claims, groups: ReadonlySet<string>): boolean {
  if (groups.has(rule)) return true
  const at = rule.indexOf('=')
  if (at < 1) return false
  const claim = rule.slice(0, at)
  // Some providers let anybody claim any address.
  if (claim === 'email' && claims.email_verified !== true) return false
  const value = claims[claim]
  const texts = typeof value === 'boolean' ? [String(value)] : textsOf(value)
  return texts.includes(rule.slice(at + 1))
}

function accessOfGroups(
  rules: readonly GroupAccess[],
  groups: ReadonlySet<string>,
): Identity['access'] {
  const levels = new Map<string, AccessLevel>()
  for (const { group, spaceKey, access } of rules) {
    const keyFold = spaceKey.toLowerCase()
    if (groups.has(group) && levels.get(keyFold) !== 'write') levels.set(keyFold, access)
  }
  return Array.from(levels, ([keyFold, access]) => ({ keyFold, access }))
}

function namesFor({ iss, sub, preferred_username, email, name }: Claims): string[] {
  const address = typeof email === 'string' ? email.split('@')[0] : undefined
  const baseName = [preferred_username, address, name, sub].map(fitName).find((name) => name !== '')
  const base = baseName ?? 'user'
  const numbered = Array.from({ length: namesakes - 1 }, (_, index) => `${base}-${index + 2}`)
  const uniqueSuffix = createHash('sha256')
    .update(JSON.stringify([iss, sub]))
    .digest('hex')
    .slice(0, 16)
  return [base, ...numbered, `${base}-${uniqueSuffix}`]
}

function fitName(claim: unknown): string {
  if (typeof claim !== 'string') return ''
  const visible = claim
    .slice(0, 1_000)
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}\uFFFD]+/gu, ' ')
    .trim()
  const shortName = [...visible].slice(0, maxNameLength).join('').trim()
  return nameKey(shortName) === '' ? '' : shortName
}

/** An unverified address could belong to somebody else. */
function verifiedEmail({ email, email_verified }: Claims): string | undefined {
  if (typeof email !== 'string' || email_verified !== true) return undefined
  try {
    return checkEmail(email)
  } catch {
    return undefined
  }
}
