/** A server whose space is embedded or in a simulated Confluence. @module */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type DeliveryPolicies,
  listConnections,
  type SpaceConnection,
  spaceConnections,
} from '../../../src/confluence/delivery/connections/space-connections.ts'
import type { ServeOptions } from '../../../src/server/service/serve-options.ts'
import { idAllocator } from '../../../src/store/ids.ts'
import { sql } from '../../../src/store/sql.ts'
import type { Space } from '../../../src/wiki/import/target-wiki.ts'
import type { SiteKind } from '../../../src/wiki/pages/recorded-pages.ts'
import { temporaryFolder } from '../base/temporary-folder.ts'
import type { ConfluenceSimulator } from '../confluence/simulator.ts'
import { startConfluence } from '../confluence/start-confluence.ts'
import { startFreshServer } from '../service/fresh-server.ts'
import { send, type TestServer, validImport } from '../service/test-server.ts'
import type { EngineName } from '../store/test-engines.ts'

export interface WikiServer extends TestServer {
  readonly site: ConfluenceSimulator | undefined
  countPages(): Promise<number>
  keptVersions(pageId: string): Promise<readonly { markdown: string; adf: string }[]>
  countVersions(pageId: string): Promise<number>
  pageUrl(pageId: string): string
}

/** What an engine keeps does not depend on the kind of site. */
export const wikiSubjects = [
  { name: 'embedded, sqlite', kind: undefined, engine: 'sqlite' },
  { name: 'embedded, postgres', kind: undefined, engine: 'postgres' },
  { name: 'Confluence Cloud, postgres', kind: 'cloud', engine: 'postgres' },
  { name: 'Confluence Data Center, sqlite', kind: 'data-center', engine: 'sqlite' },
] as const

export async function startWikiServer(
  engine: EngineName,
  kind: SiteKind | undefined,
  overrides: Partial<ServeOptions> = {},
): Promise<WikiServer> {
  const server = await startFreshServer(engine, overrides)
  return kind === undefined ? embedded(server) : connected(server, kind)
}

function embedded(server: TestServer): WikiServer {
  const { database } = server
  const keptVersions: WikiServer['keptVersions'] = (pageId) =>
    database.read(sql`
      select markdown, adf from page_versions where page_id = ${Number(pageId)} order by number`)
  return {
    ...server,
    site: undefined,
    countPages: async () =>
      Number((await database.read(sql`select count(*) as count from pages`))[0]?.count),
    keptVersions,
    countVersions: async (pageId) => (await keptVersions(pageId)).length,
    pageUrl: (pageId) => `${server.url}/wiki/spaces/DOCS/pages/${pageId}`,
  }
}

async function connected(server: TestServer, kind: SiteKind): Promise<WikiServer> {
  const { database } = server
  const site = await startConfluence(kind)
  await connectSpace(server, server.space, site)
  await showConnection(server)
  const space = { ...server.space, id: site.spaceId, homepageId: site.homepageId }
  return {
    ...server,
    site,
    space,
    post: (fields = {}, headers = {}) =>
      send(server.endpoint, JSON.stringify({ ...validImport({ space }), ...fields }), {
        authorization: `Bearer ${server.token}`,
        ...headers,
      }),
    countPages: async () => site.pages().length,
    keptVersions: (pageId) =>
      database.read(sql`
        select markdown, adf from remote_versions where page_id = ${pageId} order by number`),
    countVersions: async (pageId) => site.page(pageId).versions.length,
    pageUrl: (pageId) => `${site.baseUrl}/${readPath(site, pageId)}`,
    async stop() {
      await server.stop()
      await site.stop()
    },
  }
}

/** Tells the server of a connection before the first import, because it asks no site. */
export async function showConnection({
  endpoint,
  token,
  space,
}: Pick<TestServer, 'endpoint' | 'token' | 'space'>): Promise<void> {
  const { status } = await fetch(endpoint.replace('/webtrigger', '/reservations'), {
    method: 'POST',
    body: JSON.stringify({ spaceId: space.id, pages: [] }),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })
  if (status !== 200) throw new Error(`the space is not connected: ${status}`)
}

function readPath(site: ConfluenceSimulator, pageId: string): string {
  if (site.kind === 'data-center') return `pages/viewpage.action?pageId=${pageId}`
  const title = encodeURIComponent(site.page(pageId).title).replaceAll('%20', '+')
  return `spaces/${site.spaceKey}/pages/${pageId}/${title}`
}

const plainPolicies = {
  edits: 'overwrite-imported',
  comments: 'detach',
  titleClash: 'refuse',
} as const

/** Change what is asked of imports into the connected space. */
export async function changePolicies(
  { database, clock }: Pick<TestServer, 'database' | 'clock'>,
  policies: Partial<DeliveryPolicies>,
): Promise<void> {
  const connections = spaceConnections({ database, ids: idAllocator(database), clock })
  const [connection] = (await listConnections(database)) as [SpaceConnection]
  const changed = { ...connection, policies: { ...plainPolicies, ...policies } }
  await connections.connect(changed, 'test')
}

export async function connectSpace(
  { database, clock }: Pick<TestServer, 'database' | 'clock'>,
  space: Pick<Space, 'id'>,
  site: ConfluenceSimulator,
  policies: Partial<DeliveryPolicies> = {},
): Promise<void> {
  const tokenFile = join(temporaryFolder(), 'token')
  writeFileSync(tokenFile, `${site.token}\n`, { mode: 0o600 })
  const remoteSpace = {
    id: site.spaceId,
    key: site.spaceKey,
    name: 'Engineering',
    homepageId: site.homepageId,
  }
  await spaceConnections({ database, ids: idAllocator(database), clock }).connect(
    {
      spaceId: space.id,
      kind: site.kind,
      baseUrl: site.baseUrl,
      cloudId: undefined,
      remoteSpace,
      email: site.email,
      tokenFile,
      account: { id: site.accountId, name: 'Markport Bot' },
      policies: { ...plainPolicies, ...policies },
      settings: { diagramMacros: {}, formulaMacros: undefined },
    },
    'test',
  )
}
