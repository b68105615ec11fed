/** Reads identity, name and groups from the provider's claims. @module */
import { createHash } from 'node:crypto'
import { RequestError } from '../../contract/errors.ts'
import type { AccessLevel } from '../reader.ts'
import { checkEmail, nameKey } from '../user-name.ts'

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
export function readIdentity(claims: Claims, rules: GroupRules): Identity {
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
