/** Second factors: codes of an app, or recovery codes. @module */
import { Secret, TOTP } from 'otpauth'
import { RequestError, wrongField } from '../contract/errors.ts'
import { query, queryAll, type Transaction } from '../store/database.ts'
import { readAs } from '../store/read-as.ts'
import { openSecret, type SecretPlace, sealSecret } from '../store/secrets.ts'
import { type Statement, sql } from '../store/sql.ts'
import {
  type Actor,
  type AuditedStore,
  type AuditStamp,
  auditedChanges,
  auditRecord,
} from './audit.ts'
import type { Guess, GuessLimit, NoteFailedSignIn } from './passwords/password-check.ts'
import { credentialHash } from './tokens/authorization.ts'
import { nameKey, nameOfEnabledUser, nameOfUser } from './user-name.ts'

export interface SecondFactor {
  readonly createdAt: Date
  /** False after restoring a backup: then only recovery codes work. */
  readonly hasSecret: boolean
  readonly recoveryCodes: number
}

export interface SecondFactors extends ReturnType<typeof secondFactors> {}

const recoveryCodeCount = 10
/** 120 random bits: below 112 the hash would have to be slow (NIST SP 800-63B §5.1.2.2). */
const recoveryCodeBytes = 15

export function secondFactors(store: AuditedStore) {
  const { database, clock } = store
  const { secretKeys } = database
  const change = auditedChanges(store)
  return {
    async find(userId: number): Promise<SecondFactor | undefined> {
      const [factor] = await readAs<SecondFactor>(
        database,
        sql`select f.created_at as "createdAt", s.user_id is not null as "hasSecret",
            (select count(*) from recovery_codes c where c.user_id = f.user_id) as "recoveryCodes"
          from second_factors f left join second_factor_secrets s on s.user_id = f.user_id
          where f.user_id = ${userId}`,
      )
      return factor
    },
    /** @throws {RequestError} `bad-request` for a wrong code, `already-exists`. */
    async add(
      userId: number,
      { secret, code }: { readonly secret: string; readonly code: string },
      addedBy: Actor,
    ): Promise<string[]> {
      const step = isTotpSecret(secret) ? stepOfCode(secret, digitsOf(code), clock()) : undefined
      if (step === undefined) throw wrongCode()
      const recoveryCodes = newRecoveryCodes()
      const codeHashes = recoveryCodes.map(recoveryHash)
      const sealedSecret = sealSecret(secretKeys, placeOf(userId), secret)
      await change(insertSecondFactor, addedBy, { userId, secret: sealedSecret, step, codeHashes })
      return recoveryCodes
    },
    /** Use up a code of the app or a recovery code. @returns Whether it was right. */
    async take(userId: number, code: string, takenBy: Actor): Promise<boolean> {
      const digits = digitsOf(code)
      if (!isAppCode(code)) {
        return change(useRecoveryCode, takenBy, { userId, codeHash: recoveryHash(code) })
      }
      const [row] = await database.read<{ secret: string }>(
        sql`select secret from second_factor_secrets where user_id = ${userId}`,
      )
      if (row === undefined) return false
      const secret = openSecret(secretKeys, placeOf(userId), row.secret)
      const step = stepOfCode(secret, digits, clock())
      if (step === undefined) return false
      return database.write(useTotpStep, { userId, secret: row.secret, step })
    },
    async renewRecoveryCodes(userId: number, renewedBy: Actor): Promise<string[]> {
      const recoveryCodes = newRecoveryCodes()
      const codeHashes = recoveryCodes.map(recoveryHash)
      await change(replaceRecoveryCodes, renewedBy, { userId, codeHashes })
      return recoveryCodes
    },
    /** @throws {RequestError} `not-found` when there is none. */
    remove: (userId: number, removedBy: Actor) => change(removeSecondFactor, removedBy, { userId }),
  }
}

function placeOf(userId: number): SecretPlace {
  return { table: 'second_factor_secrets', rowId: userId }
}

function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(digitsOf(code))
}

/** Apps show a space in the middle. */
function digitsOf(code: string): string {
  return code.slice(0, 100).replace(/\s+/g, '')
}

/** Six groups of four, in base32: without digits that look like letters. */
function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const letters = new Secret({ size: recoveryCodeBytes }).base32.toLowerCase()
    return (letters.match(/.{4}/g) as string[]).join('-')
  })
}

/** Ignores case and hyphens, as people copy codes from paper. */
function recoveryHash(code: string): string {
  const plain = code
    .slice(0, 100)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '')
  return credentialHash(`recovery code ${plain}`)
}

const periodSeconds = 30
const secretBytes = 20
/** Accept the previous and next time step, because clocks differ and typing takes time. */
const window = 1

export function newTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32
}

export function isTotpSecret(text: string): boolean {
  return /^[A-Z2-7]{32}$/.test(text)
}

export function totpAddress(secret: string, userName: string): string {
  return totp(secret, userName).toString()
}

/** Undefined for a code outside the window. */
function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const delta = totp(secret, '').validate({ token: code, timestamp, window })
  if (delta === null) return undefined
  return Math.floor(timestamp / 1000 / periodSeconds) + delta
}

function totp(secret: string, label: string): TOTP {
  // A colon would end the issuer's part of the label.
  const accountName = label.replaceAll(':', ' ') || 'user'
  return new TOTP({ issuer: 'Markport', label: accountName, secret, period: periodSeconds })
}

interface NewRecoveryCodes extends AuditStamp {
  readonly userId: number
  readonly codeHashes: readonly string[]
}

interface NewSecondFactor extends NewRecoveryCodes {
  readonly secret: string
  readonly step: number
}

export const insertSecondFactor: Transaction<NewSecondFactor, void> = function* (input) {
  const { userId } = input
  const name = yield* nameOfEnabledUser(userId)
  const [added] = yield* query(sql`
    insert into second_factors (user_id, created_at) values (${userId}, ${input.atMs})
    on conflict (user_id) do nothing returning user_id`)
  if (added === undefined) {
    throw new RequestError('already-exists', 'You have a second factor. Switch it off first.')
  }
  yield* query(sql`
    insert into second_factor_secrets (user_id, secret, last_step)
    values (${userId}, ${input.secret}, ${input.step})`)
  yield* queryAll(recoveryCodes(userId, input.codeHashes))
  yield* query(auditRecord(input, 'second-factor-add', name, { userId }))
}

function recoveryCodes(userId: number, codeHashes: readonly string[]): Statement[] {
  return [
    sql`delete from recovery_codes where user_id = ${userId}`,
    ...codeHashes.map(
      (hash) => sql`insert into recovery_codes (code_hash, user_id) values (${hash}, ${userId})`,
    ),
  ]
}

interface TotpStep {
  readonly userId: number
  readonly secret: string
  readonly step: number
}

/** A code counts only once, even if it is sent twice at the same time. */
export const useTotpStep: Transaction<TotpStep, boolean> = function* ({ userId, secret, step }) {
  const updatedRows = yield* query(sql`
    update second_factor_secrets set last_step = ${step}
    where user_id = ${userId} and secret = ${secret} and last_step < ${step}
    returning user_id`)
  return updatedRows.length > 0
}

interface UsedRecoveryCode extends AuditStamp {
  readonly userId: number
  readonly codeHash: string
}

export const useRecoveryCode: Transaction<UsedRecoveryCode, boolean> = function* (input) {
  const [recoveryCode] = yield* query(sql`
    delete from recovery_codes where code_hash = ${input.codeHash} and user_id = ${input.userId}
    returning user_id`)
  if (recoveryCode === undefined) return false
  const [user] = yield* query<{ name: string; codes_left: number }>(sql`
    select u.name, (select count(*) from recovery_codes c where c.user_id = u.id) as codes_left
    from users u where u.id = ${input.userId}`)
  const detail = { codesLeft: user?.codes_left ?? 0 }
  yield* query(auditRecord(input, 'recovery-code-use', user?.name ?? '', detail))
  return true
}

export const replaceRecoveryCodes: Transaction<NewRecoveryCodes, void> = function* (input) {
  const { userId } = input
  const [user] = yield* query<{ name: string }>(sql`
    select u.name from users u join second_factors f on f.user_id = u.id where u.id = ${userId}`)
  if (user === undefined) throw noSecondFactor()
  yield* queryAll(recoveryCodes(userId, input.codeHashes))
  yield* query(auditRecord(input, 'recovery-codes-create', user.name, { userId }))
}

export const removeSecondFactor: Transaction<AuditStamp & { userId: number }, void> = function* (
  input,
) {
  const { userId } = input
  const [factor] = yield* query(
    sql`delete from second_factors where user_id = ${userId} returning user_id`,
  )
  if (factor === undefined) throw noSecondFactor()
  yield* queryAll([
    sql`delete from second_factor_secrets where user_id = ${userId}`,
    sql`delete from recovery_codes where user_id = ${userId}`,
  ])
  const name = yield* nameOfUser(userId)
  yield* query(auditRecord(input, 'second-factor-remove', name, { userId }))
}

function noSecondFactor(): RequestError {
  return new RequestError('not-found', 'This user has no second factor.')
}

function wrongCode(): RequestError {
  return wrongField(
    'code',
    'The code is wrong, or was used before. Type the one that your app shows now.',
  )
}

/** @throws {RequestError} `bad-request` for a wrong code, or `too-many-requests`. */
export type CheckCode = (
  user: { readonly userId: number; readonly name: string },
  code: string,
  network: string,
) => Promise<void>

export function codeCheck(
  factors: Pick<SecondFactors, 'take'>,
  guesses: GuessLimit,
  noteFailed: NoteFailedSignIn,
): CheckCode {
  return async ({ userId, name }, code, network) => {
    const kind = isAppCode(code) ? 'app' : 'recovery'
    const guess: Guess = { nameKey: nameKey(name), code: kind, network }
    const isRight = await guesses.attempt(guess, async () =>
      (await factors.take(userId, code, { name, address: network })) ? true : undefined,
    )
    if (isRight) return
    await noteFailed(name, network)
    throw wrongCode()
  }
}
