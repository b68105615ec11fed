/** What each start of the service writes to its store: put off while the disk is full. @module */
import { firstAdministrator } from '../auth/initialize-store.ts'
import type { OneTimeLinks } from '../auth/passwords/one-time-links.ts'
import { keepPublicAddress } from '../auth/public-address.ts'
import type { Users } from '../auth/users.ts'
import type { Log } from '../base/log.ts'
import type { Database } from '../database/database.ts'
import { DiskFullError } from '../database/sqlite/disk-room.ts'
import { waitForStore } from './wait-for-store.ts'

export interface FirstWrites {
  /** What opens the way for the first administrator; a start without room makes none. */
  readonly setupCode?: string | undefined
  /** Why they were put off. */
  readonly problem?: DiskFullError
  /** When the store takes writes, or the service stops. */
  readonly done: Promise<void>
}

interface FirstWritesDependencies {
  readonly database: Database
  readonly users: Users
  readonly oneTimeLinks: OneTimeLinks
  readonly log: Log
  /** Ends the wait for room. */
  readonly signal: AbortSignal
}

/** Write what a start writes, or wait in the background until the disk has room for it. */
export async function firstWrites(
  url: string,
  { database, users, oneTimeLinks, log, signal }: FirstWritesDependencies,
): Promise<FirstWrites> {
  const keepAddress = (): Promise<void> => database.write(keepPublicAddress, url)
  try {
    const setupCode = await createSetupCode(users, oneTimeLinks)
    await keepAddress()
    return { setupCode, done: Promise.resolve() }
  } catch (problem) {
    if (!(problem instanceof DiskFullError)) throw problem
    const done = waitForStore(keepAddress, { log, signal }).then(
      () => log.info({}, 'the store takes writes'),
      (error) => {
        if (!signal.aborted) log.error({ error }, 'the address of the service was not kept')
      },
    )
    return { problem, done }
  }
}

/** The first administrator cannot ask anybody for a link, so each start makes one until it is used. */
async function createSetupCode(keeper: Users, links: OneTimeLinks): Promise<string | undefined> {
  const administrator = await keeper.findByName(firstAdministrator)
  if (administrator === undefined || administrator.hasPassword) return undefined
  if (administrator.hasIdentity) return undefined
  if (administrator.disabledAt !== null) return undefined
  return (await links.create(administrator.id, 'serve')).code
}
