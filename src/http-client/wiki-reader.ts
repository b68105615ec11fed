/**
 * Reads and trashes pages through the wiki's API, in the format of Confluence's REST v2.
 * @module
 */
import type { HttpAnswer } from './exchange.ts'
import { ImportError } from './import-error.ts'
import { type PageEdits, toEdits } from './page-edits.ts'
import {
  type AuthorizedRequest,
  type Connection,
  type ReadAnswer,
  sendRequest,
} from './send-request.ts'

export interface WikiSpace {
  readonly id: string
  readonly key: string
  readonly homepageId: string | undefined
  readonly isConnected: boolean
  /** Whether it is in another wiki, where imports keep edited blocks. */
  readonly keepsEdits: boolean
}

type WikiChild = Pick<WikiPage, 'id' | 'title' | 'status'>

export interface WikiPage {
  readonly id: string
  readonly title: string
  readonly spaceId: string
  /** `current`, `archived` or `trashed`. */
  readonly status: string
  /** Undefined for a homepage. */
  readonly parentId: string | undefined
  readonly version: number | undefined
}

/**
 * Acts with the rights of the host token's owner; each method may throw an `ImportError`. Page ids
 * are those of the space's wiki, so methods take the space too.
 */
export interface WikiReader {
  findSpace(idOrKey: string): Promise<WikiSpace | undefined>
  listSpaces(limit: number): Promise<WikiSpace[]>
  /** Find a page in any space; undefined when there is none. */
  findPage(id: string): Promise<WikiPage | undefined>
  /** Find pages by ids; undefined without write access to the space. */
  findPages(
    ids: readonly string[],
    spaceId: string,
  ): Promise<ReadonlyMap<string, WikiPage> | undefined>
  /** List the children of a page in order. */
  listChildren(id: string, spaceId: string): Promise<WikiChild[]>
  /** Tell whether people commented on a page; only for spaces in another wiki. */
  hasComments(id: string, spaceId: string): Promise<boolean>
  /** Archive a page; false where the wiki cannot. */
  archivePage(id: string, spaceId: string): Promise<boolean>
  trashPage(id: string, spaceId: string): Promise<void>
  /** Find the edits since the last import; undefined where they cannot be determined. */
  findEdits(id: string, spaceId: string): Promise<PageEdits | undefined>
}

/** Message for missing write access. */
export const notWritable =
  'The owner of the host token may not write to this space, or there is no such space.'

/** The API allows 250, but this keeps the address short. */
const idsPerRequest = 100

/**
 * Make the reader.
 * @throws {ImportError} When the endpoint does not lead to the API.
 */
export function wikiReader(connection: Connection, hostToken: string): WikiReader {
  const api = apiAddress(connection.endpoint)
  const readResults = ({ status, text }: HttpAnswer): ReadAnswer<Members[]> => {
    const { results } = parseAnswer(text)
    return status === 200 && Array.isArray(results)
      ? { answer: results }
      : refusal(status, text, api)
  }
  const ask = async <Answer>(
    request: AuthorizedRequest,
    read: (answer: HttpAnswer) => ReadAnswer<Answer>,
  ): Promise<Answer> => (await sendRequest(connection, request, read)).answer
  const get = (path: string, query: Readonly<Record<string, string>>): Promise<Members[]> => {
    const url = `${api}/${path}?${new URLSearchParams(query)}`
    const request = { url, method: 'GET', token: hostToken } as const
    return ask(request, readResults)
  }
  const heldPage = (
    method: 'GET' | 'POST' | 'DELETE',
    spaceId: string,
    path: string,
  ): AuthorizedRequest => ({
    url: `${api}/spaces/${spaceId}/held-pages${path}`,
    method,
    token: hostToken,
  })
  const listSpaces = async (query: Readonly<Record<string, string>>): Promise<WikiSpace[]> =>
    (await get('spaces', query)).map(toSpace)
  return {
    async findSpace(idOrKey) {
      const filter = /^\d+$/.test(idOrKey) ? 'ids' : 'keys'
      const spaces = await listSpaces({ [filter]: idOrKey, limit: '1' })
      return spaces.find(
        ({ id, key }) => id === idOrKey || key.toLowerCase() === idOrKey.toLowerCase(),
      )
    },
    listSpaces: (limit) => listSpaces({ limit: String(limit) }),
    async findPage(id) {
      const request = { url: `${api}/pages/${id}`, method: 'GET', token: hostToken } as const
      return ask(request, ({ status, text }) => {
        if (status === 404) return { answer: undefined }
        return status === 200 ? { answer: toPage(parseAnswer(text)) } : refusal(status, text, api)
      })
    },
    async findPages(ids, spaceId) {
      const pages = new Map<string, WikiPage>()
      const distinct = [...new Set(ids)]
      for (let at = 0; at < distinct.length; at += idsPerRequest) {
        const id = distinct.slice(at, at + idsPerRequest).join(',')
        const request = heldPage('GET', spaceId, `?${new URLSearchParams({ id })}`)
        const held = await ask<Members[] | undefined>(request, (answer) =>
          answer.status === 404 ? { answer: undefined } : readResults(answer),
        )
        if (held === undefined) return undefined
        for (const page of held.map(toPage)) pages.set(page.id, page)
      }
      return pages
    },
    listChildren: async (id, spaceId) =>
      (await get(`spaces/${spaceId}/held-pages/${id}/children`, {})).map(toPage),
    hasComments: (id, spaceId) =>
      ask(heldPage('GET', spaceId, `/${id}/comments`), ({ status, text }) =>
        status === 200
          ? { answer: parseAnswer(text).hasComments !== false }
          : refusal(status, text, api),
      ),
    archivePage: (id, spaceId) =>
      ask(heldPage('POST', spaceId, `/${id}/archive`), ({ status, text }) => {
        if (status === 204) return { answer: true }
        return status === 400 || status === 404 ? { answer: false } : refusal(status, text, api)
      }),
    trashPage: (id, spaceId) =>
      ask(heldPage('DELETE', spaceId, `/${id}`), ({ status, text }) =>
        // A missing page counts as trashed, for example after a repeated request.
        status === 204 || status === 404 ? { answer: undefined } : refusal(status, text, api),
      ),
    findEdits: (id, spaceId) =>
      ask(heldPage('GET', spaceId, `/${id}/edits`), ({ status, text }) => {
        if (status === 404) return { answer: undefined }
        return status === 200 ? { answer: toEdits(parseAnswer(text)) } : refusal(status, text, api)
      }),
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
