/** Finds pages of Confluence Cloud that may become parents. @module */

import { plainId } from '../missing.ts'
import { isOfKind, type RemotePageHead, type RemoteSpace } from '../site.ts'
import type { SiteClient } from '../wire/site-client.ts'
import { idOf } from '../wire/site-json.ts'
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
 * @param client Sends requests to the site.
 * @param finders Read what was found.
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
    const key = space.key.replace(/["\\]/g, '\\$&')
    const cql = `type = page and space = "${key}" and title ~ "${words}*"`
    const path = `/rest/api/search?cql=${encodeURIComponent(cql)}`
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
