/** What a site lets its account do with something, as the site itself lists it. @module */
import { ConfluenceError } from './site.ts'
import type { SiteClient } from './wire/site-client.ts'
import { findText, listOf } from './wire/site-json.ts'

/**
 * Read a list of operations: REST v2's own answer, or what v1 expands by `operations`.
 * @returns Such as `update page`.
 * @throws {UnreadableAnswerError} When there is no list.
 */
export function readOperations(json: unknown): string[] {
  return listOf(json, 'operations').map(
    (row) => `${findText(row, 'operation')} ${findText(row, 'targetType')}`,
  )
}

/**
 * Find out whether the account may change a page.
 * @param path Where the operations of the page are listed.
 * @returns True also where the site does not tell.
 */
export async function mayEdit(client: SiteClient, path: string): Promise<boolean> {
  try {
    const allowed = await client.send({ method: 'GET', path }, readOperations)
    // A list that does not have what was just done is none to go by.
    return allowed.includes('update page') || !allowed.includes('read page')
  } catch (error) {
    if (error instanceof ConfluenceError) return true
    throw error
  }
}
