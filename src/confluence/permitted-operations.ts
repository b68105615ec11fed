/** What a site lets its account do with something, as the site itself lists it. @module */
import { ConfluenceError } from './confluence-error.ts'
import type { SiteClient } from './wire/site-client.ts'
import { findText, listOf, memberOf } from './wire/site-json.ts'

/**
 * Read a list of operations: REST v2's own answer, or what v1 expands by `operations`.
 * @returns Such as `update page`.
 * @throws {UnreadableAnswerError} When there is no list.
 */
export function readOperations(json: unknown): string[] {
  return listOf(json, 'operations').map(nameOf)
}

/**
 * Tell whether a site lists what the account may do with a page, and changing it is not among that.
 * @param rows The list; false where it is none, or has not even what was just done.
 */
export function isReadOnly(rows: unknown): boolean {
  const allowed = Array.isArray(rows) ? rows.map(nameOf) : []
  return allowed.includes('read page') && !allowed.includes('update page')
}

const nameOf = (row: unknown): string =>
  `${findText(row, 'operation')} ${findText(row, 'targetType')}`

/**
 * Find out whether the account may change a page.
 * @param path Where the operations of the page are listed.
 * @returns True also where the site does not tell.
 */
export async function mayEdit(client: SiteClient, path: string): Promise<boolean> {
  try {
    return await client.send(
      { method: 'GET', path },
      (json) => !isReadOnly(memberOf(json, 'operations')),
    )
  } catch (error) {
    if (error instanceof ConfluenceError) return true
    throw error
  }
}
