/** The trace of failed sign-ins: a line of the log for each, and audit records for the first ones. @module */
import { bounds } from '../../base/bounds.ts'
import type { Log } from '../../base/log.ts'
import { type Database, queryAll, type Transaction } from '../../database/database.ts'
import type { IdAllocator } from '../../database/ids.ts'
import { sql } from '../../database/sql.ts'
import { countsBelow } from '../../database/within-bound.ts'
import { type AuditStamp, auditRecord, auditStamps, recordedAddress } from '../audit.ts'
import type { Clock } from '../clock.ts'
import type { Users } from '../users.ts'

export interface FailedSignIn {
  /** As typed. */
  readonly name: string
  readonly network: string
  /** How many tries in a row this was, for this name from this network. */
  readonly tries: number
  readonly isKnownDevice: boolean
}

/** Notes a failed sign-in; never fails itself. */
export type NoteFailedSignIn = (failed: FailedSignIn) => Promise<void>

const dayMs = 24 * 60 * 60 * 1000

/**
 * Make the function that notes them.
 * @param users Tells whether there is such a user.
 */
export function failedSignIns(
  database: Database,
  ids: IdAllocator,
  clock: Clock,
  log: Pick<Log, 'warn' | 'error'>,
  users: Pick<Users, 'findByName'>,
): NoteFailedSignIn {
  const record = async (failed: FailedSignIn, userName: string | undefined): Promise<void> => {
    await database.write(insertFailedSignIn, {
      // Nobody can tell who it was.
      ...(await auditStamps(ids, clock)({ name: '', address: failed.network })),
      subject: userName ?? '',
      tries: failed.tries,
      isKnownDevice: failed.isKnownDevice,
    })
  }
  return async (failed) => {
    try {
      // A name that no user has is not kept: it may be a password, typed into the wrong field.
      const userName = (await users.findByName(failed.name.slice(0, 200)))?.name
      const { network, tries, isKnownDevice } = failed
      log.warn({ user: userName ?? null, network, tries, isKnownDevice }, 'sign-in failed')
      if (isPowerOfTen(tries)) await record(failed, userName)
    } catch (error) {
      log.error({ error }, 'failed sign-in not recorded')
    }
  }
}

/** The 1st, 10th, 100th… of those in a row: a few records tell of however many. */
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
  // A flood must not fill the store, and one network's not hide what comes from others.
  const ofNetwork = sql`${ofDay} and address = ${recordedAddress(stamp.actor)}`
  const isRecorded = sql`${countsBelow(ofDay, bounds.failedSignIns.most)}
    and ${countsBelow(ofNetwork, bounds.failedSignInsFrom.most)}`
  yield* queryAll([
    // A row that is always there: those who count come one after the other.
    sql`select id from license ${dialect.forUpdate}`,
    auditRecord(stamp, 'sign-in-failed', subject, { tries, isKnownDevice }, isRecorded),
  ])
}
