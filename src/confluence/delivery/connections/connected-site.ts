/** The open site of a connected space, and the runs that read it. @module */
import type { ConfluenceSite } from '../../site.ts'
import {
  type KnownParents,
  type ListNear,
  type SiteRun,
  type SiteRunKind,
  siteRun,
} from './site-run.ts'
import type { SpaceConnection } from './space-connection.ts'

export interface ConnectedSite {
  readonly connection: SpaceConnection
  readonly site: ConfluenceSite
  /** @param run Undefined for a single import. */
  runOf(run: string | undefined, isDryRun?: boolean): SiteRun
  readonly word: string
}

export type OpenConnectedSite = (connection: SpaceConnection) => ConnectedSite

const maxRuns = 20

interface ConnectedSitesParts {
  open(connection: SpaceConnection): ConfluenceSite
  readonly installation: string
  readonly listNear: ListNear
  readonly nowMs?: () => number
}

export function connectedSites(parts: ConnectedSitesParts): OpenConnectedSite {
  const sites = new Map<string, { key: string; connected: ConnectedSite }>()
  return (connection) => {
    const { kind, baseUrl, cloudId, email, tokenFile } = connection
    const key = JSON.stringify([kind, baseUrl, cloudId, email, tokenFile, connection.remoteSpace])
    const cached = sites.get(connection.spaceId)
    if (cached?.key === key) return { ...cached.connected, connection }
    const connected = openConnection(connection, parts)
    sites.set(connection.spaceId, { key, connected })
    return connected
  }
}

function openConnection(connection: SpaceConnection, parts: ConnectedSitesParts): ConnectedSite {
  const { installation, listNear, nowMs = () => performance.now() } = parts
  const site = parts.open(connection)
  const place = { space: connection.remoteSpace, spaceId: Number(connection.spaceId) }
  const shared = { site, ...place, listNear, nowMs, parents: new Map() as KnownParents }
  const start = (kind: SiteRunKind): SiteRun => siteRun(shared, kind)
  const single = start('none')
  const runs = new Map<string, SiteRun>()
  return {
    connection,
    site,
    word: `mp${installation.replaceAll('-', '').slice(0, 12)}`,
    runOf(run, isDryRun = false) {
      if (run === undefined) return single
      const kind = isDryRun ? 'dry' : 'import'
      const key = `${kind} ${run}`
      const active = runs.get(key) ?? start(kind)
      runs.delete(key)
      runs.set(key, active)
      const [oldest] = runs.keys()
      if (runs.size > maxRuns && oldest !== undefined) runs.delete(oldest)
      return active
    },
  }
}
