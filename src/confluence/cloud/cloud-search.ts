/** Finds pages of Confluence Cloud that may become parents, and drafts. @module */

import { isOfKind } from '../confluence-error.ts'
import { plainId } from '../missing.ts'
import type { RemotePageHead, RemoteSpace } from '../site.ts'
import type { SiteClient } from '../wire/site-client.ts'
import { findText, idOf } from '../wire/site-json.ts'
import { readCursorList } from './cloud-lists.ts'

/** What a search needs of the pages' own requests. */
export interface PageFinders {
  readHeads(path: string, maxRows: number): Promise<RemotePageHead[]>
  /** The pages that are there, in the order of their ids. */
  inOrder(ids: readonly string[]): Promise<RemotePageHead[]>
  listChildren(id: string): Promise<readonly RemotePageHead[]>
}

/** Where no search is allowed, so many pages are looked through, the last changed ones first. */
const maxLookedThrough = 1_000

/**
 * Make what finds pages by a part of their title, or at the top of the space where none is given.
 */
export function pageSearcher(
  client: SiteClient,
  { readHeads, inOrder, listChildren }: PageFinders,
): (space: RemoteSpace, titlePart: string, limit: number) => Promise<RemotePageHead[]> {
  async function findTop(space: RemoteSpace, limit: number): Promise<RemotePageHead[]> {
    const path = `/api/v2/spaces/${plainId(space.id)}/pages?depth=root&status=current`
    const roots = await readHeads(path, limit)
    const below = space.homepageId === undefined ? [] : await listChildren(space.homepageId)
    return [...roots, ...below].slice(0, limit)
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
    // All that CQL gives a meaning to is none of a word.
    const words = titlePart.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
    if (words === '') return findTop(space, limit)
    try {
      return await inOrder(await search(space, words, limit))
    } catch (error) {
      if (!isOfKind(error, 'credential', 'removed')) throw error
      // Many tokens with scopes may read pages and not search.
      return (await lookThrough(space, words)).slice(0, limit)
    }
  }
}

/** Of one look; the next one finds the rest. */
const mostDrafts = 200

/**
 * List drafts, which REST v2 lists nowhere.
 * @returns Their ids.
 */
export function listDrafts(
  client: SiteClient,
  space: RemoteSpace,
  word: string,
): Promise<readonly string[]> {
  const context = encodeURIComponent('{"contentStatuses":["draft"]}')
  const isDraft = (row: unknown): boolean =>
    findText(row, 'content', 'title')?.includes(word) === true
  return readCursorList(
    client,
    `${searchPath(space, word)}&cqlcontext=${context}`,
    (row) => (isDraft(row) ? [idOf(row, 'content', 'id')] : []),
    mostDrafts,
  )
}

function searchPath({ key }: RemoteSpace, words: string): string {
  const quoted = key.replace(/["\\]/g, '\\$&')
  const cql = `type = page and space = "${quoted}" and title ~ "${words}"`
  return `/rest/api/search?cql=${encodeURIComponent(cql)}`
}
