/** Pages of Confluence Data Center. @module */

import { ConfluenceError, isOfKind } from '../confluence-error.ts'
import { plainId, unlessMissing } from '../missing.ts'
import { mayEdit } from '../permitted-operations.ts'
import { draftPublisher } from '../publish-draft.ts'
import type {
  NewRemotePage,
  PageMethods,
  RemotePage,
  RemotePageHead,
  RemoteSpace,
  RemoteUpdate,
} from '../site.ts'
import type { SiteClient } from '../wire/site-client.ts'
import { findText, memberOf, UnreadableAnswerError } from '../wire/site-json.ts'
import { readOffsetList } from '../wire/site-lists.ts'
import { readLabel } from '../write-property.ts'
import { headParts, readContent, readContentHead } from './data-center-shapes.ts'

const root = '/rest/api/content'
/** Sites bound how many pages they answer with their parts. */
const idsPerRequest = 100
/** Asked for one by one, so many at a time. */
const readsAtOnce = 4
/** Administrators close the list of all content, since scripts that read all of a site slow it down. */
const closedStatuses: ReadonlySet<number> = new Set([400, 403, 404, 405, 410])
/** Then it is asked for anew. */
const closedMs = 10 * 60_000

/** Make what reads and writes pages. */
export function dataCenterPages(client: SiteClient): PageMethods {
  const readHeads = (path: string, maxRows?: number): Promise<RemotePageHead[]> => {
    const query = `${path.includes('?') ? '&' : '?'}expand=${headParts}`
    const readRow = (row: unknown, base: string | undefined): RemotePageHead[] => [
      readContentHead(row, client.baseUrl, base),
    ]
    return readOffsetList(client, `${path}${query}`, readRow, maxRows)
  }
  const readOne = (id: string): Promise<RemotePageHead | undefined> =>
    unlessMissing(() =>
      client.send({ method: 'GET', path: `${root}/${plainId(id)}?expand=${headParts}` }, (json) =>
        readContentHead(json, client.baseUrl),
      ),
    )

  let knowsIds = true
  let closedUntil = 0

  /** Read the list of all content by a query; undefined where it is closed. */
  async function readList(query: string, maxRows?: number): Promise<RemotePageHead[] | undefined> {
    if (performance.now() < closedUntil) return undefined
    try {
      return await readHeads(`${root}?${query}`, maxRows)
    } catch (error) {
      if (!(error instanceof ConfluenceError) || !closedStatuses.has(error.status ?? 0)) throw error
      closedUntil = performance.now() + closedMs
      return undefined
    }
  }

  /** Ask for what the list would tell, too. What is in between may have closed all, if for a moment. */
  async function readElsewhere<Found>(reading: Promise<Found>): Promise<Found> {
    try {
      return await reading
    } catch (error) {
      if (isOfKind(error, 'foreign')) closedUntil = 0
      throw error
    }
  }

  /** Older versions know no `ids`, and answer with other pages or none. */
  async function readMany(ids: readonly string[]): Promise<readonly RemotePageHead[]> {
    if (!knowsIds || ids.length < 2) return []
    // Those in the trash too: they are not missing, and need not be asked for again.
    const query = [...ids.map((id) => `ids=${id}`), 'status=any'].join('&')
    const heads = await readList(query, ids.length)
    knowsIds = heads === undefined || heads.every(({ id }) => ids.includes(id))
    return knowsIds ? (heads ?? []) : []
  }

  /** What a list leaves out is asked for by itself, so that no page is taken for a missing one. */
  async function findVersions(ids: readonly string[]): Promise<Map<string, RemotePageHead>> {
    const wanted = [...new Set(ids)].filter((id) => /^[1-9]\d{0,17}$/.test(id))
    const found = new Map<string, RemotePageHead>()
    const add = (heads: readonly (RemotePageHead | undefined)[]): void => {
      for (const head of heads) if (head !== undefined) found.set(head.id, head)
    }
    for (let at = 0; at < wanted.length; at += idsPerRequest) {
      add(await readMany(wanted.slice(at, at + idsPerRequest)))
    }
    const missing = wanted.filter((id) => !found.has(id))
    for (let at = 0; at < missing.length; at += readsAtOnce) {
      add(
        await Promise.all(
          missing.slice(at, at + readsAtOnce).map((id) => readElsewhere(readOne(id))),
        ),
      )
    }
    for (const { id, status } of found.values()) {
      if (status !== 'current' && status !== 'archived') found.delete(id)
    }
    return found
  }

  const put = (page: RemoteUpdate, query = ''): Promise<RemotePage> => {
    const path = `${root}/${plainId(page.id)}${query}`
    return client.send({ method: 'PUT', path, json: nextContent(page) }, (json) =>
      readContent(json, client.baseUrl),
    )
  }
  const publish = draftPublisher(
    (page) => put(page, '?status=draft'),
    async (id) => (await readOne(id)) !== undefined,
  )

  const listChildren = (id: string): Promise<RemotePageHead[]> =>
    readHeads(`${root}/${plainId(id)}/child/page`)

  function searchTitle(spaceKey: string, title: string): Promise<RemotePageHead[]> {
    const cql = `type = page and space = ${quoted(spaceKey)} and title = ${quoted(title)}`
    return readHeads(`${root}/search?cql=${encodeURIComponent(cql)}`)
  }

  async function searchPages(
    space: RemoteSpace,
    titlePart: string,
    limit: number,
  ): Promise<RemotePageHead[]> {
    const words = titlePart.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
    if (words !== '') {
      const cql = `type = page and space = "${space.key}" and title ~ "${words}*"`
      return readHeads(`${root}/search?cql=${encodeURIComponent(cql)}`, limit)
    }
    const key = encodeURIComponent(space.key)
    const roots = await readHeads(`/rest/api/space/${key}/content/page?depth=root`, limit)
    const below = space.homepageId === undefined ? [] : await listChildren(space.homepageId)
    return [...roots, ...below].slice(0, limit)
  }

  return {
    async findPagesByTitle({ key }, title) {
      if (title === '') return []
      const query = `type=page&spaceKey=${encodeURIComponent(key)}&title=${encodeURIComponent(title)}`
      const listed = await readList(`${query}&status=current&status=archived`)
      // A search knows of a page some seconds later: who makes it twice is told that its title is taken.
      const heads = listed ?? (await readElsewhere(searchTitle(key, title)))
      return heads.filter((head) => head.title.toLowerCase() === title.toLowerCase())
    },
    findVersions,
    readPage: (id, propertyKey, withRights = false) =>
      readWhole(client, id, { propertyKey, withRights }),
    readVersion: (id, number) =>
      unlessMissing(() => {
        const parts = `status=historical&version=${number}&expand=${headParts},body.storage`
        return client.send({ method: 'GET', path: `${root}/${plainId(id)}?${parts}` }, (json) =>
          readContent(json, client.baseUrl),
        )
      }),
    createPage: (page) =>
      client.send({ method: 'POST', path: newPath(page), json: newContent(page) }, (json) =>
        readContent(json, client.baseUrl),
      ),
    // The first version is that of a draft, which becomes a page by it.
    updatePage: (page) => (page.version === 1 ? publish(page) : put(page)),
    listChildren,
    listChildIds: async (id) => (await listChildren(id)).map((head) => head.id),
    mayEditPage: (id) => mayEdit(client, `${root}/${plainId(id)}?expand=operations`),
    movePage: (pageId, where, targetId) => moveContent(client, { pageId, where, targetId }),
    // Its REST API archives whole spaces alone.
    archivePage: async () => false,
    async trashPage(pageId) {
      await client.send({ method: 'DELETE', path: `${root}/${plainId(pageId)}` }, () => {})
    },
    async removeDraft(draftId) {
      const path = `${root}/${plainId(draftId)}?status=draft`
      await client.send({ method: 'DELETE', path }, () => {})
    },
    readDraft: (id) =>
      unlessMissing(() => {
        const path = `${root}/${plainId(id)}?status=draft&expand=${headParts}`
        return client.send({ method: 'GET', path }, (json) => readContent(json, client.baseUrl))
      }),
    async listDrafts({ key }, word) {
      const query = `type=page&spaceKey=${encodeURIComponent(key)}&status=draft`
      const drafts = (await readList(query)) ?? []
      return drafts.flatMap(({ id, title }) => (title.includes(word) ? [id] : []))
    },
    searchPages,
  }
}

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`

const newPath = ({ status }: NewRemotePage): string =>
  status === 'draft' ? `${root}?status=draft` : root

function newContent(page: NewRemotePage): object {
  const { spaceKey, parentId, title, body, status, draftTitle } = page
  const sent = { type: 'page', status, title: draftTitle ?? title, space: { key: spaceKey } }
  return { ...sent, ...ancestorsOf(parentId), body: storageOf(body) }
}

function nextContent(page: RemoteUpdate): object {
  const { id, spaceKey, parentId, title, body, version: number, message } = page
  const sent = { id, type: 'page', status: 'current', title, space: { key: spaceKey } }
  const version = { number, message, minorEdit: false }
  return { ...sent, version, ...ancestorsOf(parentId), body: storageOf(body) }
}

function ancestorsOf(parentId: string | undefined): object {
  return parentId === undefined ? {} : { ancestors: [{ id: parentId }] }
}

const storageOf = (value: string): object => ({ storage: { value, representation: 'storage' } })

/** One request; more for a draft, or where the page has more labels than stand in an answer. */
async function readWhole(
  client: SiteClient,
  id: string,
  { propertyKey, withRights }: { propertyKey: string; withRights: boolean },
): Promise<RemotePage | undefined> {
  const key = encodeURIComponent(propertyKey)
  const all = `${headParts},body.storage,metadata.labels,metadata.properties.${key}`
  const parts = withRights ? `${all},operations` : all
  const readAs = (status: string): Promise<{ page: RemotePage; isWhole: boolean } | undefined> =>
    unlessMissing(async () => {
      const path = `${root}/${plainId(id)}?status=${status}&expand=${parts}`
      return client.send({ method: 'GET', path }, (json) => ({
        page: readContent(json, client.baseUrl, propertyKey),
        isWhole: findText(json, 'metadata', 'labels', '_links', 'next') === undefined,
      }))
    })
  const read = (await readAs('any')) ?? (await readAs('draft'))
  if (read === undefined || read.isWhole) return read?.page
  const labels = await readOffsetList(client, `${root}/${plainId(id)}/label`, readLabel)
  return { ...read.page, labels }
}

/** A page, and where it is to stand. */
interface ContentMove {
  readonly pageId: string
  readonly where: 'before' | 'after' | 'append'
  readonly targetId: string
}

const positions = { before: 'above', after: 'below', append: 'append' } as const

/**
 * Move a page by the action behind Confluence's own dialog, which makes no version, since REST has no move.
 * Where programs may not use it, only a version puts a page below another parent, and nothing puts it between
 * its siblings.
 */
async function moveContent(client: SiteClient, move: ContentMove): Promise<void> {
  const { pageId, where, targetId } = move
  const page = `pageId=${plainId(pageId)}&targetId=${plainId(targetId)}`
  const path = `/pages/movepage.action?${page}&position=${positions[where]}`
  try {
    await client.send({ method: 'POST', path }, checkMoved)
  } catch (error) {
    if (!(error instanceof ConfluenceError) || !isClosed(error)) throw error
    const words = `The site lets no program move its pages: ${error.message}`
    throw new ConfluenceError('bad-request', words, { cause: error })
  }
}

/** The action answers 200 whatever happens, and names the page that it moved. */
function checkMoved(json: unknown): void {
  if (memberOf(json, 'page') !== undefined) return
  const errors = memberOf(json, 'actionErrors') ?? memberOf(json, 'validationErrors')
  if (!Array.isArray(errors) || errors.length === 0) {
    throw new UnreadableAnswerError('It does not say whether the page was moved.')
  }
  const words = typeof errors[0] === 'string' ? errors[0] : findText(errors[0], 'message')
  throw new ConfluenceError('bad-request', (words ?? 'The page cannot be moved.').slice(0, 300))
}

/** The site answered, if by a page for signing in: another try would end alike. */
function isClosed({ kind, status = 0, isTokenRefused }: ConfluenceError): boolean {
  if (isTokenRefused || kind === 'foreign') return false
  if (kind === 'bad-request') return true
  return status > 0 && status < 500 && status !== 408 && status !== 429
}
