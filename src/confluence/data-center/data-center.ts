/** Confluence Data Center: REST v1. @module */
import { fileAttacher, readUploaded } from '../attach-files.ts'
import { authorNames } from '../author-names.ts'
import { plainId, readStatus, unlessMissing } from '../missing.ts'
import {
  ConfluenceError,
  type ConfluenceSite,
  type RemoteParent,
  type RemoteSpace,
  type SiteAccount,
} from '../site.ts'
import type { SiteClient } from '../wire/site-client.ts'
import { findId, findText, idOf, listOf, textIn, UnreadableAnswerError } from '../wire/site-json.ts'
import { dataCenterComments } from './data-center-comments.ts'
import { readOffsetList } from './data-center-lists.ts'
import { dataCenterPages } from './data-center-pages.ts'
import { dataCenterProperties } from './data-center-properties.ts'
import { personOf, readContentSpace } from './data-center-shapes.ts'

/**
 * Make a site of Confluence Data Center.
 * @param client Sends requests there.
 */
export function dataCenterSite(client: SiteClient): ConfluenceSite {
  const names = authorNames((key) => findName(client, key), [])
  return {
    kind: 'data-center',
    clockAheadMs: client.clockAheadMs,
    findPersonName: names.find,
    findAccount: () => client.send({ method: 'GET', path: '/rest/api/user/current' }, readAccount),
    findSpace: (key) => findSpace(client, key),
    findParent: (id) => findParent(client, id),
    ...dataCenterPages(client),
    ...dataCenterProperties(client),
    async listAttachments(pageId) {
      const path = `/rest/api/content/${plainId(pageId)}/child/attachment`
      // Storage format names files by their names.
      return readOffsetList(client, path, (row) => [{ ...readUploaded(row), fileId: undefined }])
    },
    attachFiles: fileAttacher(client),
    readFile: client.readFile,
    ...dataCenterComments(client),
  }
}

/** Bodies name people by keys that say nothing, or by what they sign in with. */
async function findName(client: SiteClient, key: string): Promise<string | undefined> {
  for (const by of ['key', 'username']) {
    const path = `/rest/api/user?${by}=${encodeURIComponent(key)}`
    const name = await unlessMissing(() =>
      client.send({ method: 'GET', path }, (json) => personOf(json).name),
    )
    if (name) return name
  }
  return undefined
}

/** Whoever the site does not know is nobody to it, and that is no error there. */
function readAccount(json: unknown): SiteAccount {
  if (findText(json, 'type') === 'anonymous') {
    throw new ConfluenceError('credential', 'The site takes the credential for nobody.')
  }
  const { id, name } = personOf(json)
  if (id === '') throw new UnreadableAnswerError('The answer names nobody.')
  return { id, name }
}

async function findSpace(client: SiteClient, key: string): Promise<RemoteSpace | undefined> {
  // Those of people begin with a tilde; a path of dots would lead elsewhere.
  if (!/^(?!\.+$)[\w~.@-]{1,255}$/.test(key)) return undefined
  const path = `/rest/api/space/${encodeURIComponent(key)}?expand=homepage`
  const found = await unlessMissing(() => client.send({ method: 'GET', path }, readContentSpace))
  if (found !== undefined) return found
  // Not all that answer for a site know the path of one space.
  const list = `/rest/api/space?spaceKey=${encodeURIComponent(key)}&expand=homepage`
  const spaces = await readOffsetList(client, list, (row) => [readContentSpace(row)])
  return spaces.find((space) => space.key.toLowerCase() === key.toLowerCase())
}

/** There are no folders here. */
function findParent(client: SiteClient, id: string): Promise<RemoteParent | undefined> {
  return unlessMissing(async () => {
    const path = `/rest/api/content/${plainId(id)}?status=any&expand=space,ancestors`
    return client.send({ method: 'GET', path }, readParent)
  })
}

/** Comments and files have ids too. */
function readParent(json: unknown): RemoteParent | undefined {
  if (textIn(json, 'type') !== 'page') return undefined
  return {
    id: idOf(json, 'id'),
    kind: 'page',
    title: textIn(json, 'title'),
    spaceId: idOf(json, 'space', 'id'),
    parentId: findId(listOf(json, 'ancestors').at(-1), 'id'),
    status: readStatus(json),
  }
}
