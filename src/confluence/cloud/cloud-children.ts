/** What stands below pages and folders of Confluence Cloud. @module */
import { plainId, unlessMissing } from '../missing.ts'
import { ConfluenceError } from '../site.ts'
import type { SiteClient } from '../wire/site-client.ts'
import { findText, idOf, memberOf } from '../wire/site-json.ts'
import { readCursorList } from './cloud-lists.ts'

/**
 * List the pages directly below a page or a folder, in their order.
 * @param client Sends requests to the site.
 * @param id The page or folder.
 * @returns Their ids.
 * @throws {ConfluenceError} When neither is there.
 */
export async function listChildIds(client: SiteClient, id: string): Promise<string[]> {
  const page = `/api/v2/pages/${plainId(id)}`
  const read = (path: string): Promise<Child[]> => readCursorList(client, path, readChild)
  const children =
    (await unlessMissing(() => readWithoutScope(read, page))) ??
    (await read(`/api/v2/folders/${plainId(id)}/direct-children`))
  return children.sort((a, b) => a.position - b.position).map((child) => child.id)
}

interface Child {
  readonly id: string
  readonly position: number
}

/** Not every token can be given the scope of the newer route; the older one leaves out folders alone. */
async function readWithoutScope(
  read: (path: string) => Promise<Child[]>,
  page: string,
): Promise<Child[]> {
  try {
    return await read(`${page}/direct-children`)
  } catch (error) {
    const lacksScope = error instanceof ConfluenceError && error.status === 401
    if (!lacksScope) throw error
    return await read(`${page}/children`)
  }
}

/** Folders, whiteboards and the like are no pages; the older route does not name the type. */
function readChild(row: unknown): Child[] {
  if ((findText(row, 'type') ?? 'page') !== 'page') return []
  const position = memberOf(row, 'childPosition')
  return [{ id: idOf(row, 'id'), position: typeof position === 'number' ? position : 0 }]
}
