/** Logs failed sign-ins, and writes audit records for the first ones. @module */
import { bounds } from '../../contract/base/bounds.ts'
import type { Log } from '../../contract/base/log.ts'
import { type Database, queryAll, type Transaction } from '../../store/database.ts'
import type { IdAllocator } from '../../store/ids.ts'
import { sql } from '../../store/sql.ts'
import { countsBelow } from '../../store/within-bound.ts'
import { type AuditStamp, auditRecord, auditStamps, recordedAddress } from '../audit.ts'
import type { Clock } from '../clock.ts'
import type { Users } from '../users.ts'

export interface FailedSignIn {
  readonly name: string
  readonly network: string
  readonly tries: number
  readonly isKnownDevice: boolean
}

/** Never rejects. */
export type NoteFailedSignIn = (attempt: FailedSignIn) => Promise<void>

const dayMs = 24 * 60 * 60 * 1000

export function failedSignIns(
  database: Database,
  ids: IdAllocator,
  clock: Clock,
  log: Pick<Log, 'warn' | 'error'>,
  users: Pick<Users, 'findByName'>,
): NoteFailedSignIn {
  const record = async (attempt: FailedSignIn, userName: string | undefined): Promise<void> => {
    await database.write(insertFailedSignIn, {
      ...(await auditStamps(ids, clock)({ name: '', address: attempt.network })),
      subject: userName ?? '',
      tries: attempt.tries,
      isKnownDevice: attempt.isKnownDevice,
    })
  }
  return async (attempt) => {
    try {
      // Do not log unknown names: they may be passwords typed into the wrong field.
      const userName = (await users.findByName(attempt.name.slice(0, 200)))?.name
      const { network, tries, isKnownDevice } = attempt
      log.warn({ user: userName ?? null, network, tries, isKnownDevice }, 'sign-in failed')
      if (isPowerOfTen(tries)) await record(attempt, userName)
    } catch (error) {
      log.error({ error }, 'failed sign-in not recorded')
    }
  }
}

/** Only the 1st, 10th, 100th… try in a row is recorded. */
function isPowerOfTen(count: number): boolean {
  return /^10*$/.test(String(count))
}

interface FailedSignInRecord extends AuditStamp {
  readonly subject: string
  readonly tries: number
  readonly isKnownDevice: boolean
}

export const insertFailedSignIn: Transaction<FailedSignInRecord, void> = function* (
  { subject, tries, isKnownDevice, ...stamp },
  dialect,
) {
  const ofDay = sql`audit_records where action = 'sign-in-failed'
    and recorded_at > ${stamp.atMs - dayMs}`
  // A flood must not fill the store, and one network must not use up the records of others.
  const ofNetwork = sql`${ofDay} and address = ${recordedAddress(stamp.actor)}`
  const isRecorded = sql`${countsBelow(ofDay, bounds.failedSignIns.most)}
    and ${countsBelow(ofNetwork, bounds.failedSignInsFrom.most)}`
  yield* queryAll([
    // Locking this row, which always exists, makes concurrent counts wait for each other.
    sql`select id from license ${dialect.forUpdate}`,
    auditRecord(stamp, 'sign-in-failed', subject, { tries, isKnownDevice }, isRecorded),
  ])
}
