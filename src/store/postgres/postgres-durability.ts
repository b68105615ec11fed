/** Tells what a commit on PostgreSQL survives, and which standbys confirm it. @module */
import { DatabaseRefusedError, type Durability, type Row } from '../database.ts'
import { type Statement, sql } from '../sql.ts'

type Read = <R extends object = Row>(statement: Statement) => Promise<R[]>

const needsMonitor =
  'Let the user see the standbys: grant pg_monitor to the user of --database-url.'

/** Returns undefined when the user may not see the standbys. */
export async function countSynchronousStandbys(read: Read): Promise<number | undefined> {
  // For users without the monitor role, the state of standbys is null.
  const [row] = await read<{ standbys: number; can_see: number }>(sql`
    select count(*) filter (where state = 'streaming' and sync_state in ('sync', 'quorum'))
        as standbys,
      case when pg_has_role('pg_read_all_stats', 'usage') then 1 else 0 end as can_see
    from pg_stat_replication`)
  return row?.can_see === 1 ? row.standbys : undefined
}

/** @throws {DatabaseRefusedError} Says what to grant. */
export async function assertStandbysVisible(read: Read): Promise<void> {
  if ((await countSynchronousStandbys(read)) === undefined) {
    throw new DatabaseRefusedError(`--require-standby cannot be kept. ${needsMonitor}`)
  }
}

export async function postgresDurability(read: Read): Promise<Durability> {
  const rows = await read<{ name: string; setting: string }>(sql`
    select name, setting from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'synchronous_standby_names',
      'server_version')`)
  const settings = Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
  const isDurable =
    settings.fsync === 'on' &&
    settings.full_page_writes === 'on' &&
    !['off', undefined].includes(settings.synchronous_commit)
  if (!isDurable) {
    return {
      isDurable,
      settings,
      description:
        'PostgreSQL is set so that an acknowledged import can be lost (see fsync, full_page_writes, synchronous_commit)',
      wayOut: 'Set the database back to its durable settings.',
    }
  }
  const isOnStandby =
    settings.synchronous_standby_names !== '' && settings.synchronous_commit !== 'local'
  return { isDurable, settings, ...(isOnStandby ? await onStandby(read, settings) : onOneServer) }
}

const onOneServer = {
  description:
    'an acknowledged import is on the disk of one PostgreSQL server: it survives a crash, not the loss of that server',
}

async function onStandby(
  read: Read,
  settings: Readonly<Record<string, string>>,
): Promise<Pick<Durability, 'description' | 'wayOut'>> {
  const names = settings.synchronous_standby_names
  const standbys = await countSynchronousStandbys(read)
  if (standbys === undefined) {
    return {
      description: `commits wait for a standby (synchronous_standby_names is ${names}), but whether one is there cannot be seen`,
      wayOut: needsMonitor,
    }
  }
  if (standbys === 0) {
    return {
      description: `no import can be acknowledged: commits wait for a standby (synchronous_standby_names is ${names}), and none of that name is connected`,
      wayOut:
        'Start that standby, with this application_name in its primary_conninfo, or set synchronous_standby_names to one that is there.',
    }
  }
  return {
    description: `an acknowledged import is on the disk here and on a standby (${standbys} connected): it survives the loss of the primary`,
  }
}
