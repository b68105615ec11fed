/** Opens the site of a connection, at the pace that all processes on a store share. @module */
import type { Clock } from '../../auth/clock.ts'
import { credentialReader } from '../../confluence/credential.ts'
import { openSite } from '../../confluence/open-site.ts'
import type { ConfluenceSite } from '../../confluence/site.ts'
import type { SiteOptions } from '../../confluence/wire/site-attempt.ts'
import type { Database } from '../../database/database.ts'
import { sitePace } from './site-pace.ts'
import type { SpaceConnection } from './space-connection.ts'

export interface OpenConnectionOptions extends Pick<SiteOptions, 'signal' | 'onAnswer'> {
  readonly database: Database
  readonly clock: Clock
  /** Where tokens are that no file holds. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Make a site; nothing is sent yet. */
export function openConnection(
  connection: SpaceConnection,
  { database, clock, env, ...asking }: OpenConnectionOptions,
): ConfluenceSite {
  const { kind, baseUrl, cloudId, account } = connection
  return openSite({
    ...{ kind, address: { baseUrl, cloudId }, accounts: [account] },
    readCredential: credentialReader(connection, env),
    pace: sitePace({ database, clock }, baseUrl),
    ...asking,
  })
}
