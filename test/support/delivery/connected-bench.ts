/** The wiki of connected spaces over a store and a simulated site, as one process has it. @module */
import { bodyPlanner } from '../../../src/confluence/body/page-body.ts'
import { connectedWiki } from '../../../src/confluence/delivery/connected-wiki.ts'
import { connectedSites } from '../../../src/confluence/delivery/connections/connected-site.ts'
import { connectionsSnapshot } from '../../../src/confluence/delivery/connections/connections-snapshot.ts'
import { findConnection } from '../../../src/confluence/delivery/connections/space-connections.ts'
import type { JobTools } from '../../../src/confluence/delivery/queue/delivery-job.ts'
import {
  DeliveryRunner,
  maxOfSite,
} from '../../../src/confluence/delivery/queue/delivery-runner.ts'
import {
  sourceSpace,
  takeAway,
} from '../../../src/confluence/delivery/sources/connected-sources.ts'
import { openSite } from '../../../src/confluence/open-site.ts'
import type { ConfluenceSite } from '../../../src/confluence/site.ts'
import { type SitePatience, sitePace } from '../../../src/confluence/wire/site-client.ts'
import { type PlaceBounds, places } from '../../../src/contract/base/places/places.ts'
import { workersOf } from '../../../src/server/workers/worker-pool.ts'
import type { Database } from '../../../src/store/database.ts'
import { idAllocator } from '../../../src/store/ids.ts'
import type { TargetWiki } from '../../../src/wiki/import/target-wiki.ts'
import type { ConfluenceSimulator } from '../confluence/simulator.ts'
import { testPool } from '../service/test-workers.ts'

export interface ConnectedProcess {
  readonly wiki: TargetWiki
  readonly runner: DeliveryRunner
  /** As a prune does. */
  trashPage(spaceId: string, id: string): Promise<void>
  readonly tools: JobTools
}

interface ProcessParts {
  readonly database: Database
  readonly clock: () => Date
  readonly site: ConfluenceSimulator
  readonly wrap?: (site: ConfluenceSite) => ConfluenceSite
}

const deliveryBounds: PlaceBounds = {
  name: 'deliveries',
  maxTaken: 64,
  maxTakenOfCaller: maxOfSite,
  maxWaiting: 64,
  maxWaitMs: 60_000,
  deadlineMs: 600_000,
}

const impatient: Partial<SitePatience> = { timeoutMs: 2_000, maxReads: 2, firstDelayMs: 10 }

export function connectedProcess(parts: ProcessParts): ConnectedProcess {
  const { database, clock, site, wrap = (one) => one } = parts
  const connections = connectionsSnapshot(database)
  const { email, token } = site
  const planBody = bodyPlanner(workersOf(testPool, 3_000))
  const siteTools = { database, clock, planBody, installation: 'test' }
  const open = connectedSites(siteTools, ({ kind, baseUrl, cloudId, account }) =>
    wrap(
      openSite({
        kind,
        address: { baseUrl, cloudId },
        accounts: [account],
        readCredential: async () => ({ email, token }),
        pace: sitePace(clock),
        patience: impatient,
      }),
    ),
  )
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const tools: JobTools = { ...siteTools, log, openSite: open, onEnded: () => {} }
  const runner = new DeliveryRunner(tools, places(deliveryBounds))
  return {
    wiki: connectedWiki({
      ...tools,
      connections,
      runner,
      publicUrl: () => 'https://markport.example.org',
    }),
    runner,
    tools,
    async trashPage(spaceId, id) {
      const connection = await findConnection(database, spaceId)
      if (connection === undefined) throw new Error('the space is not connected')
      const space = sourceSpace({ openSite: open, places: places(deliveryBounds) }, connection)
      const prune = { prune: true, actor: 'test' } as const
      await takeAway({ database, clock, ids: idAllocator(database) }, space, id, prune)
    },
  }
}
