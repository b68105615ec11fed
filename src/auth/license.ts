/** The license of the installation: a record that the operator sets. @module */
import { RequestError } from '../base/errors.ts'
import { type Database, query, type Transaction } from '../database/database.ts'
import type { IdAllocator } from '../database/ids.ts'
import { type Statement, sql } from '../database/sql.ts'
import { type Actor, type AuditStamp, auditRecord, auditStamps } from './audit.ts'
import type { Clock } from './clock.ts'

export const licenseStatuses = ['active', 'trial', 'inactive', 'renewal-pending'] as const

export type LicenseStatus = (typeof licenseStatuses)[number]

export interface License {
  readonly status: LicenseStatus
  /** Only a trial has an end. */
  readonly trialEnds: Date | null
}

export interface LicenseRow {
  readonly status: LicenseStatus
  readonly trial_ends_at: number | null
}

/** Get the license as it stands now. */
export async function getLicense(database: Database): Promise<License> {
  const [row] = await database.read<LicenseRow>(licenseRow())
  if (row === undefined) throw new Error('the store has no license row: it was not initialized')
  return toLicense(row)
}

/**
 * Set the license.
 * @returns The license as set.
 * @throws {RequestError} `bad-request` when the status is unknown, when a trial has no end, or when
 * something else has one.
 */
export async function setLicense(
  database: Database,
  ids: IdAllocator,
  clock: Clock,
  change: { status: string; trialEnds?: Date | null; setBy: Actor },
): Promise<License> {
  const license = checkLicense(change.status, change.trialEnds ?? null)
  await database.write(updateLicense, {
    status: license.status,
    trialEndsMs: license.trialEnds?.getTime() ?? null,
    ...(await auditStamps(ids, clock)(change.setBy)),
  })
  return license
}

/** Tell whether tokens that are made under it can import, as far as it decides that. */
export function letsImport({ status }: License): boolean {
  return status === 'active' || status === 'trial'
}

/** Select the license; a lock on this row also serializes what depends on it. */
export function licenseRow(lock: Statement = sql``): Statement {
  return sql`select status, trial_ends_at from license where id = 1 ${lock}`
}

/** Make a license of its row. */
export function toLicense(row: LicenseRow): License {
  const { status, trial_ends_at: trialEndsMs } = row
  return { status, trialEnds: trialEndsMs === null ? null : new Date(trialEndsMs) }
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
  const known = licenseStatuses.find((name) => name === status)
  if (known === undefined) {
    throw new RequestError(
      'bad-request',
      `The license status must be one of ${licenseStatuses.join(', ')}.`,
      { field: 'status' },
    )
  }
  if (known === 'trial' && trialEnds === null) {
    throw new RequestError(
      'bad-request',
      'A trial license needs its end, an instant such as 2027-01-31T00:00:00Z.',
      { field: 'trialEnds' },
    )
  }
  if (known !== 'trial' && trialEnds !== null) {
    throw new RequestError(
      'bad-request',
      `Only a trial license has an end: leave it out for ${known}.`,
      { field: 'trialEnds' },
    )
  }
  if (trialEnds !== null && !Number.isFinite(trialEnds.getTime())) {
    throw new RequestError(
      'bad-request',
      'trialEnds must be an instant such as 2027-01-31T00:00:00Z.',
      { field: 'trialEnds' },
    )
  }
  return { status: known, trialEnds }
}
