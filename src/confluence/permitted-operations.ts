/** Reads the operations that a site permits. @module */
import { ConfluenceError } from './confluence-error.ts'
import type { SiteClient } from './wire/site-client.ts'
import { findText, listOf, memberOf } from './wire/site-json.ts'

/**
 * Read a list of operations from REST v2, or from v1's `operations`.
 * @returns Such as `update page`.
 * @throws {UnreadableAnswerError} When there is no list.
 */
export function readOperations(json: unknown): string[] {
  return listOf(json, 'operations').map(nameOf)
}

/**
 * Tell whether the listed operations do not include changing the page.
 * @param rows False where it is no list, or lacks even reading.
 */
export function isReadOnly(rows: unknown): boolean {
  const allowed = Array.isArray(rows) ? rows.map(nameOf) : []
  return allowed.includes('read page') && !allowed.includes('update page')
}

const nameOf = (row: unknown): string =>
  `${findText(row, 'operation')} ${findText(row, 'targetType')}`

/** True where the site does not tell. */
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
