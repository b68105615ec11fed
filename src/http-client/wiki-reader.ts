/** Spaces and pages through the wiki's own API, in the shapes of Confluence's REST v2. @module */
import { append } from '../base/append.ts'
import { ImportError } from './import-error.ts'
import { type PageEdits, toEdits } from './page-edits.ts'
import { type Connection, type ReadAnswer, sendRequest } from './send-request.ts'

export interface WikiSpace {
  readonly id: string
  readonly key: string
  readonly homepageId: string | undefined
  readonly isConnected: boolean
  /** It is in another wiki, where imports leave blocks as somebody edited them. */
  readonly keepsEdits: boolean
}

/** A page below another one. */
type WikiChild = Pick<WikiPage, 'id' | 'title' | 'status'>

export interface WikiPage {
  readonly id: string
  readonly title: string
  readonly spaceId: string
  /** `current`, `archived` or `trashed`. */
  readonly status: string
  /** Absent for a homepage. */
  readonly parentId: string | undefined
  readonly version: number | undefined
}

/**
 * Sees what the owner of the host token may read. Each method throws an `ImportError`. Ids of pages are
 * those of the wiki that the space is in, so the space is named with them.
 */
export interface WikiReader {
  findSpace(idOrKey: string): Promise<WikiSpace | undefined>
  listSpaces(limit: number): Promise<WikiSpace[]>
  /** Find pages by their ids, whatever their status; in any space of the service where none is named. */
  findPages(ids: readonly string[], spaceId?: string): Promise<ReadonlyMap<string, WikiPage>>
  /** List what is directly below a page, in its order. */
  listChildren(id: string, spaceId: string): Promise<WikiChild[]>
  /** Tell whether people commented on a page; only in a space of another wiki. */
  hasComments(id: string, spaceId: string): Promise<boolean>
  /** Move a page to the archive; false where its wiki does not do that. */
  archivePage(id: string, spaceId: string): Promise<boolean>
  /** Move a page to the trash. */
  trashPage(id: string, spaceId: string): Promise<void>
  /** Find what was edited of a page since it was imported; undefined where that cannot be told. */
  findEdits(id: string, spaceId: string): Promise<PageEdits | undefined>
}

/** The API takes up to 250, and the address stays short. */
const idsPerRequest = 100

/**
 * Make the reader.
 * @param connection The endpoint, which tells where the API is, and how patient to be.
 * @throws {ImportError} When the endpoint does not tell.
 */
export function wikiReader(connection: Connection, hostToken: string): WikiReader {
  const api = apiAddress(connection.endpoint)
  const get = async (path: string, query: Readonly<Record<string, string>>): Promise<Results> => {
    const url = `${api}/${path}?${new URLSearchParams(query)}`
    const request = { url, method: 'GET', token: hostToken } as const
    const { answer } = await sendRequest(connection, request, ({ status, text }) =>
      readResults(status, text, api),
    )
    return answer
  }
  const list = async (
    kind: 'spaces' | 'pages',
    query: Readonly<Record<string, string>>,
    limit: number,
  ): Promise<readonly Members[]> => (await get(kind, { ...query, limit: String(limit) })).results
  return {
    async findSpace(idOrKey) {
      const filter = /^\d+$/.test(idOrKey) ? 'ids' : 'keys'
      const spaces = (await list('spaces', { [filter]: idOrKey }, 1)).map(toSpace)
      return spaces.find(
        ({ id, key }) => id === idOrKey || key.toLowerCase() === idOrKey.toLowerCase(),
      )
    },
    listSpaces: async (limit) => (await list('spaces', {}, limit)).map(toSpace),
    async findPages(ids, spaceId) {
      const pages = new Map<string, WikiPage>()
      const distinct = [...new Set(ids)]
      for (let at = 0; at < distinct.length; at += idsPerRequest) {
        const id = distinct.slice(at, at + idsPerRequest).join(',')
        const space: Record<string, string> = spaceId === undefined ? {} : { 'space-id': spaceId }
        const query = { id, status: 'current,archived,trashed', ...space }
        const found = await list('pages', query, idsPerRequest)
        for (const page of found.map(toPage)) pages.set(page.id, page)
      }
      return pages
    },
    async listChildren(id, spaceId) {
      const children: WikiChild[] = []
      for (let cursor: string | undefined = ''; cursor !== undefined; ) {
        const from: Record<string, string> = cursor === '' ? {} : { cursor }
        const page = await get(`pages/${id}/direct-children`, {
          limit: '250',
          'space-id': spaceId,
          ...from,
        })
        append(children, page.results.map(toPage))
        cursor = page.cursor
      }
      return children
    },
    async hasComments(id, spaceId) {
      const url = `${api}/pages/${id}/comments?${new URLSearchParams({ 'space-id': spaceId })}`
      const request = { url, method: 'GET', token: hostToken } as const
      const { answer } = await sendRequest<boolean>(connection, request, ({ status, text }) =>
        status === 200
          ? { answer: parseAnswer(text).hasComments !== false }
          : refusal(status, text, api),
      )
      return answer
    },
    async archivePage(id, spaceId) {
      const url = `${api}/pages/${id}/archive?${new URLSearchParams({ 'space-id': spaceId })}`
      const request = { url, method: 'POST', token: hostToken } as const
      const { answer } = await sendRequest<boolean>(connection, request, ({ status, text }) => {
        if (status === 204) return { answer: true }
        // Another wiki than Confluence Cloud has no archive, and a service of before knows none.
        const isNone = [400, 404, 405].includes(status)
        return isNone ? { answer: false } : refusal(status, text, api)
      })
      return answer
    },
    async trashPage(id, spaceId) {
      const query = new URLSearchParams({ 'space-id': spaceId })
      const request = {
        url: `${api}/pages/${id}?${query}`,
        method: 'DELETE',
        token: hostToken,
      } as const
      await sendRequest<true>(connection, request, ({ status, text }) =>
        // What is gone by now, such as by a repetition, is what was asked for.
        status === 204 || status === 404 ? { answer: true } : refusal(status, text, api),
      )
    },
    async findEdits(id, spaceId) {
      const query = new URLSearchParams({ 'space-id': spaceId })
      const url = `${api}/pages/${id}/edits?${query}`
      const request = { url, method: 'GET', token: hostToken } as const
      const { answer } = await sendRequest<PageEdits | undefined>(
        connection,
        request,
        ({ status, text }) => {
          if (status === 404) return { answer: undefined }
          return status === 200
            ? { answer: toEdits(parseAnswer(text)) }
            : refusal(status, text, api)
        },
      )
      return answer
    },
  }
}

const uncheckable =
  'so the space and the parent page cannot be checked. Check --endpoint, or leave out the host token to import without the check.'

function apiAddress(endpoint: string): string {
  const { origin, pathname } = new URL(endpoint)
  const at = pathname.lastIndexOf('/wiki/apps/')
  if (at !== -1) return `${origin}${pathname.slice(0, at)}/wiki/api/v2`
  throw new ImportError(
    'bad-request',
    `The wiki's API is looked for where the endpoint has /wiki/apps/, and this one has no such part, ${uncheckable}`,
  )
}

type Members = Readonly<Record<string, unknown>>

interface Results {
  readonly results: readonly Members[]
  /** Where the list goes on. */
  readonly cursor: string | undefined
}

function readResults(status: number, text: string, api: string): ReadAnswer<Results> {
  const { results, _links } = parseAnswer(text)
  if (status === 200 && Array.isArray(results)) {
    const next = Object(_links).next
    const query = typeof next === 'string' ? next.replace(/^[^?]*\??/, '') : ''
    return { answer: { results, cursor: new URLSearchParams(query).get('cursor') ?? undefined } }
  }
  return refusal(status, text, api)
}

function refusal(status: number, text: string, api: string): { readonly error: ImportError } {
  const { errors } = parseAnswer(text)
  const [error] = Array.isArray(errors) ? errors : []
  const said = typeof error?.title === 'string' ? `: ${error.title}` : '.'
  if (status === 401 || status === 403) {
    return {
      error: new ImportError('unauthorized', `The host token was refused${said}`, { status }),
    }
  }
  const isThere = status !== 200 && status !== 404
  const message = isThere ? `${api} answered ${status}` : `There is no wiki API at ${api}`
  return { error: new ImportError('bad-answer', `${message}, ${uncheckable}`, { status }) }
}

function parseAnswer(text: string): Members {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

function toSpace({ id, key, homepageId, connection }: Members): WikiSpace {
  return {
    isConnected: connection !== undefined && connection !== null,
    keepsEdits: Object(connection).edits === 'keep-theirs',
    id: String(id),
    key: String(key),
    homepageId: homepageId ? String(homepageId) : undefined,
  }
}

function toPage({ id, title, spaceId, status, parentId, version }: Members): WikiPage {
  const { number } = Object(version)
  return {
    parentId: parentId ? String(parentId) : undefined,
    version: typeof number === 'number' ? number : undefined,
    id: String(id),
    title: String(title),
    spaceId: String(spaceId),
    status: String(status),
  }
}
