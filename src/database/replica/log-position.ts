/** How far a PostgreSQL server is in its log, and whether another one has got as far. @module */
import { type Statement, sql } from '../sql.ts'

/** A place in the log of one cluster. */
export interface LogPosition {
  readonly cluster: string
  /** Changes when a standby becomes the primary; positions of two timelines cannot be compared. */
  readonly timeline: string
  readonly lsn: string
}

/** Asks a primary for its position: every commit that anybody was told of stands before it. */
export const currentPosition: Statement = sql`
  select (select cast(system_identifier as text) from pg_control_system()) as cluster,
    substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as timeline,
    cast(pg_current_wal_lsn() as text) as lsn`

/** What a standby says of itself. */
export interface StandbyState {
  readonly cluster: string
  readonly timeline: string
  readonly is_standby: boolean
  /** Else all statements of a trip would see what the first one saw. */
  readonly is_read_committed: boolean
  /** By how many bytes it is behind; null when it has replayed nothing. */
  readonly bytes_behind: number | null
}

/**
 * Ask a server how it stands to a primary. What is read behind this on the same connection sees no
 * less: a commit counts as replayed once it can be seen.
 */
export function stateSince({ lsn }: LogPosition): Statement {
  // The timeline is that of its last checkpoint, which is never ahead of what it replays.
  return sql`
    select (select cast(system_identifier as text) from pg_control_system()) as cluster,
      (select lpad(upper(to_hex(timeline_id)), 8, '0') from pg_control_checkpoint()) as timeline,
      pg_is_in_recovery() as is_standby,
      current_setting('transaction_isolation') = 'read committed' as is_read_committed,
      greatest(cast(${lsn} as pg_lsn) - pg_last_wal_replay_lsn(), 0) as bytes_behind`
}

/**
 * Say why a server may not be read from, for good or for now.
 * @param position Where the primary was when the read was asked for.
 * @returns `undefined` when it has all that the primary had.
 */
export function reasonAgainst(
  state: StandbyState | undefined,
  position: LogPosition,
): string | undefined {
  if (state?.cluster !== position.cluster) return 'it is a server of another cluster'
  if (!state.is_standby) return 'it is no standby'
  if (!state.is_read_committed) return 'its default_transaction_isolation is not read committed'
  if (state.timeline !== position.timeline) return 'it does not follow this primary yet'
  if (state.bytes_behind === null) return 'it has replayed nothing yet'
  return state.bytes_behind > 0 ? `it is ${state.bytes_behind} bytes behind` : undefined
}
