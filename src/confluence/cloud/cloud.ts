/** Confluence Cloud: REST v2, and v1 for labels, uploads, moves, search and people. @module */
import { fileAttacher } from '../attach-files.ts'
import { adfDialect } from '../body/adf-dialect.ts'
import { commentsInBody, isWithoutComments } from '../comments-in-body.ts'
import { ConfluenceError, isOfKind } from '../confluence-error.ts'
import { plainId, readStatus, unlessMissing } from '../missing.ts'
import type {
  ConfluenceSite,
  RemoteComment,
  RemoteParent,
  RemoteSpace,
  SiteAccount,
} from '../site.ts'
import type { SiteClient } from '../wire/site-client.ts'
import { findText, idOf, listOf, textIn } from '../wire/site-json.ts'
import { readCursorList } from '../wire/site-lists.ts'
import { cloudPages } from './cloud-pages.ts'
import { cloudProperties } from './cloud-properties.ts'
import {
  authorNames,
  checkIsAbout,
  readOpenComment,
  readRemoteAttachment,
  readSpace,
} from './cloud-shapes.ts'

export function cloudSite(client: SiteClient, accounts: readonly SiteAccount[]): ConfluenceSite {
  const names = authorNames((id) => findName(client, id), accounts)
  return {
    kind: 'cloud',
    clockAheadMs: client.clockAheadMs,
    findAccount: () => findAccount(client),
    findSpace: (key) => findSpace(client, key),
    findParent: (id) => findParent(client, id),
    ...cloudPages(client, names),
    ...cloudProperties(client),
    async listAttachments(pageId) {
      const path = `/api/v2/pages/${plainId(pageId)}/attachments`
      return readCursorList(client, path, (row) => [readRemoteAttachment(row)])
    },
    attachFiles: fileAttacher(client),
    hasComments: (pageId) =>
      hasComments(client, pageId).catch(async (error: unknown) => {
        if (!isWithoutComments(error)) throw error
        return (await listMarkers(client, pageId)).length > 0
      }),
    async listOpenComments(pageId) {
      const query = 'resolution-status=open&resolution-status=reopened'
      const path = `/api/v2/pages/${plainId(pageId)}/inline-comments?${query}`
      try {
        return await readCursorList(client, path, readOpenComment)
      } catch (error) {
        if (!isWithoutComments(error)) throw error
        return listMarkers(client, pageId)
      }
    },
  }
}

async function hasComments(client: SiteClient, pageId: string): Promise<boolean> {
  for (const kind of ['footer-comments', 'inline-comments']) {
    const path = `/api/v2/pages/${plainId(pageId)}/${kind}`
    const comments = await readCursorList(client, path, (row) => [idOf(row, 'id')], 1)
    if (comments.length > 0) return true
  }
  return false
}

async function listMarkers(client: SiteClient, pageId: string): Promise<RemoteComment[]> {
  const path = `/api/v2/pages/${plainId(pageId)}?body-format=atlas_doc_format`
  const body = await unlessMissing(() =>
    client.send({ method: 'GET', path }, (json) =>
      findText(json, 'body', 'atlas_doc_format', 'value'),
    ),
  )
  return commentsInBody(adfDialect, body ?? '')
}

/**
 * Scoped tokens may not ask who they are, which looks like a refused token. A request to REST v2
 * tells the difference.
 */
async function findAccount(client: SiteClient): Promise<SiteAccount> {
  try {
    return await client.send({ method: 'GET', path: '/rest/api/user/current' }, readAccount)
  } catch (accountError) {
    if (!(accountError instanceof ConfluenceError) || !hidesAccount(accountError))
      throw accountError
    try {
      await client.send({ method: 'GET', path: '/api/v2/spaces?limit=1' }, (json) =>
        listOf(json, 'results'),
      )
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

function findName(client: SiteClient, accountId: string): Promise<string | undefined> {
  const path = `/rest/api/user?accountId=${encodeURIComponent(accountId)}`
  return client.send({ method: 'GET', path }, nameIn)
}

async function findSpace(client: SiteClient, key: string): Promise<RemoteSpace | undefined> {
  const path = `/api/v2/spaces?keys=${encodeURIComponent(key)}`
  const spaces = await readCursorList(client, path, (row) => [readSpace(row)])
  return spaces.find((space) => space.key.toLowerCase() === key.toLowerCase())
}

async function findParent(client: SiteClient, id: string): Promise<RemoteParent | undefined> {
  return (await findContent(client, id, 'page')) ?? (await findFolder(client, id))
}

/** Many tokens may not read folders; the page was already looked for. */
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
  kind: RemoteParent['kind'],
): Promise<RemoteParent | undefined> {
  return unlessMissing(async () =>
    client.send({ method: 'GET', path: `/api/v2/${kind}s/${plainId(id)}` }, (json) => {
      checkIsAbout(json, id)
      const [title, spaceId] = [textIn(json, 'title'), idOf(json, 'spaceId')]
      return { id, kind, title, spaceId, status: readStatus(json) }
    }),
  )
}
