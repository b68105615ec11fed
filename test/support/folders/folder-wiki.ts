/** The embedded wiki or a simulated Confluence as the target of folder imports, with a space for each test. @module */
import { idAllocator } from '../../../src/store/ids.ts'
import { sql } from '../../../src/store/sql.ts'
import type { Space } from '../../../src/wiki/import/target-wiki.ts'
import type { SiteKind } from '../../../src/wiki/pages/recorded-pages.ts'
import { trashPage } from '../../../src/wiki/store/trash-page.ts'
import type { ConfluenceSimulator, SimulatedPage } from '../confluence/simulator.ts'
import { startConfluence } from '../confluence/start-confluence.ts'
import { connectSpace } from '../delivery/wiki-server.ts'
import { startTestHostApi, type TestHostApi } from '../service/test-host-api.ts'
import { execute } from '../store/test-transactions.ts'

export const onlyEmbedded = {
  headingsHaveOurNames: 'Confluence names headings, on Cloud and on Data Center in two ways.',
  pagesTellTheirSpace:
    'An id of Confluence says nothing of the space here, and other spaces there are not shown: such a page is not there.',
  titlesAreOfOneParent:
    'In Confluence a title is that of one page in a space: no second page gets it below another parent.',
  trashTakesWhatIsBelow: 'Confluence trashes one page: what stands below it moves up.',
} as const

export interface FolderPage {
  readonly id: string
  readonly parentId: string
  readonly markdown: string
  readonly version: number
  readonly labels: readonly string[]
  readonly adf: string
}

export interface FolderSpace extends Space {
  pages(): Promise<Readonly<Record<string, FolderPage>>>
  countPages(): Promise<number>
  statusOf(pageId: string): Promise<string>
  readonly site?: ConfluenceSimulator
  addPage(title: string, parentId?: string): Promise<string>
  editPage(pageId: string): Promise<void>
  trash(pageId: string): Promise<void>
}

export interface FolderWiki extends TestHostApi {
  readonly kind: SiteKind | undefined
  holds(what: keyof typeof onlyEmbedded): boolean
  addSpace(key: string): Promise<FolderSpace>
}

export const folderWikis = [
  { name: 'embedded', kind: undefined },
  { name: 'Confluence Cloud', kind: 'cloud' },
  { name: 'Confluence Data Center', kind: 'data-center' },
] as const

export async function startFolderWiki(kind: SiteKind | undefined): Promise<FolderWiki> {
  const api = await startTestHostApi('sqlite')
  if (kind === undefined) {
    const addSpace: FolderWiki['addSpace'] = async (key) =>
      embeddedSpace(api, await findOrCreate(api, key))
    return { ...api, kind, holds: () => true, addSpace }
  }
  const site = await startConfluence(kind)
  return {
    ...api,
    kind,
    holds: () => false,
    async addSpace(key) {
      // The site's rate limit has refilled.
      api.server.advanceClock(2_000)
      const space = await findOrCreate(api, key)
      const { id: spaceId, key: spaceKey, homepageId } = site.addSpace(`ENG${key}`)
      const place = { ...site, spaceId, spaceKey, homepageId }
      await connectSpace(api.server, space, place)
      const { title: name } = site.page(homepageId)
      return connectedSpace(api, { ...space, name, homepageId }, place)
    },
    async stop() {
      await api.stop()
      await site.stop()
    },
  }
}

async function findOrCreate({ server }: TestHostApi, key: string): Promise<Space> {
  return key === server.space.key ? server.space : server.createSpace(key)
}

function embeddedSpace(api: TestHostApi, space: Space): FolderSpace {
  const { database, clock } = api.server
  const added = new Set<string>()
  return {
    ...space,
    async pages() {
      const rows = await database.read<
        Omit<FolderPage, 'labels'> & Titled & { labels: string }
      >(sql`
        select p.id, p.parent_id as "parentId", p.title, p.version, p.labels, v.markdown, v.adf
        from pages p join page_versions v
        on v.space_id = p.space_id and v.page_id = p.id and v.number = p.version
        where p.space_id = ${Number(space.id)} and p.imported_version > 0 and p.status = 'current'`)
      return byTitle(
        rows
          .filter(({ id }) => !added.has(String(id)))
          .map(({ id, parentId, labels, ...row }) => ({
            ...row,
            id: String(id),
            parentId: String(parentId),
            labels: labels.split(' ').filter(Boolean),
          })),
      )
    },
    async countPages() {
      const [row] = await database.read<{ count: number }>(sql`
        select count(*) as count from pages where space_id = ${Number(space.id)}`)
      return Number(row?.count)
    },
    async statusOf(pageId) {
      const [page] = await database.read<{ status: string }>(
        sql`select status from pages where id = ${Number(pageId)}`,
      )
      return page?.status ?? ''
    },
    async addPage(title, parentId = space.homepageId) {
      const id = await api.create(title, { spaceId: space.id, parentId })
      added.add(id)
      return id
    },
    async editPage(id) {
      const [page] = await database.read<{ title: string; parentId: number }>(sql`
        select title, parent_id as "parentId" from pages where id = ${Number(id)}`)
      const { title: pageTitle = '', parentId } = page ?? {}
      const fields = {
        spaceId: space.id,
        parentId: String(parentId || id),
        pageTitle,
        overwrite: true,
      }
      await api.server.save({ ...fields, pageId: id, content: `${pageTitle}. And more.` })
      // Written without an import.
      await execute(
        database,
        sql`update pages set imported_version = version - 1 where id = ${Number(id)}`,
      )
      added.add(id)
    },
    trash: async (pageId) =>
      void (await trashPage({ database, ids: idAllocator(database), clock }, pageId, 'test')),
  }
}

function connectedSpace(
  { server: { database } }: TestHostApi,
  space: Space,
  site: ConfluenceSimulator,
): FolderSpace {
  const own = (): SimulatedPage[] => site.pages().filter((one) => one.spaceId === site.spaceId)
  return {
    ...space,
    site,
    async pages() {
      const rows = await database.read<{ id: string; markdown: string; adf: string }>(sql`
        select page_id as id, markdown, adf from remote_versions
        where space_id = ${Number(space.id)} order by number`)
      const sent = new Map(rows.map((row) => [row.id, row]))
      const current = own().filter(({ id, status }) => status === 'current' && sent.has(id))
      return byTitle(
        current.map(({ id, parentId = '', title, labels, versions }) => ({
          ...sent.get(id)!,
          parentId,
          title,
          labels: labels.toSorted(),
          version: versions.length,
        })),
      )
    },
    countPages: async () => own().length,
    statusOf: async (pageId) => site.page(pageId).status,
    addPage: async (title, parentId = site.homepageId) =>
      site.addPage({ title, parentId, spaceKey: site.spaceKey }).id,
    editPage: async (pageId) => site.humanEdit(pageId, 0, (text) => `${text} And more.`),
    trash: async (pageId) => site.trash(pageId),
  }
}

interface Titled {
  readonly title: string
}

function byTitle<Page extends FolderPage & Titled>(
  pages: readonly Page[],
): Readonly<Record<string, FolderPage>> {
  return Object.fromEntries(pages.map(({ title, ...page }) => [title, page]))
}
