/** The open site of a connected space. @module */
import type { ConfluenceSite, RemotePageHead, RemoteParent } from '../../site.ts'
import type { SpaceConnection } from './space-connection.ts'

export interface ConnectedSite {
  readonly connection: SpaceConnection
  readonly site: ConfluenceSite
  readonly parents: KnownParents
  /** Names this installation in placeholders. */
  readonly word: string
}

export type OpenConnectedSite = (connection: SpaceConnection) => ConnectedSite

export function connectedSites(
  installation: string,
  open: (connection: SpaceConnection) => ConfluenceSite,
): OpenConnectedSite {
  const sites = new Map<string, { key: string; connected: ConnectedSite }>()
  return (connection) => {
    const { kind, baseUrl, cloudId, email, tokenFile } = connection
    const key = JSON.stringify([kind, baseUrl, cloudId, email, tokenFile, connection.remoteSpace])
    const cached = sites.get(connection.spaceId)
    if (cached?.key === key) return { ...cached.connected, connection }
    const site = open(connection)
    const word = `mp${installation.replaceAll('-', '').slice(0, 12)}`
    const connected = { connection, site, word, parents: knownParents(site) }
    sites.set(connection.spaceId, { key, connected })
    return connected
  }
}

/** Parents of a site, so that the pages below one do not each ask for it. */
interface KnownParents {
  /** Up to a minute old; concurrent calls share a request. */
  find(id: string): Promise<RemoteParent | undefined>
  note(head: RemotePageHead): void
  forget(): void
}

const maxAgeMs = 60_000
const maxParents = 1_000

function knownParents(
  site: Pick<ConfluenceSite, 'findParent'>,
  nowMs: () => number = () => performance.now(),
): KnownParents {
  const parents = new Map<string, { value: Promise<RemoteParent | undefined>; until: number }>()
  const keep = (id: string, value: Promise<RemoteParent | undefined>): void => {
    parents.delete(id)
    parents.set(id, { value, until: nowMs() + maxAgeMs })
    const [oldest] = parents.keys()
    if (parents.size > maxParents && oldest !== undefined) parents.delete(oldest)
  }
  return {
    find(id) {
      const known = parents.get(id)
      if (known !== undefined && nowMs() < known.until) return known.value
      const value = site.findParent(id)
      keep(id, value)
      const forget = (): void => {
        if (parents.get(id)?.value === value) parents.delete(id)
      }
      value.then((parent) => parent ?? forget(), forget)
      return value
    },
    note({ id, title, spaceId, status }) {
      keep(id, Promise.resolve({ id, kind: 'page', title, spaceId, status }))
    },
    forget: () => parents.clear(),
  }
}
