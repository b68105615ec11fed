/** The open site of a connected space, with what need not be asked again and again. @module */
import type { ConfluenceSite, RemotePageHead, RemoteParent } from '../../confluence/site.ts'
import type { SpaceConnection } from './space-connection.ts'

export interface ConnectedSite {
  readonly connection: SpaceConnection
  readonly site: ConfluenceSite
  /**
   * Find a possible parent; the answer may be up to a minute old, and concurrent calls share a
   * request.
   * @param run A dry run ignores answers from before it.
   */
  findParent(id: string, run?: string): Promise<RemoteParent | undefined>
  /** Note a page that an import found or made, as a known parent. */
  noteParent(head: RemotePageHead): void
  /** Forget parents, because one has changed. */
  forgetParents(): void
  /** Names this installation in the lines of its placeholders. */
  readonly word: string
}

export type OpenConnectedSite = (connection: SpaceConnection) => ConnectedSite

const parentMs = 60_000
const maxParents = 1_000

/**
 * Make the function that opens sites.
 * @param openSite Opens a site without asking it anything.
 */
export function connectedSites(
  openSite: (connection: SpaceConnection) => ConfluenceSite,
  installation: string,
): OpenConnectedSite {
  const opened = new Map<string, { how: string; connected: ConnectedSite }>()
  const word = `mp${installation.replaceAll('-', '').slice(0, 12)}`
  return (connection) => {
    const { kind, baseUrl, cloudId, email, tokenFile } = connection
    const how = JSON.stringify([kind, baseUrl, cloudId, email, tokenFile, connection.remoteSpace])
    const known = opened.get(connection.spaceId)
    // Policies do not matter for an open site.
    if (known?.how === how) return { ...known.connected, connection }
    const connected = openOne(connection, openSite(connection), word)
    opened.set(connection.spaceId, { how, connected })
    return connected
  }
}

interface ReadParent {
  readonly parent: Promise<RemoteParent | undefined>
  until: number
  /** The run that read it. */
  readonly run: string | undefined
}

function openOne(connection: SpaceConnection, site: ConfluenceSite, word: string): ConnectedSite {
  const parents = new Map<string, ReadParent>()
  /** Keep a parent; the least recently used one is dropped. */
  const keepParent = (id: string, read: ReadParent): void => {
    parents.delete(id)
    parents.set(id, read)
    const [oldest] = parents.keys()
    if (parents.size > maxParents && oldest !== undefined) parents.delete(oldest)
  }
  const readParent = (id: string, run: string | undefined): ReadParent => {
    const read: ReadParent = { parent: site.findParent(id), until: Number.POSITIVE_INFINITY, run }
    // Do not cache missing parents and failures.
    const keep = (isKept: boolean): void => {
      read.until = isKept ? performance.now() + parentMs : 0
    }
    read.parent.then(
      (parent) => keep(parent !== undefined),
      () => keep(false),
    )
    return read
  }
  return {
    connection,
    site,
    word,
    findParent(id, run) {
      const known = parents.get(id)
      const isKnown = known !== undefined && performance.now() < known.until
      const isOfRun = run === undefined || known?.run === run
      const read = isKnown && isOfRun ? known : readParent(id, run)
      keepParent(id, read)
      return read.parent
    },
    noteParent({ id, title, spaceId, status }) {
      const parent = Promise.resolve({ id, kind: 'page', title, spaceId, status } as const)
      keepParent(id, { parent, until: performance.now() + parentMs, run: undefined })
    },
    forgetParents: () => parents.clear(),
  }
}
