/** Confluence Data Center with REST v1. @module */

import { runBounded } from '../../contract/base/run-bounded.ts'
import {
  ConfluenceError,
  isPlainId,
  plainId,
  unlessMissing,
  unlessWithoutList,
} from '../confluence-error.ts'
import {
  cqlOf,
  headParts,
  personOf,
  propertyWriter,
  quote,
  readContent,
  readContentHead,
  readContentProperty,
  readLabel,
  readSpace,
  readUploaded,
  v1Site,
  withKey,
} from '../rest-v1.ts'
import type {
  ConfluenceSite,
  RemoteComment,
  RemotePage,
  RemotePageHead,
  RemoteParent,
  RemoteSpace,
  RemoteUpdate,
  SiteAccount,
} from '../site.ts'
import { readList, type SiteClient } from '../wire/site-client.ts'
import {
  findId,
  findText,
  idOf,
  memberOf,
  readStatus,
  textIn,
  UnreadableAnswerError,
} from '../wire/site-json.ts'

const root = '/rest/api/content'
/** Sites limit how many pages they expand in one answer. */
const idsPerRequest = 100
const readsAtOnce = 4
/**
 * Many administrators block the list of all content, because scripts overload sites with it. Then
 * it answers with one of these statuses.
 */
const closedStatuses: ReadonlySet<number> = new Set([400, 403, 404, 405, 410])

export function dataCenterSite(client: SiteClient): ConfluenceSite {
  const { baseUrl } = client
  const readHeads = (path: string, maxRows?: number): Promise<RemotePageHead[]> => {
    const query = `${path.includes('?') ? '&' : '?'}expand=${headParts}`
    const readRow = (row: unknown, base: string | undefined): RemotePageHead[] => [
      readContentHead(row, baseUrl, base),
    ]
    return readList(client, `${path}${query}`, readRow, maxRows)
  }

  /** Returns undefined when administrators have closed the list. */
  async function readOpenList(
    query: string,
    maxRows?: number,
  ): Promise<RemotePageHead[] | undefined> {
    try {
      return await readHeads(`${root}?${query}`, maxRows)
    } catch (error) {
      if (error instanceof ConfluenceError && closedStatuses.has(error.status ?? 0))
        return undefined
      throw error
    }
  }

  /**
   * Pages that the list omits are asked for separately, so that none is wrongly taken for missing.
   * Older versions ignore `ids`, and list other pages.
   */
  async function findVersions(ids: readonly string[]): Promise<Map<string, RemotePageHead>> {
    const pageIds = [...new Set(ids)].filter(isPlainId)
    const versions = new Map<string, RemotePageHead>()
    for (let at = 0; pageIds.length > 1 && at < pageIds.length; at += idsPerRequest) {
      const chunk = pageIds.slice(at, at + idsPerRequest)
      // Include trashed pages, which would otherwise look missing.
      const query = [...chunk.map((id) => `ids=${id}`), 'status=any'].join('&')
      for (const head of (await readOpenList(query, chunk.length)) ?? []) {
        if (chunk.includes(head.id)) versions.set(head.id, head)
      }
    }
    const missing = pageIds.filter((id) => !versions.has(id))
    await runBounded(missing, readsAtOnce, async (id) => {
      const path = `${root}/${id}?expand=${headParts}`
      const head = await unlessMissing(() =>
        client.get(path, (json) => readContentHead(json, baseUrl)),
      )
      if (head !== undefined) versions.set(id, head)
    })
    return new Map([...versions].filter(([, { status }]) => status !== 'trashed'))
  }

  const listChildren = (id: string): Promise<RemotePageHead[]> =>
    readHeads(`${root}/${plainId(id)}/child/page`)

  function searchTitle(spaceKey: string, title: string): Promise<RemotePageHead[]> {
    const cql = `type = page and space = ${quote(spaceKey)} and title = ${quote(title)}`
    return readHeads(`${root}/search?cql=${encodeURIComponent(cql)}`)
  }
  const propertyPath = (pageId: string): string => `${root}/${plainId(pageId)}/property`

  return {
    kind: 'data-center',
    ...v1Site(client),
    findAccount: () => client.get('/rest/api/user/current', readAccount),
    findSpace: (key) => findSpace(client, key),
    findParent: (id) =>
      unlessMissing(async () =>
        client.get(`${root}/${plainId(id)}?status=any&expand=space`, readParent),
      ),
    async findPagesByTitle({ key }, title) {
      if (title === '') return []
      const query = `type=page&spaceKey=${encodeURIComponent(key)}&title=${encodeURIComponent(title)}`
      const listedHeads = await readOpenList(`${query}&status=current&status=archived`)
      // A page made seconds ago may be missing here; creating its title again is then refused.
      const heads = listedHeads ?? (await searchTitle(key, title))
      return heads.filter((head) => head.title.toLowerCase() === title.toLowerCase())
    },
    findVersions,
    readPage: (id, propertyKey, withRights = false) =>
      readWhole(client, id, { propertyKey, withRights }),
    readVersion: (id, number) =>
      unlessMissing(async () => {
        const parts = `status=historical&version=${number}&expand=${headParts},body.storage`
        return client.get(`${root}/${plainId(id)}?${parts}`, (json) => readContent(json, baseUrl))
      }),
    createPage: (page) =>
      client.send({ method: 'POST', path: root, json: contentOf(page) }, (json) =>
        readContent(json, baseUrl),
      ),
    async updatePage(page) {
      const { id, version: number, message } = page
      const path = `${root}/${plainId(id)}`
      const json = { ...contentOf(page), id, version: { number, message, minorEdit: false } }
      return client.send({ method: 'PUT', path, json }, (answer) => readContent(answer, baseUrl))
    },
    listChildren,
    listChildIds: async (id) => (await listChildren(id)).map((head) => head.id),
    async movePage(pageId, where, targetId) {
      const move = `pageId=${plainId(pageId)}&targetId=${plainId(targetId)}`
      const path = `/pages/movepage.action?${move}&position=${positions[where]}`
      await client.send({ method: 'POST', path }, checkMoved).catch(tellClosedMove)
    },
    // The REST API can only archive whole spaces.
    archivePage: async () => false,
    async trashPage(pageId) {
      await client.send({ method: 'DELETE', path: `${root}/${plainId(pageId)}` })
    },
    searchPages: (space, words, limit) =>
      readList(
        client,
        `${root}/search?cql=${cqlOf(space, words)}`,
        (row) => [{ id: idOf(row, 'id'), title: textIn(row, 'title') }],
        limit,
      ),
    async listAttachments(pageId) {
      const path = `${root}/${plainId(pageId)}/child/attachment`
      // Storage format names files by name, so they need no id.
      return readList(client, path, (row) => [{ ...readUploaded(row), fileId: undefined }])
    },
    putProperty: propertyWriter(client, {
      pathOf: propertyPath,
      find: (pageId, key) =>
        unlessMissing(async () =>
          client.get(`${propertyPath(pageId)}/${encodeURIComponent(key)}`, readContentProperty),
        ),
      version: { minorEdit: true },
    }),
    async hasComments(pageId) {
      const path = `${root}/${plainId(pageId)}/child/comment`
      const list = readList(client, path, (row) => [idOf(row, 'id')], 1)
      return (await unlessWithoutList(list))?.length !== 0
    },
    async listOpenComments(pageId) {
      const parts = 'extensions.inlineProperties,extensions.resolution'
      const path = `${root}/${plainId(pageId)}/child/comment?location=inline&expand=${parts}`
      const rows = await unlessWithoutList(readList(client, path, readComment))
      // Older versions give no markers.
      return rows?.every((comment) => comment !== undefined) ? rows : undefined
    },
  }
}

/** Data Center answers an unknown credential as anonymous, without an error. */
function readAccount(json: unknown): SiteAccount {
  if (findText(json, 'type') === 'anonymous') {
    throw new ConfluenceError('credential', 'The site takes the credential for nobody.')
  }
  const { id, name } = personOf(json)
  const isOfCloud = findId(json, 'accountId') !== undefined
  if (id === '' || isOfCloud) throw new UnreadableAnswerError('The answer names nobody.')
  return { id, name }
}

async function findSpace(client: SiteClient, key: string): Promise<RemoteSpace | undefined> {
  // Personal spaces begin with a tilde; a path of dots would lead elsewhere.
  if (!/^(?!\.+$)[\w~.@-]{1,255}$/.test(key)) return undefined
  const path = `/rest/api/space/${encodeURIComponent(key)}?expand=homepage`
  const space = await unlessMissing(() => client.get(path, readSpace))
  if (space !== undefined) return space
  // Some proxies do not know the path of a single space.
  const list = `/rest/api/space?spaceKey=${encodeURIComponent(key)}&expand=homepage`
  return withKey(await readList(client, list, (row) => [readSpace(row)]), key)
}

/** The id may belong to a comment or a file, because they share the numbers of pages. */
function readParent(json: unknown): RemoteParent | undefined {
  if (textIn(json, 'type') !== 'page') return undefined
  return {
    id: idOf(json, 'id'),
    title: textIn(json, 'title'),
    spaceId: idOf(json, 'space', 'id'),
    status: readStatus(json),
  }
}

/**
 * @returns Nothing for resolved comments and page comments; `undefined` for an inline comment
 * without a marker.
 */
function readComment(json: unknown): (RemoteComment | undefined)[] {
  // An item without an id means that the answer is no list of comments.
  idOf(json, 'id')
  const isInline = (findText(json, 'extensions', 'location') ?? 'inline') === 'inline'
  const status = findText(json, 'extensions', 'resolution', 'status') ?? 'open'
  if (!isInline || !/^(?:open|reopened)$/.test(status)) return []
  const marker = findText(json, 'extensions', 'inlineProperties', 'markerRef')
  const quoted = findText(json, 'extensions', 'inlineProperties', 'originalSelection') ?? ''
  return [marker === undefined ? undefined : { marker, quoted }]
}

type WrittenContent = Pick<RemoteUpdate, 'spaceKey' | 'parentId' | 'title' | 'body'>

function contentOf({ spaceKey, parentId, title, body: value }: WrittenContent): object {
  const body = { storage: { value, representation: 'storage' } }
  const content = { type: 'page', status: 'current', title, space: { key: spaceKey }, body }
  return parentId === undefined ? content : { ...content, ancestors: [{ id: parentId }] }
}

async function readWhole(
  client: SiteClient,
  id: string,
  { propertyKey, withRights }: { propertyKey: string; withRights: boolean },
): Promise<RemotePage | undefined> {
  const key = encodeURIComponent(propertyKey)
  const expansions = `${headParts},body.storage,metadata.labels,metadata.properties.${key}`
  const parts = withRights ? `${expansions},operations` : expansions
  const answer = await unlessMissing(async () => {
    const path = `${root}/${plainId(id)}?status=any&expand=${parts}`
    return client.get(path, (json) => ({
      page: readContent(json, client.baseUrl, propertyKey),
      isWhole: findText(json, 'metadata', 'labels', '_links', 'next') === undefined,
    }))
  })
  if (answer === undefined || answer.isWhole) return answer?.page
  const labels = await readList(client, `${root}/${plainId(id)}/label`, readLabel)
  return { ...answer.page, labels }
}

const positions = { before: 'above', after: 'below', append: 'append' } as const

/**
 * Data Center's REST API cannot move a page, so we call the action behind Confluence's own dialog,
 * which makes no new version. Sites may close it to programs. Then saving a new version still
 * changes the parent, but the order of pages stays as it is.
 */
function tellClosedMove(error: unknown): never {
  if (!(error instanceof ConfluenceError) || !isClosed(error)) throw error
  const message = `The site lets no program move its pages: ${error.message}`
  throw new ConfluenceError('bad-request', message, { cause: error })
}

/** The action always answers 200, and names the page only if it moved it. */
function checkMoved(json: unknown): void {
  if (memberOf(json, 'page') !== undefined) return
  const errors = memberOf(json, 'actionErrors') ?? memberOf(json, 'validationErrors')
  if (!Array.isArray(errors) || errors.length === 0) {
    throw new UnreadableAnswerError('It does not say whether the page was moved.')
  }
  const message = typeof errors[0] === 'string' ? errors[0] : findText(errors[0], 'message')
  throw new ConfluenceError('bad-request', (message ?? 'The page cannot be moved.').slice(0, 300))
}

/** Tell whether the call is blocked, if only by a sign-in page, so that retrying is useless. */
function isClosed({ kind, status = 0, isTokenRefused }: ConfluenceError): boolean {
  if (isTokenRefused || kind === 'foreign') return false
  if (kind === 'bad-request') return true
  return status > 0 && status < 500 && status !== 408 && status !== 429
}
