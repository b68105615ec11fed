/**
 * Confluence Cloud: REST v2, and v1 where v2 lacks it (labels, uploads, moves, search and people).
 * @module
 */
import { authorNames } from './author-names.ts'
import { cloudFiles } from './cloud-files.ts'
import { readCursorList } from './cloud-lists.ts'
import { cloudPages } from './cloud-pages.ts'
import { cloudProperties } from './cloud-properties.ts'
import { checkIsAbout, readOpenComment, readSpace, readStatus } from './cloud-shapes.ts'
import { plainId } from './plain-id.ts'
import {
  ConfluenceError,
  type ConfluenceSite,
  type RemoteParent,
  type RemoteSpace,
  type SiteAccount,
} from './site.ts'
import type { SiteClient } from './site-client.ts'
import { findText, idOf, textIn } from './site-json.ts'
import { unlessMissing } from './unless-missing.ts'

/**
 * Make a site of Confluence Cloud.
 * @param client Sends requests there.
 * @param accounts Whose names are known.
 */
export function cloudSite(client: SiteClient, accounts: readonly SiteAccount[]): ConfluenceSite {
  const names = authorNames((id) => findName(client, id), accounts)
  return {
    kind: 'cloud',
    clockAheadMs: client.clockAheadMs,
    findAccount: () => client.send({ method: 'GET', path: '/rest/api/user/current' }, readAccount),
    findSpace: (key) => findSpace(client, key),
    findParent: (id) => findParent(client, id),
    ...cloudPages(client, names),
    ...cloudProperties(client),
    ...cloudFiles(client),
    async listOpenComments(pageId) {
      const query = 'resolution-status=open&resolution-status=reopened'
      const path = `/api/v2/pages/${plainId(pageId)}/inline-comments?${query}`
      return readCursorList(client, path, readOpenComment)
    },
  }
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

/** Many tokens may read pages and no folders; the page was asked for just before. */
async function findFolder(client: SiteClient, id: string): Promise<RemoteParent | undefined> {
  try {
    return await findContent(client, id, 'folder')
  } catch (error) {
    if (error instanceof ConfluenceError && error.kind === 'credential') return undefined
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
