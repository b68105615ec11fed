/** Pages as people make them, in whichever wiki a server has its space. @module */
import { hostTokens } from '../../../src/auth/tokens/host-tokens.ts'
import { idAllocator } from '../../../src/database/ids.ts'
import type { ConfluenceSimulator } from '../confluence/simulator.ts'
import { dayMs } from '../prepared-store.ts'
import { changePolicies, type WikiServer } from './wiki-server.ts'

export interface PersonsPages {
  readonly homepageId: string
  /** Make a page with a paragraph, and give its id. */
  add(title: string, parentId: string, text?: string): Promise<string>
  /** Make a page in another space. */
  addElsewhere(title: string): Promise<string>
  /** Put a label to a page; undefined where people cannot. */
  readonly label: ((id: string, name: string) => Promise<void>) | undefined
  trash(id: string): Promise<void>
  placeOf(id: string): Promise<{ readonly title: string; readonly parentId: string | undefined }>
  /** The titles of all pages of the space that are there. */
  titles(): Promise<string[]>
}

/**
 * Take the place of a person who may do all, in a space where imports may take what people wrote.
 * @param server Its space is embedded, or in a simulated site.
 */
export async function personsPages(server: WikiServer): Promise<PersonsPages> {
  const { site } = server
  if (site === undefined) return embeddedPages(server)
  await changePolicies(server, { edits: 'overwrite' })
  return sitePages(site)
}

function sitePages(site: ConfluenceSimulator): PersonsPages {
  const bodyOf = (text: string): string =>
    site.kind === 'data-center' ? `<p>${text}</p>` : JSON.stringify(documentOf(text))
  return {
    homepageId: site.homepageId,
    add: async (title, parentId, text = '') =>
      site.addPage({ title, parentId, body: bodyOf(text) }).id,
    async addElsewhere(title) {
      site.addSpace('OTHER')
      return site.addPage({ title, spaceKey: 'OTHER' }).id
    },
    async label(id, name) {
      const { email, token } = site
      const basic = Buffer.from(`${email}:${token}`).toString('base64')
      const response = await fetch(`${site.baseUrl}/rest/api/content/${id}/label`, {
        method: 'POST',
        body: JSON.stringify([{ prefix: 'global', name }]),
        headers: {
          authorization: email === undefined ? `Bearer ${token}` : `Basic ${basic}`,
          'content-type': 'application/json',
        },
      })
      if (!response.ok) throw new Error(`the label was answered with ${response.status}`)
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

async function embeddedPages(server: WikiServer): Promise<PersonsPages> {
  const { database, url, space } = server
  const keeper = hostTokens(database, idAllocator(database), () => new Date())
  const input = { name: 'person', owner: 'admin', lifetimeMs: dayMs, createdBy: 'test' }
  const { token } = await keeper.create({ ...input, canWrite: true })
  // biome-ignore lint/suspicious/noExplicitAny: answers of several shapes
  const call = async (path: string, method = 'GET', body?: object): Promise<any> => {
    const response = await fetch(`${url}/wiki/api/v2/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  const addTo = async (spaceId: string, title: string, parentId: string, text = '') => {
    const value = JSON.stringify(documentOf(text))
    const body = { representation: 'atlas_doc_format', value }
    const { id } = await call('pages', 'POST', { spaceId, parentId, title, body })
    return id as string
  }
  return {
    homepageId: space.homepageId,
    add: (title, parentId, text) => addTo(space.id, title, parentId, text),
    async addElsewhere(title) {
      const other = await server.createSpace('OTHER')
      return addTo(other.id, title, other.homepageId)
    },
    label: undefined,
    trash: (id) => call(`pages/${id}`, 'DELETE'),
    async placeOf(id) {
      const { title, parentId } = await call(`pages/${id}`)
      return { title, parentId }
    },
    async titles() {
      const { results } = await call(`pages?space-id=${space.id}&limit=250`)
      return results.map(({ title }: { title: string }) => title)
    },
  }
}

function documentOf(text: string): object {
  const content = text === '' ? [] : [{ type: 'text', text }]
  return { version: 1, type: 'doc', content: [{ type: 'paragraph', content }] }
}
