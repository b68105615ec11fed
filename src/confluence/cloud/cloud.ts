/** Confluence Cloud: REST v2, and v1 for labels, uploads, moves, search and people. @module */
import { setTimeout as sleep } from 'node:timers/promises'
import { append } from '../../contract/base/lists.ts'
import {
  ConfluenceError,
  isNoWay,
  isOfKind,
  isPlainId,
  plainId,
  unlessMissing,
  unlessWithoutList,
} from '../confluence-error.ts'
import { cqlOf, propertyWriter, readLabel, readSpace, v1Site, withKey } from '../rest-v1.ts'
import type {
  ConfluenceSite,
  RemotePage,
  RemotePageHead,
  RemoteParent,
  RemoteProperty,
  SiteAccount,
} from '../site.ts'
import { readList, type SiteClient } from '../wire/site-client.ts'
import { findText, idOf, listOf, memberOf, readStatus, textIn } from '../wire/site-json.ts'
import {
  checkIsAbout,
  type HeadContext,
  readHead,
  readOpenComment,
  readPage,
  readProperty,
  readRemoteAttachment,
} from './cloud-shapes.ts'

export function cloudSite(client: SiteClient, accounts: readonly SiteAccount[]): ConfluenceSite {
  const { baseUrl } = client
  const names: AuthorNames = new Map(accounts.map(({ id, name }) => [id, name]))
  const context: HeadContext = { baseUrl, nameOf: (id) => names.get(id) ?? id }
  const readHeads = (query: string): Promise<RemotePageHead[]> =>
    readList(client, `/api/v2/pages?${query}&status=current&status=archived`, (row, base) => [
      readHead(row, context, base),
    ])

  async function findVersions(ids: readonly string[]): Promise<Map<string, RemotePageHead>> {
    const pageIds = [...new Set(ids)].filter(isPlainId)
    const heads: RemotePageHead[] = []
    for (let at = 0; at < pageIds.length; at += idsPerRequest) {
      append(heads, await readHeads(`id=${pageIds.slice(at, at + idsPerRequest).join(',')}`))
    }
    return new Map(heads.map((head) => [head.id, head]))
  }

  return {
    kind: 'cloud',
    ...v1Site(client),
    findAccount: () => findAccount(client),
    async findSpace(key) {
      const path = `/api/v2/spaces?keys=${encodeURIComponent(key)}`
      return withKey(await readList(client, path, (row) => [readSpace(row)]), key)
    },
    findParent: async (id) =>
      (await findContent(client, id, 'page')) ?? (await findFolder(client, id)),
    async findPagesByTitle(space, title) {
      if (title === '') return []
      return readHeads(`space-id=${plainId(space.id)}&title=${encodeURIComponent(title)}`)
    },
    findVersions,
    readPage: (id, propertyKey, withRights = false) =>
      unlessMissing(async () => {
        const page = await readWhole(client, context, id, { propertyKey, withRights })
        const authorName = await findName(client, names, page.version.authorId)
        return { ...page, version: { ...page.version, authorName } }
      }),
    readVersion: (id, number) =>
      unlessMissing(async () => {
        const path = `/api/v2/pages/${plainId(id)}?version=${number}&body-format=atlas_doc_format`
        return client.get(path, (json) => readPage(json, context))
      }),
    createPage({ spaceId, parentId, title, body }) {
      const json = { spaceId, status: 'current', title, parentId, body: adfBody(body) }
      return client.send({ method: 'POST', path: '/api/v2/pages', json }, (answer) =>
        readPage(answer, context),
      )
    },
    async updatePage({ id, parentId, title, body, version, message }) {
      const path = `/api/v2/pages/${plainId(id)}`
      const page = { id, status: 'current', title, parentId, body: adfBody(body) }
      const json = { ...page, version: { number: version, message } }
      return client.send({ method: 'PUT', path, json }, (answer) => {
        checkIsAbout(answer, id)
        return readPage(answer, context)
      })
    },
    async listChildren(id) {
      const ids = await listChildIds(client, id)
      const heads = await findVersions(ids)
      return ids.flatMap((childId) => heads.get(childId) ?? [])
    },
    listChildIds: (id) => listChildIds(client, id),
    async movePage(pageId, where, targetId) {
      const path = `/rest/api/content/${plainId(pageId)}/move/${where}/${plainId(targetId)}`
      await client.send({ method: 'PUT', path })
    },
    archivePage: (pageId) => archivePage(client, pageId, findVersions),
    async trashPage(pageId) {
      await client.send({ method: 'DELETE', path: `/api/v2/pages/${plainId(pageId)}` })
    },
    searchPages: (space, words, limit) =>
      readList(
        client,
        `/rest/api/search?cql=${cqlOf(space, words)}`,
        (row) => [{ id: idOf(row, 'content', 'id'), title: textIn(row, 'content', 'title') }],
        limit,
      ),
    async listAttachments(pageId) {
      const path = `/api/v2/pages/${plainId(pageId)}/attachments`
      return readList(client, path, (row) => [readRemoteAttachment(row)])
    },
    putProperty: propertyWriter(client, {
      pathOf: (pageId) => `/api/v2/pages/${plainId(pageId)}/properties`,
      find: (pageId, key) => findProperty(client, pageId, key),
      version: {},
    }),
    hasComments: async (pageId) => (await unlessWithoutList(hasComments(client, pageId))) ?? true,
    async listOpenComments(pageId) {
      const query = 'resolution-status=open&resolution-status=reopened'
      const path = `/api/v2/pages/${plainId(pageId)}/inline-comments?${query}`
      return unlessWithoutList(readList(client, path, readOpenComment))
    },
  }
}

const idsPerRequest = 250

const adfBody = (value: string): object => ({ representation: 'atlas_doc_format', value })

async function hasComments(client: SiteClient, pageId: string): Promise<boolean> {
  for (const kind of ['footer-comments', 'inline-comments']) {
    const path = `/api/v2/pages/${plainId(pageId)}/${kind}`
    const comments = await readList(client, path, (row) => [idOf(row, 'id')], 1)
    if (comments.length > 0) return true
  }
  return false
}

/**
 * Find the token's account. A scoped token may not read its account, which looks like a refused
 * token, so a request to REST v2 tells the two apart.
 */
async function findAccount(client: SiteClient): Promise<SiteAccount> {
  try {
    return await client.get('/rest/api/user/current', readAccount)
  } catch (accountError) {
    if (!(accountError instanceof ConfluenceError) || !hidesAccount(accountError))
      throw accountError
    try {
      await client.get('/api/v2/spaces?limit=1', (json) => listOf(json, 'results'))
    } catch (error) {
      throw accountError.kind === 'credential' ? accountError : error
    }
    return { id: '', name: 'the account of the token' }
  }
}

function hidesAccount({ status }: ConfluenceError): boolean {
  return status === 403 || status === 404 || status === 410
}

function readAccount(json: unknown): SiteAccount {
  if (findText(json, 'type') === 'anonymous') {
    throw new ConfluenceError('credential', 'The site takes the credential for nobody.')
  }
  const id = idOf(json, 'accountId')
  return { id, name: nameIn(json) ?? id }
}

const nameIn = (person: unknown): string | undefined =>
  findText(person, 'displayName') || findText(person, 'publicName') || undefined

/** Known names by account id. */
type AuthorNames = Map<string, string>

const maxNames = 1_000

/** Find the name of an account; its id if the name cannot be read. Never throws. */
async function findName(client: SiteClient, names: AuthorNames, id: string): Promise<string> {
  const knownName = names.get(id)
  if (knownName !== undefined || id === '') return knownName ?? id
  const path = `/rest/api/user?accountId=${encodeURIComponent(id)}`
  try {
    const name = await client.get(path, nameIn)
    if (names.size >= maxNames) names.clear()
    names.set(id, name ?? id)
  } catch (error) {
    if (isOfKind(error, 'removed')) names.set(id, id)
  }
  return names.get(id) ?? id
}

/** Many tokens may not read folders, so a refusal counts as a missing folder. */
async function findFolder(client: SiteClient, id: string): Promise<RemoteParent | undefined> {
  try {
    return await findContent(client, id, 'folder')
  } catch (error) {
    if (isOfKind(error, 'credential')) return undefined
    throw error
  }
}

function findContent(
  client: SiteClient,
  id: string,
  kind: 'page' | 'folder',
): Promise<RemoteParent | undefined> {
  return unlessMissing(async () =>
    client.get(`/api/v2/${kind}s/${plainId(id)}`, (json) => {
      checkIsAbout(json, id)
      const [title, spaceId] = [textIn(json, 'title'), idOf(json, 'spaceId')]
      return { id, title, spaceId, status: readStatus(json) }
    }),
  )
}

/** Usually takes one request; many labels need more. */
async function readWhole(
  client: SiteClient,
  context: HeadContext,
  id: string,
  { propertyKey, withRights }: { propertyKey: string; withRights: boolean },
): Promise<RemotePage> {
  const pagePath = `/api/v2/pages/${plainId(id)}`
  const parts = 'body-format=atlas_doc_format&include-labels=true&include-properties=true'
  const query = withRights ? `${parts}&include-operations=true` : parts
  const { page, hasMore } = await client.get(`${pagePath}?${query}`, (json) => {
    checkIsAbout(json, id)
    return {
      page: readPage(json, context, propertyKey),
      hasMore: (name: string) => memberOf(json, name, 'meta', 'hasMore') === true,
    }
  })
  return {
    ...page,
    labels: hasMore('labels')
      ? await readList(client, `${pagePath}/labels`, readLabel)
      : page.labels,
    property:
      page.property === undefined && hasMore('properties')
        ? await findProperty(client, id, propertyKey)
        : page.property,
  }
}

const maxLooks = 8
const pauseMs = 250

/**
 * Archiving finishes after the answer, so `findVersions` is polled.
 * @returns False when the site or the account cannot archive.
 * @throws {ConfluenceError} When the result is unknown.
 */
async function archivePage(
  client: SiteClient,
  pageId: string,
  findVersions: ConfluenceSite['findVersions'],
): Promise<boolean> {
  const json = { pages: [{ id: Number(plainId(pageId)) }] }
  try {
    await client.send({ method: 'POST', path: '/rest/api/content/archive', json })
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
  const readRows = (path: string): Promise<Child[]> => readList(client, path, readChild)
  const children =
    (await unlessMissing(() => readWithoutScope(readRows, page))) ??
    (await readRows(`/api/v2/folders/${plainId(id)}/direct-children`))
  return children.sort((a, b) => a.position - b.position).map((child) => child.id)
}

interface Child {
  readonly id: string
  readonly position: number
}

/** Not every token can get the scope of the newer route. The older route only leaves out folders. */
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

/** Skip folders, whiteboards and the like; the older route lists only pages, without a type. */
function readChild(row: unknown): Child[] {
  if ((findText(row, 'type') ?? 'page') !== 'page') return []
  const position = memberOf(row, 'childPosition')
  return [{ id: idOf(row, 'id'), position: typeof position === 'number' ? position : 0 }]
}

async function findProperty(
  client: SiteClient,
  pageId: string,
  key: string,
): Promise<RemoteProperty | undefined> {
  const path = `/api/v2/pages/${plainId(pageId)}/properties?key=${encodeURIComponent(key)}`
  const properties = await readList(client, path, (row) => [readProperty(row)])
  return properties.find((property) => property.key === key)
}
