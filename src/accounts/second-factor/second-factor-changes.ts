/** The transactions that change second factors, and the refusal of a code. @module */
import { RequestError } from '../../contract/errors.ts'
import { query, queryAll, type Transaction } from '../../store/database.ts'
import { type Statement, sql } from '../../store/sql.ts'
import { type AuditStamp, auditRecord } from '../audit.ts'

interface NewSecondFactor extends AuditStamp {
  readonly userId: number
  readonly secret: string
  readonly step: number
  readonly codeHashes: readonly string[]
}

export const insertSecondFactor: Transaction<NewSecondFactor, void> = function* (input) {
  const { userId } = input
  const [user] = yield* query<{ name: string }>(
    sql`select name from users where id = ${userId} and disabled_at is null`,
  )
  if (user === undefined) throw new RequestError('not-found', 'There is no such enabled user.')
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
  yield* query(auditRecord(input, 'second-factor-add', user.name, { userId }))
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
  const detail = { codesLeft: Number(user?.codes_left ?? 0) }
  yield* query(auditRecord(input, 'recovery-code-use', user?.name ?? '', detail))
  return true
}

interface NewRecoveryCodes extends AuditStamp {
  readonly userId: number
  readonly codeHashes: readonly string[]
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
  const [user] = yield* query<{ name: string }>(sql`select name from users where id = ${userId}`)
  yield* query(auditRecord(input, 'second-factor-remove', user?.name ?? '', { userId }))
}

function noSecondFactor(): RequestError {
  return new RequestError('not-found', 'This user has no second factor.')
}

export function wrongCode(): RequestError {
  return new RequestError(
    'bad-request',
    'The code is wrong, or was used before. Type the one that your app shows now.',
    { field: 'code' },
  )
}
