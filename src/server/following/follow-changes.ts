/** Transactions of followed repositories, which a process leases while it imports them. @module */
import { type AuditStamp, auditRecord } from '../../accounts/audit.ts'
import { RequestError } from '../../contract/errors.ts'
import { query, queryAll, type Transaction } from '../../store/database.ts'
import { sql } from '../../store/sql.ts'
import type { ImportCounts } from '../folder-runs/import-process.ts'

interface RepositoryToInsert extends AuditStamp {
  readonly id: number
  readonly spaceId: number
  readonly spaceKey: string
  readonly parentId: string
  readonly url: string
  readonly branch: string
  readonly folder: string
  readonly everyMs: number
  readonly userId: number
  readonly secret: string
}

export const insertRepository: Transaction<RepositoryToInsert, void> = function* (input) {
  const { id, spaceId, parentId, url, branch, folder, everyMs, userId, atMs, secret } = input
  const insertedRows = yield* query(sql`
    insert into followed_repositories (id, space_id, parent_id, url, branch, folder, every_ms,
      user_id, created_at, next_at)
    values (${id}, ${spaceId}, ${parentId}, ${url}, ${branch}, ${folder}, ${everyMs}, ${userId},
      ${atMs}, ${atMs})
    on conflict (space_id, url, branch, folder) do nothing returning id`)
  if (insertedRows.length === 0) {
    throw new RequestError(
      'already-exists',
      'This folder is followed already. Remove it first: markport follow list',
    )
  }
  yield* queryAll([
    sql`insert into repository_secrets (repository_id, secret) values (${id}, ${secret})`,
    auditRecord(input, 'repository-follow', url, { space: input.spaceKey, branch, folder }),
  ])
}

type NamedRepository = AuditStamp & { readonly id: number }

export const deleteRepository: Transaction<NamedRepository, void> = function* (input) {
  const [deleted] = yield* query<{ url: string }>(
    sql`delete from followed_repositories where id = ${input.id} returning url`,
  )
  if (deleted === undefined) throw noRepository()
  yield* query(auditRecord(input, 'repository-unfollow', deleted.url))
}

export function noRepository(): RequestError {
  return new RequestError(
    'not-found',
    'There is no such followed repository. List them: markport follow list',
  )
}

/** A look imports only when the branch has moved; an import always. */
export type RunKind = 'look' | 'import'

export const runKinds: Readonly<Record<RunKind, number>> = { look: 1, import: 2 }

/** Several requests make one run. */
export const requestRun: Transaction<{ readonly id: number; readonly kind: RunKind }, boolean> =
  function* ({ id, kind }) {
    const number = runKinds[kind]
    const repositories = yield* query(sql`
      update followed_repositories
      set requested = case when requested > ${number} then requested else ${number} end
      where id = ${id} returning id`)
    return repositories.length > 0
  }

export interface LeasedRepository {
  readonly id: number
  readonly space_id: number
  readonly parent_id: string
  readonly url: string
  readonly branch: string
  readonly folder: string
  readonly user_id: number
  readonly imported_commit: string
  readonly runs: string
  readonly requested: number
  readonly secret: string | null
}

interface LeaseInput {
  /** The repository to lease; undefined leases the one that has been due longest. */
  readonly id: number | undefined
  readonly now: number
  readonly holder: string
  readonly leaseUntil: number
}

/** Leases a repository; undefined when nothing is due, or another process works on it. */
export const leaseRepository: Transaction<LeaseInput, LeasedRepository | undefined> = function* (
  { id, now, holder, leaseUntil },
  dialect,
) {
  const isWanted = id === undefined ? sql`(requested > 0 or next_at <= ${now})` : sql`id = ${id}`
  const [due] = yield* query<Omit<LeasedRepository, 'secret'>>(sql`
    select id, space_id, parent_id, url, branch, folder, user_id, imported_commit, runs, requested
    from followed_repositories where lease_until <= ${now} and ${isWanted}
    order by next_at limit 1 ${dialect.forUpdateSkipLocked}`)
  if (due === undefined) return undefined
  // If this process is killed, another takes over once the lease has lapsed.
  yield* query(sql`
    update followed_repositories
    set holder = ${holder}, lease_until = ${leaseUntil}, requested = 0, next_at = ${now}
    where id = ${due.id}`)
  const [row] = yield* query<{ secret: string }>(
    sql`select secret from repository_secrets where repository_id = ${due.id}`,
  )
  return { ...due, secret: row?.secret ?? null }
}

interface HeldLease {
  readonly id: number
  readonly holder: string
  readonly leaseUntil: number
}

/** Renews a lease; false when the lease was lost or the repository is no longer followed. */
export const renewLease: Transaction<HeldLease, boolean> = function* (input) {
  const { id, holder, leaseUntil } = input
  const renewed = yield* query(sql`
    update followed_repositories set lease_until = ${leaseUntil}
    where id = ${id} and holder = ${holder} returning id`)
  return renewed.length > 0
}

export interface FollowRun extends ImportCounts {
  /** The end of the run in milliseconds. */
  readonly at: number
  readonly commit: string | null
  readonly error: string | null
}

interface EndedRun {
  readonly id: number
  readonly holder: string
  readonly now: number
  /** The finished run; undefined when there was nothing to do. */
  readonly run: FollowRun | undefined
  /** After an interruption, another process continues at once. */
  readonly isInterrupted: boolean
}

const maxRuns = 20

export const endRun: Transaction<EndedRun, void> = function* (input) {
  const { id, holder, now, run, isInterrupted } = input
  const [row] = yield* query<{ runs: string; imported_commit: string }>(sql`
    select runs, imported_commit from followed_repositories
    where id = ${id} and holder = ${holder}`)
  if (row === undefined) return
  const previousRuns = parseRuns(row)
  const runs = JSON.stringify(
    [...(run === undefined ? [] : [run]), ...previousRuns].slice(0, maxRuns),
  )
  const importedCommit = run?.error === null ? run.commit : null
  yield* query(sql`
    update followed_repositories set runs = ${runs}, holder = '', lease_until = 0,
      imported_commit = ${importedCommit ?? row.imported_commit},
      next_at = cast(${now} as bigint) + ${isInterrupted ? sql`0` : sql`every_ms`}
    where id = ${id}`)
}

export function parseRuns({ runs }: { readonly runs: string }): readonly FollowRun[] {
  return JSON.parse(runs) as FollowRun[]
}
