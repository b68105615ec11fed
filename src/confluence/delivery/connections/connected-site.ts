/** Opens the sites of connected spaces. @module */
import type { Clock } from '../../../accounts/audit.ts'
import type { Database } from '../../../store/database.ts'
import type { PlanBody } from '../../body/page-body.ts'
import { isOfKind } from '../../confluence-error.ts'
import type { ConfluenceSite, RemoteParent } from '../../site.ts'
import type { SpaceConnection } from './space-connections.ts'

/** What it takes to work on any site. */
export interface SiteTools {
  readonly database: Database
  readonly clock: Clock
  readonly planBody: PlanBody
  readonly installation: string
}

export interface ConnectedSite extends SiteTools {
  readonly connection: SpaceConnection
  readonly site: ConfluenceSite
  /** Remember a page that an import wrote or left unchanged: pages below it may come next. */
  noteParent(page: RemoteParent): void
  /** Identifies this installation in the text of its placeholders. */
  readonly word: string
}

/** Tell whether a page is in the connected space, neither in the trash nor in the archive. */
export function isInSpace<Page extends Pick<RemoteParent, 'status' | 'spaceId'>>(
  { remoteSpace }: SpaceConnection,
  page: Page | undefined,
): page is Page {
  return page?.status === 'current' && page.spaceId === remoteSpace.id
}

/** Opens the site for writing by default; a dry run must notice by itself that a parent has gone. */
export type OpenConnectedSite = (connection: SpaceConnection, isDryRun?: boolean) => ConnectedSite

export function connectedSites(
  tools: SiteTools,
  open: (connection: SpaceConnection) => ConfluenceSite,
): OpenConnectedSite {
  const word = `mp${tools.installation.replaceAll('-', '').slice(0, 12)}`
  const sites = new Map<string, OpenedSite>()
  return (connection, isDryRun = false) => {
    const { kind, baseUrl, cloudId, email, tokenFile, spaceId } = connection
    const key = JSON.stringify([kind, baseUrl, cloudId, email, tokenFile, connection.remoteSpace])
    const cached = sites.get(spaceId)
    const opened = cached?.key === key ? cached : { key, ...openTwice(open(connection)) }
    sites.set(spaceId, opened)
    return { ...tools, connection, word, ...(isDryRun ? opened.forDryRuns : opened.forImports) }
  }
}

type SiteWithParents = Pick<ConnectedSite, 'site' | 'noteParent'>

interface OpenedSite {
  /** The address and the credential that the site was opened with. */
  readonly key: string
  readonly forImports: SiteWithParents
  readonly forDryRuns: SiteWithParents
}

function openTwice(site: ConfluenceSite): Omit<OpenedSite, 'key'> {
  return {
    forImports: withKnownParents(site, 60_000),
    // A dry run has no write that would fail for a missing parent, so it must not trust old reads.
    forDryRuns: withKnownParents(site, 5_000),
  }
}

const maxParents = 1_000

/**
 * Remembers parents, so that pages below the same parent need not read it each time. After `maxAgeMs`,
 * or when a write finds something missing, parents are read again.
 */
function withKnownParents(site: ConfluenceSite, maxAgeMs: number): SiteWithParents {
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
    // Leave out the body, which may be large.
    noteParent: ({ id, title, spaceId, status }) =>
      keep(id, Promise.resolve({ id, title, spaceId, status })),
    site: {
      ...site,
      createPage: (page) => writing(site.createPage(page)),
      updatePage: (page) => writing(site.updatePage(page)),
      trashPage: (id) => without(id, site.trashPage(id)),
      archivePage: (id) => without(id, site.archivePage(id)),
      findParent(id) {
        const entry = parents.get(id)
        if (entry !== undefined && performance.now() < entry.until) return entry.value
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
