/** Opens the sites of connected spaces, for single requests and for runs of many. @module */

import { isOfKind } from '../../confluence-error.ts'
import type { ConfluenceSite, RemoteParent } from '../../site.ts'
import { dryRunSite, importRunSite } from './run-site.ts'
import type { SpaceConnection } from './space-connections.ts'

export interface ConnectedSite {
  readonly connection: SpaceConnection
  readonly site: ConfluenceSite
  /** Remember a page that an import wrote or left: pages below it may come next. */
  noteParent(page: RemoteParent): void
  /** Names this installation in placeholders. */
  readonly word: string
}

/** The run of a request: requests of one run share what they have read. */
interface ReadingRun {
  /** Undefined for a request that belongs to no run. */
  readonly id: string | undefined
  readonly kind: 'import' | 'reservations' | 'dry'
}

export type OpenConnectedSite = (connection: SpaceConnection, run?: ReadingRun) => ConnectedSite

export function connectedSites(
  installation: string,
  open: (connection: SpaceConnection) => ConfluenceSite,
  listRecorded: (spaceId: number) => Promise<readonly string[]>,
): OpenConnectedSite {
  const sites = new Map<string, OpenSite>()
  return (connection, run) => {
    const { kind, baseUrl, cloudId, email, tokenFile } = connection
    const key = JSON.stringify([kind, baseUrl, cloudId, email, tokenFile, connection.remoteSpace])
    const cached = sites.get(connection.spaceId)
    if (cached?.key === key) return { ...cached.ofRun(run), connection }
    const site = open(connection)
    const word = `mp${installation.replaceAll('-', '').slice(0, 12)}`
    const connected = { connection, ...withKnownParents(site), word }
    const ofRun = runsOf(connected, site, () => listRecorded(Number(connection.spaceId)))
    sites.set(connection.spaceId, { key, ofRun })
    return ofRun(run)
  }
}

interface OpenSite {
  readonly key: string
  ofRun(run: ReadingRun | undefined): ConnectedSite
}

const maxRuns = 20
/** After so long a run reads its pages again. */
const maxRunAgeMs = 5 * 60_000

function runsOf(
  connected: ConnectedSite,
  site: ConfluenceSite,
  listRecorded: () => Promise<readonly string[]>,
): OpenSite['ofRun'] {
  const runs = new Map<string, { connected: ConnectedSite; until: number }>()
  const start = (kind: ReadingRun['kind']): ConnectedSite => {
    if (kind !== 'dry') return { ...connected, site: importRunSite(connected.site, listRecorded) }
    const space = connected.connection.remoteSpace
    // A parent that an import saw may be gone, and a dry run has no write that would notice.
    return { ...connected, ...withKnownParents(dryRunSite(site, space, listRecorded)) }
  }
  return (run) => {
    if (run?.id === undefined) return connected
    // What a dry run has read is out of date once the same run writes.
    if (run.kind !== 'dry') runs.delete(`dry ${run.id}`)
    const now = performance.now()
    for (const [key, { until }] of runs) if (until <= now) runs.delete(key)
    const key = `${run.kind} ${run.id}`
    const known = runs.get(key)
    if (known !== undefined) return known.connected
    const started = { connected: start(run.kind), until: now + maxRunAgeMs }
    runs.set(key, started)
    const [oldest] = runs.keys()
    if (runs.size > maxRuns && oldest !== undefined) runs.delete(oldest)
    return started.connected
  }
}

const maxAgeMs = 60_000
const maxParents = 1_000

/**
 * Remembers parents, so that not every page below one asks for it. After a minute, or when a write
 * finds something missing, they are asked for again.
 */
function withKnownParents(site: ConfluenceSite): Pick<ConnectedSite, 'site' | 'noteParent'> {
  const parents = new Map<string, { value: Promise<RemoteParent | undefined>; until: number }>()
  const keep = (id: string, value: Promise<RemoteParent | undefined>): void => {
    parents.delete(id)
    parents.set(id, { value, until: performance.now() + maxAgeMs })
    const [oldest] = parents.keys()
    if (parents.size > maxParents && oldest !== undefined) parents.delete(oldest)
  }
  const writing = <Page>(write: Promise<Page>): Promise<Page> =>
    write.catch((error: unknown) => {
      if (isOfKind(error, 'not-found')) parents.clear()
      throw error
    })
  const without = <Result>(id: string, taking: Promise<Result>): Promise<Result> =>
    taking.finally(() => parents.delete(id))
  return {
    // Without its body, which may be large.
    noteParent: ({ id, title, spaceId, status }) =>
      keep(id, Promise.resolve({ id, title, spaceId, status })),
    site: {
      ...site,
      createPage: (page) => writing(site.createPage(page)),
      updatePage: (page) => writing(site.updatePage(page)),
      trashPage: (id) => without(id, site.trashPage(id)),
      archivePage: (id) => without(id, site.archivePage(id)),
      findParent(id) {
        const known = parents.get(id)
        if (known !== undefined && performance.now() < known.until) return known.value
        const value = site.findParent(id)
        keep(id, value)
        const forget = (): void => {
          if (parents.get(id)?.value === value) parents.delete(id)
        }
        value.then((parent) => parent ?? forget(), forget)
        return value
      },
    },
  }
}
