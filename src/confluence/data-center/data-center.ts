/** Confluence Data Center with REST v1. @module */
import { fileAttacher, readUploaded } from '../attach-files.ts'
import { ConfluenceError } from '../confluence-error.ts'
import { plainId, readStatus, unlessMissing, unlessWithoutList } from '../missing.ts'
import type {
  ConfluenceSite,
  PropertyMethods,
  RemoteComment,
  RemoteParent,
  RemoteProperty,
  RemoteSpace,
  SiteAccount,
} from '../site.ts'
import { personOf, readContentProperty, readContentSpace } from '../v1-shapes.ts'
import type { SiteClient } from '../wire/site-client.ts'
import { findId, findText, idOf, textIn, UnreadableAnswerError } from '../wire/site-json.ts'
import { readList } from '../wire/site-lists.ts'
import { labelWriter, writeProperty } from '../write-property.ts'
import { dataCenterPages } from './data-center-pages.ts'

export function dataCenterSite(client: SiteClient): ConfluenceSite {
  return {
    kind: 'data-center',
    findAccount: () => client.send({ method: 'GET', path: '/rest/api/user/current' }, readAccount),
    findSpace: (key) => findSpace(client, key),
    findParent: (id) => findParent(client, id),
    ...dataCenterPages(client),
    ...dataCenterProperties(client),
    async listAttachments(pageId) {
      const path = `/rest/api/content/${plainId(pageId)}/child/attachment`
      // Storage format names files by name, so they need no id.
      return readList(client, path, (row) => [{ ...readUploaded(row), fileId: undefined }])
    },
    attachFile: fileAttacher(client),
    ...dataCenterComments(client),
  }
}

/** An unknown credential counts as anonymous there, without an error. */
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
  const space = await unlessMissing(() => client.send({ method: 'GET', path }, readContentSpace))
  if (space !== undefined) return space
  // Some proxies do not know the path of a single space.
  const list = `/rest/api/space?spaceKey=${encodeURIComponent(key)}&expand=homepage`
  const spaces = await readList(client, list, (row) => [readContentSpace(row)])
  return spaces.find((space) => space.key.toLowerCase() === key.toLowerCase())
}

function findParent(client: SiteClient, id: string): Promise<RemoteParent | undefined> {
  return unlessMissing(async () => {
    const path = `/rest/api/content/${plainId(id)}?status=any&expand=space`
    return client.send({ method: 'GET', path }, readParent)
  })
}

/** Comments and files share the ids of pages. */
function readParent(json: unknown): RemoteParent | undefined {
  if (textIn(json, 'type') !== 'page') return undefined
  return {
    id: idOf(json, 'id'),
    title: textIn(json, 'title'),
    spaceId: idOf(json, 'space', 'id'),
    status: readStatus(json),
  }
}

function dataCenterComments(
  client: SiteClient,
): Pick<ConfluenceSite, 'listOpenComments' | 'hasComments'> {
  return {
    async hasComments(pageId) {
      const path = `/rest/api/content/${plainId(pageId)}/child/comment`
      const list = readList(client, path, (row) => [idOf(row, 'id')], 1)
      return (await unlessWithoutList(list))?.length !== 0
    },
    async listOpenComments(pageId) {
      const parts = 'extensions.inlineProperties,extensions.resolution'
      const query = `location=inline&expand=${parts}`
      const path = `/rest/api/content/${plainId(pageId)}/child/comment?${query}`
      const rows = await unlessWithoutList(readList(client, path, readComment))
      // Older versions give no markers.
      return rows?.every((comment) => comment !== undefined) ? rows : undefined
    },
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

function dataCenterProperties(client: SiteClient): PropertyMethods {
  const pathOf = (pageId: string): string => `/rest/api/content/${plainId(pageId)}/property`

  const find = (pageId: string, key: string): Promise<RemoteProperty | undefined> =>
    unlessMissing(async () => {
      const path = `${pathOf(pageId)}/${encodeURIComponent(key)}`
      return client.send({ method: 'GET', path }, readContentProperty)
    })

  async function putProperty(
    pageId: string,
    {
      key,
      value,
      current: property,
    }: { key: string; value: unknown; current: RemoteProperty | undefined },
  ): Promise<void> {
    const path = pathOf(pageId)
    await writeProperty(property, {
      create: () => client.send({ method: 'POST', path, json: { key, value } }, () => {}),
      replace: ({ version }) => {
        const json = { key, value, version: { number: version + 1, minorEdit: true } }
        const propertyPath = `${path}/${encodeURIComponent(key)}`
        return client.send({ method: 'PUT', path: propertyPath, json }, () => {})
      },
      find: () => find(pageId, key),
    })
  }

  return {
    putProperty,
    ...labelWriter(client),
  }
}
