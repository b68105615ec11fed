/** Pages of Confluence Cloud. @module */
import { setTimeout as sleep } from 'node:timers/promises'
import { append } from '../../contract/base/append.ts'
import { ConfluenceError, isNoWay, isOfKind } from '../confluence-error.ts'
import { isPlainId, plainId, unlessMissing } from '../missing.ts'
import { mayEdit } from '../permitted-operations.ts'
import { pagesReader } from '../read-pages.ts'
import type {
  ConfluenceSite,
  NewRemotePage,
  PageMethods,
  RemotePage,
  RemotePageHead,
  RemoteSpace,
  RemoteUpdate,
} from '../site.ts'
import { readContent } from '../v1-shapes.ts'
import type { SiteClient } from '../wire/site-client.ts'
import { findText, idOf, memberOf } from '../wire/site-json.ts'
import { readCursorList } from '../wire/site-lists.ts'
import { findProperty, listLabels } from './cloud-properties.ts'
import {
  type AuthorNames,
  checkIsAbout,
  type HeadContext,
  readHead,
  readPage,
  urlIn,
} from './cloud-shapes.ts'

const idsPerRequest = 250
const statuses = 'status=current&status=archived'

export function cloudPages(client: SiteClient, names: AuthorNames): PageMethods {
  const context: HeadContext = { baseUrl: client.baseUrl, nameOf: names.nameOf }
  const readHeads = (path: string, maxRows?: number): Promise<RemotePageHead[]> =>
    readCursorList(client, path, (row, base) => [readHead(row, context, base)], maxRows)

  async function findVersions(ids: readonly string[]): Promise<Map<string, RemotePageHead>> {
    const pageIds = [...new Set(ids)].filter(isPlainId)
    const heads: RemotePageHead[] = []
    for (let at = 0; at < pageIds.length; at += idsPerRequest) {
      const chunk = pageIds.slice(at, at + idsPerRequest).join(',')
      append(heads, await readHeads(`/api/v2/pages?id=${chunk}&${statuses}`))
    }
    return new Map(heads.map((head) => [head.id, head]))
  }

  async function inOrder(ids: readonly string[]): Promise<RemotePageHead[]> {
    const heads = await findVersions(ids)
    return ids.flatMap((id) => heads.get(id) ?? [])
  }

  const listChildren = async (id: string): Promise<RemotePageHead[]> =>
    inOrder(await listChildIds(client, id))

  return {
    async findPagesByTitle(space, title) {
      if (title === '') return []
      const query = `space-id=${plainId(space.id)}&title=${encodeURIComponent(title)}&${statuses}`
      return readHeads(`/api/v2/pages?${query}`)
    },
    findVersions,
    readPage: (id, propertyKey, withRights = false) =>
      unlessMissing(() => readWhole(client, names, id, { propertyKey, withRights })),
    readPages: pagesReader(client, 'atlas_doc_format', (json, base, propertyKey) => ({
      ...readContent(json, client.baseUrl, propertyKey, base),
      url: urlIn(json, client.baseUrl, base),
    })),
    readVersion: (id, number) =>
      unlessMissing(() => {
        const path = `/api/v2/pages/${plainId(id)}?version=${number}&body-format=atlas_doc_format`
        return client.send({ method: 'GET', path }, (json) => readPage(json, context))
      }),
    createPage: (page) =>
      client.send({ method: 'POST', path: '/api/v2/pages', json: newPage(page) }, (json) =>
        readPage(json, context),
      ),
    updatePage(page) {
      const path = `/api/v2/pages/${plainId(page.id)}`
      return client.send({ method: 'PUT', path, json: newVersion(page) }, (json) => {
        checkIsAbout(json, page.id)
        return readPage(json, context)
      })
    },
    mayEditPage: (id) => mayEdit(client, `/api/v2/pages/${plainId(id)}/operations`),
    async listPages(space, most) {
      const path = `/api/v2/pages?space-id=${plainId(space.id)}&${statuses}`
      const heads = await readHeads(path, most + 1)
      return heads.length > most ? undefined : heads
    },
    listChildren,
    listChildIds: (id) => listChildIds(client, id),
    async movePage(pageId, where, targetId) {
      const path = `/rest/api/content/${plainId(pageId)}/move/${where}/${plainId(targetId)}`
      await client.send({ method: 'PUT', path }, ignore)
    },
    archivePage: (pageId) => archivePage(client, pageId, findVersions),
    async trashPage(pageId) {
      await client.send({ method: 'DELETE', path: `/api/v2/pages/${plainId(pageId)}` }, ignore)
    },
    searchPages: pageSearcher(client, { readHeads, inOrder, listChildren }),
  }
}

const ignore = (): void => {}

function newPage({ spaceId, parentId, title, body }: NewRemotePage): object {
  return { spaceId, status: 'current', title, parentId, body: adfBody(body) }
}

function newVersion({ id, parentId, title, body, version, message }: RemoteUpdate): object {
  const page = { id, status: 'current', title, parentId, body: adfBody(body) }
  return { ...page, version: { number: version, message } }
}

const adfBody = (value: string): object => ({ representation: 'atlas_doc_format', value })

/** One request, or more for many labels or an unknown author. */
async function readWhole(
  client: SiteClient,
  names: AuthorNames,
  id: string,
  { propertyKey, withRights }: { propertyKey: string; withRights: boolean },
): Promise<RemotePage> {
  const pagePath = `/api/v2/pages/${plainId(id)}`
  const parts = 'body-format=atlas_doc_format&include-labels=true&include-properties=true'
  const query = withRights ? `${parts}&include-operations=true` : parts
  const context: HeadContext = { baseUrl: client.baseUrl, nameOf: names.nameOf }
  const answer = await client.send({ method: 'GET', path: `${pagePath}?${query}` }, (json) => {
    checkIsAbout(json, id)
    return {
      page: readPage(json, context, propertyKey),
      hasMoreLabels: memberOf(json, 'labels', 'meta', 'hasMore') === true,
      hasMoreProperties: memberOf(json, 'properties', 'meta', 'hasMore') === true,
    }
  })
  const { page } = answer
  const { authorId } = page.version
  return {
    ...page,
    version: { ...page.version, authorName: authorId && (await names.find(authorId)) },
    labels: answer.hasMoreLabels ? await listLabels(client, id) : page.labels,
    property:
      page.property === undefined && answer.hasMoreProperties
        ? await findProperty(client, id, propertyKey)
        : page.property,
  }
}

const maxLooks = 8
const pauseMs = 250

/**
 * Archiving finishes after the answer, so `findVersions` is polled.
 * @returns False where the site or account cannot.
 * @throws {ConfluenceError} When the result is unknown.
 */
async function archivePage(
  client: SiteClient,
  pageId: string,
  findVersions: ConfluenceSite['findVersions'],
): Promise<boolean> {
  const json = { pages: [{ id: Number(plainId(pageId)) }] }
  try {
    await client.send({ method: 'POST', path: '/rest/api/content/archive', json }, () => {})
  } catch (error) {
    if (isNoWay(error) || isOfKind(error, 'credential')) return false
    throw error
  }
  for (let looks = 1; looks <= maxLooks; looks += 1) {
    const page = (await findVersions([pageId])).get(pageId)
    if (page?.status !== 'current') return true
    await sleep(pauseMs * looks)
  }
  throw new ConfluenceError('unknown', 'Confluence is still at work on its archive.')
}

/**
 * List the children of a page or folder in order.
 * @throws {ConfluenceError} When neither exists.
 */
async function listChildIds(client: SiteClient, id: string): Promise<string[]> {
  const page = `/api/v2/pages/${plainId(id)}`
  const readRows = (path: string): Promise<Child[]> => readCursorList(client, path, readChild)
  const children =
    (await unlessMissing(() => readWithoutScope(readRows, page))) ??
    (await readRows(`/api/v2/folders/${plainId(id)}/direct-children`))
  return children.sort((a, b) => a.position - b.position).map((child) => child.id)
}

interface Child {
  readonly id: string
  readonly position: number
}

/** Not every token can have the newer route's scope; the older route only misses folders. */
async function readWithoutScope(
  readRows: (path: string) => Promise<Child[]>,
  page: string,
): Promise<Child[]> {
  try {
    return await readRows(`${page}/direct-children`)
  } catch (error) {
    const lacksScope = error instanceof ConfluenceError && error.status === 401
    if (!lacksScope) throw error
    return await readRows(`${page}/children`)
  }
}

/** Skip folders, whiteboards and the like; the older route gives no type, and pages only. */
function readChild(row: unknown): Child[] {
  if ((findText(row, 'type') ?? 'page') !== 'page') return []
  const position = memberOf(row, 'childPosition')
  return [{ id: idOf(row, 'id'), position: typeof position === 'number' ? position : 0 }]
}

interface PageFinders {
  readHeads(path: string, maxRows: number): Promise<RemotePageHead[]>
  inOrder(ids: readonly string[]): Promise<RemotePageHead[]>
  listChildren(id: string): Promise<readonly RemotePageHead[]>
}

const maxLookedThrough = 1_000

function pageSearcher(
  client: SiteClient,
  { readHeads, inOrder, listChildren }: PageFinders,
): (space: RemoteSpace, titlePart: string, limit: number) => Promise<RemotePageHead[]> {
  async function findTop(space: RemoteSpace, limit: number): Promise<RemotePageHead[]> {
    const path = `/api/v2/spaces/${plainId(space.id)}/pages?depth=root&status=current`
    const roots = await readHeads(path, limit)
    const homepageChildren =
      space.homepageId === undefined ? [] : await listChildren(space.homepageId)
    return [...roots, ...homepageChildren].slice(0, limit)
  }

  async function search(space: RemoteSpace, words: string, limit: number): Promise<string[]> {
    const path = searchPath(space, `${words}*`)
    return readCursorList(client, path, (row) => [idOf(row, 'content', 'id')], limit)
  }

  async function lookThrough(space: RemoteSpace, words: string): Promise<RemotePageHead[]> {
    const path = `/api/v2/spaces/${plainId(space.id)}/pages?status=current&sort=-modified-date`
    const heads = await readHeads(path, maxLookedThrough)
    return heads.filter(({ title }) => title.toLowerCase().includes(words.toLowerCase()))
  }

  return async (space, titlePart, limit) => {
    // Punctuation may have a meaning in CQL.
    const words = titlePart.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
    if (words === '') return findTop(space, limit)
    try {
      return await inOrder(await search(space, words, limit))
    } catch (error) {
      if (!isOfKind(error, 'credential', 'removed')) throw error
      return (await lookThrough(space, words)).slice(0, limit)
    }
  }
}

function searchPath({ key }: RemoteSpace, words: string): string {
  const quoted = key.replace(/["\\]/g, '\\$&')
  const cql = `type = page and space = "${quoted}" and title ~ "${words}"`
  return `/rest/api/search?cql=${encodeURIComponent(cql)}`
}
