/** Reads the parameters of requests about sources. @module */

import { createHash } from 'node:crypto'
import { checkQuery } from '../../contract/check-request.ts'
import { wrongField } from '../../contract/errors.ts'
import { sourceEditsQuery, sourceQuery } from '../../contract/source-request.ts'
import type { ValueOf } from '../../contract/values.ts'

type QueryValues = Readonly<Record<string, readonly string[]>>

/** @throws {RequestError} `bad-request`, also for an `after` of another source. */
export function readSourceQuery(query: QueryValues) {
  const { after, ...fields } = checkQuery(sourceQuery, query)
  return { ...fields, after: readCursor(after, fields.name) }
}

/** @throws {RequestError} `bad-request`. */
export function readEditsQuery(query: QueryValues): ValueOf<typeof sourceEditsQuery> {
  return checkQuery(sourceEditsQuery, query)
}

/** The `after` parameter that continues a source's list behind a page. */
export function sourceCursor(pageId: string, name: string): string {
  const digest = createHash('sha256').update(`${pageId} ${name}`).digest('base64url')
  return `${pageId}-${digest.slice(0, 12)}`
}

function readCursor(after: string | undefined, name: string): number {
  if (after === undefined) return 0
  const [pageId = ''] = after.split('-', 1)
  if (/^[0-9]{1,16}$/.test(pageId) && after === sourceCursor(pageId, name)) return Number(pageId)
  throw wrongField('after', 'after must be what next said in the answer before.')
}
