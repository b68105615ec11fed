/** The license of the installation, which the operator sets. @module */
import { type RequestError, wrongField } from '../contract/errors.ts'
import { type Database, query, type Transaction } from '../store/database.ts'
import { readAs } from '../store/read-as.ts'
import { type Statement, sql } from '../store/sql.ts'
import {
  type Actor,
  type AuditedStore,
  type AuditStamp,
  auditedChanges,
  auditRecord,
} from './audit.ts'

export const licenseStatuses = ['active', 'trial', 'inactive', 'renewal-pending'] as const

export type LicenseStatus = (typeof licenseStatuses)[number]

export interface License {
  readonly status: LicenseStatus
  readonly trialEnds: Date | null
}

export async function getLicense(database: Database): Promise<License> {
  const [license] = await readAs<License>(
    database,
    sql`select status, trial_ends_at as "trialEnds?" from license where id = 1`,
  )
  if (license === undefined) throw new Error('the store has no license row: it was not initialized')
  return license
}

/** @throws {RequestError} `bad-request` when the status does not fit the end. */
export async function setLicense(
  store: AuditedStore,
  change: { status: string; trialEnds?: Date | null; setBy: Actor },
): Promise<License> {
  const license = checkLicense(change.status, change.trialEnds ?? null)
  const { status, trialEnds } = license
  const trialEndsMs = trialEnds?.getTime() ?? null
  await auditedChanges(store)(updateLicense, change.setBy, { status, trialEndsMs })
  return license
}

export function letsImport({ status }: License): boolean {
  return status === 'active' || status === 'trial'
}

/** Locking this row also serializes sign-ins, tokens and other changes that depend on it. */
export function licenseRow(lock: Statement): Statement {
  return sql`select status, trial_ends_at from license where id = 1 ${lock}`
}

interface LicenseInput extends AuditStamp {
  readonly status: LicenseStatus
  readonly trialEndsMs: number | null
}

export const updateLicense: Transaction<LicenseInput, void> = function* (input) {
  yield* query(sql`
    update license set status = ${input.status}, trial_ends_at = ${input.trialEndsMs}
    where id = 1`)
  yield* query(auditRecord(input, 'license-set', input.status, { trialEndsAt: input.trialEndsMs }))
}

function checkLicense(status: string, trialEnds: Date | null): License {
  const knownStatus = licenseStatuses.find((name) => name === status)
  if (knownStatus === undefined) {
    const message = `The license status must be one of ${licenseStatuses.join(', ')}.`
    throw wrongField('status', message)
  }
  if (knownStatus === 'trial' && trialEnds === null) {
    throw wrongEnd('A trial license needs its end, an instant such as 2027-01-31T00:00:00Z.')
  }
  if (knownStatus !== 'trial' && trialEnds !== null) {
    throw wrongEnd(`Only a trial license has an end: leave it out for ${knownStatus}.`)
  }
  if (trialEnds !== null && !Number.isFinite(trialEnds.getTime())) {
    throw wrongEnd('trialEnds must be an instant such as 2027-01-31T00:00:00Z.')
  }
  return { status: knownStatus, trialEnds }
}

function wrongEnd(message: string): RequestError {
  return wrongField('trialEnds', message)
}
