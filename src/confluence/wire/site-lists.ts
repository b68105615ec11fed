/** Reads paged lists: by a cursor in REST v2, by an offset in v1. @module */
import { append } from '../../contract/base/append.ts'
import type { SiteClient } from './site-client.ts'
import { findText, listOf, UnreadableAnswerError } from './site-json.ts'

/** Returns one or no value for a row; `base` is the site's address in the answer. */
type RowReader<Row> = (row: unknown, base: string | undefined) => readonly Row[]

const rowsPerRequest = 200
const maxRequests = 500

/**
 * @throws {ConfluenceError} When the list cannot be read or leads to another site.
 */
export async function readList<Row>(
  client: SiteClient,
  path: string,
  readRow: RowReader<Row>,
  maxRows: number = Number.POSITIVE_INFINITY,
): Promise<Row[]> {
  const limit = Math.min(maxRows, rowsPerRequest)
  const start = `${path}${path.includes('?') ? '&' : '?'}limit=${limit}`
  const rows: Row[] = []
  let next: string | undefined = ''
  for (let count = 0; next !== undefined && rows.length < maxRows; count += 1) {
    const place: string = next
    await client.send({ method: 'GET', path: start + place }, (json) => {
      if (count >= maxRequests) throw new UnreadableAnswerError('The list has no end.')
      const base = findText(json, '_links', 'base')
      const part = listOf(json, 'results').flatMap((row) => readRow(row, base))
      next = nextPlace(json, client)
      if (next === place) throw new UnreadableAnswerError('The list goes on nowhere.')
      append(rows, part)
    })
  }
  return rows.slice(0, maxRows)
}

/** Takes only the position from the next part's address; the rest of the request stays ours. */
function nextPlace(json: unknown, { baseUrl, apiRoot }: SiteClient): string | undefined {
  const next = findText(json, '_links', 'next')
  if (next === undefined) return undefined
  const origins = [baseUrl, apiRoot].map((root) => new URL(root).origin)
  const url = URL.parse(next, origins[0])
  if (url === null || !origins.includes(url.origin)) {
    throw new UnreadableAnswerError('The list leads to another host.')
  }
  for (const name of ['cursor', 'start']) {
    const position = url.searchParams.get(name)
    if (position) return `&${name}=${encodeURIComponent(position)}`
  }
  throw new UnreadableAnswerError('The list goes on nowhere.')
}
