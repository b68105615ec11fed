/** The open site of a connected space, with what need not be asked again and again. @module */
import type { Clock } from '../../auth/clock.ts'
import type { ConfluenceSite, RemotePageHead, RemoteParent } from '../../confluence/site.ts'
import type { SpaceConnection } from './space-connection.ts'

export interface ConnectedSite {
  readonly connection: SpaceConnection
  readonly site: ConfluenceSite
  /**
   * Find a page or folder that pages may stand below; it may be up to a minute old. Those who ask at
   * once share a request.
   * @param run A run of dry runs, which is told of nothing that was found before it.
   */
  findParent(id: string, run?: string): Promise<RemoteParent | undefined>
  /** Note a page that an import has found or made, so that those below it need not look. */
  noteParent(head: RemotePageHead): void
  /** Have parents looked at again: one of them is not what it was. */
  forgetParents(): void
  readonly drafts: SiteDrafts
}

/** What is known of drafts at a site, of all its spaces. */
export interface SiteDrafts {
  /** Whether the site was seen to publish none, until it is tried anew. */
  areRefused(): boolean
  noteRefused(): void
  /** The word in the titles of this Markport's drafts, by which one is found whose id was lost. */
  readonly word: string
  /** The names of those that may have been made although no answer came. */
  readonly lost: Set<string>
}

/** Opens the site of a connection: the same one for the same connection. */
export type OpenConnectedSite = (connection: SpaceConnection) => ConnectedSite

const parentMs = 60_000
const maxParents = 1_000
/** A site may learn it. */
const refusedMs = 10 * 60_000

/**
 * Make what opens sites.
 * @param openSite Opens the site of a connection; it asks for nothing yet.
 */
export function connectedSites(
  openSite: (connection: SpaceConnection) => ConfluenceSite,
  clock: Clock,
  installation: string,
): OpenConnectedSite {
  const opened = new Map<string, { how: string; connected: ConnectedSite }>()
  const draftsOf = new Map<string, SiteDrafts>()
  const word = `mp${installation.replaceAll('-', '').slice(0, 12)}`
  return (connection) => {
    const { kind, baseUrl, cloudId, email, tokenFile } = connection
    const how = JSON.stringify([kind, baseUrl, cloudId, email, tokenFile, connection.remoteSpace])
    const known = opened.get(connection.spaceId)
    // What it was opened with is the same, and policies are no part of that.
    if (known?.how === how) return { ...known.connected, connection }
    const drafts = draftsOf.get(baseUrl) ?? siteDrafts(clock, word)
    draftsOf.set(baseUrl, drafts)
    const connected = openOne(connection, openSite(connection), drafts)
    opened.set(connection.spaceId, { how, connected })
    return connected
  }
}

interface ReadParent {
  readonly parent: Promise<RemoteParent | undefined>
  /** Nobody is told of it later. */
  until: number
  /** The run that it was read for. */
  readonly run: string | undefined
}

function siteDrafts(clock: Clock, word: string): SiteDrafts {
  let until = 0
  return {
    word,
    lost: new Set(),
    areRefused: () => clock().getTime() < until,
    noteRefused() {
      until = clock().getTime() + refusedMs
    },
  }
}

function openOne(
  connection: SpaceConnection,
  site: ConfluenceSite,
  drafts: SiteDrafts,
): ConnectedSite {
  const parents = new Map<string, ReadParent>()
  /** What was asked for longest ago makes room. */
  const keepParent = (id: string, read: ReadParent): void => {
    parents.delete(id)
    parents.set(id, read)
    const [oldest] = parents.keys()
    if (parents.size > maxParents && oldest !== undefined) parents.delete(oldest)
  }
  const readParent = (id: string, run: string | undefined): ReadParent => {
    const read: ReadParent = { parent: site.findParent(id), until: Number.POSITIVE_INFINITY, run }
    // What is missing may come, and what failed may go better.
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
    drafts,
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
