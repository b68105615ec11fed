/** Pages as people make them, in whichever wiki a server has its space. @module */
import { readerOfAll } from '../../../src/accounts/reader.ts'
import { idAllocator } from '../../../src/store/ids.ts'
import { sql } from '../../../src/store/sql.ts'
import { findPageHere } from '../../../src/wiki/pages/find-page.ts'
import { listPages } from '../../../src/wiki/pages/list-pages.ts'
import { trashPage } from '../../../src/wiki/store/trash-page.ts'
import { adfOf } from '../confluence/adf-node.ts'
import type { ConfluenceSimulator } from '../confluence/simulator.ts'
import { execute } from '../store/test-transactions.ts'
import { changePolicies, type WikiServer } from './wiki-server.ts'

export interface PersonsPages {
  readonly homepageId: string
  add(title: string, parentId: string, text?: string): Promise<string>
  addElsewhere(title: string): Promise<string>
  trash(id: string): Promise<void>
  placeOf(id: string): Promise<{ readonly title: string; readonly parentId: string | undefined }>
  titles(): Promise<string[]>
}

export async function personsPages(server: WikiServer): Promise<PersonsPages> {
  const { site } = server
  if (site === undefined) return embeddedPages(server)
  await changePolicies(server, { edits: 'overwrite' })
  return sitePages(site)
}

function sitePages(site: ConfluenceSimulator): PersonsPages {
  const bodyOf = (text: string): string =>
    site.kind === 'data-center' ? `<p>${text}</p>` : adfOf(text)
  return {
    homepageId: site.homepageId,
    add: async (title, parentId, text = '') =>
      site.addPage({ title, parentId, body: bodyOf(text) }).id,
    async addElsewhere(title) {
      site.addSpace('OTHER')
      return site.addPage({ title, spaceKey: 'OTHER' }).id
    },
    trash: async (id) => site.trash(id),
    async placeOf(id) {
      const { title, parentId } = site.page(id)
      return { title, parentId }
    },
    titles: async () =>
      site
        .pages()
        .filter(({ status, spaceId }) => status === 'current' && spaceId === site.spaceId)
        .map(({ title }) => title),
  }
}

function embeddedPages(server: WikiServer): PersonsPages {
  const { database, clock, space, save } = server
  return {
    homepageId: space.homepageId,
    async add(pageTitle, parentId, text = '') {
      const id = await save({ pageTitle, parentId, content: text || pageTitle })
      // Written without an import.
      await execute(database, sql`update pages set imported_version = 0 where id = ${Number(id)}`)
      return id
    },
    async addElsewhere(pageTitle) {
      const { id: spaceId, homepageId: parentId } = await server.createSpace('OTHER')
      return save({ spaceId, parentId, pageTitle, content: pageTitle })
    },
    trash: async (id) =>
      void (await trashPage({ database, ids: idAllocator(database), clock }, id, 'test')),
    async placeOf(id) {
      const { title = '', parentId } = (await findPageHere(readerOfAll(database), id)) ?? {}
      return { title, parentId }
    },
    async titles() {
      const pages = await listPages(readerOfAll(database), { spaceId: space.id, limit: 250 })
      return pages.map(({ title }) => title)
    },
  }
}
