/** Lists of REST v2, which come in parts. @module */
import { append } from '../../base/append.ts'
import type { SiteClient } from '../wire/site-client.ts'
import { findText, listOf, UnreadableAnswerError } from '../wire/site-json.ts'

/** Reads one row of a list; the base is where the site says that it is. */
export type RowReader<Row> = (row: unknown, base: string | undefined) => readonly Row[]

interface ListPart<Row> {
  readonly rows: readonly Row[]
  readonly cursor: string | undefined
}

const rowsPerRequest = 250
const maxRequests = 200

/**
 * Read a list to its end.
 * @param maxRows After so many it ends.
 * @throws {ConfluenceError} When it cannot be read, or leads elsewhere.
 */
export async function readCursorList<Row>(
  client: SiteClient,
  path: string,
  readRow: RowReader<Row>,
  maxRows: number = Number.POSITIVE_INFINITY,
): Promise<Row[]> {
  const rows: Row[] = []
  const first = `${path}${path.includes('?') ? '&' : '?'}limit=${Math.min(maxRows, rowsPerRequest)}`
  let next: string | undefined = first
  for (let count = 0; next !== undefined && rows.length < maxRows; count += 1) {
    const part: ListPart<Row> = await client.send({ method: 'GET', path: next }, (json) => {
      if (count >= maxRequests) throw new UnreadableAnswerError('The list has no end.')
      return readPart(json, readRow, client)
    })
    append(rows, part.rows)
    next = part.cursor && `${first}&cursor=${encodeURIComponent(part.cursor)}`
  }
  return rows.slice(0, maxRows)
}

function readPart<Row>(
  json: unknown,
  readRow: RowReader<Row>,
  { baseUrl, apiRoot }: SiteClient,
): ListPart<Row> {
  const base = findText(json, '_links', 'base')
  const next = findText(json, '_links', 'next')
  return {
    rows: listOf(json, 'results').flatMap((row) => readRow(row, base)),
    cursor: next === undefined ? undefined : cursorOf(next, [baseUrl, apiRoot]),
  }
}

/** Of the address of the next part only the place in the list is taken: the rest is ours. */
function cursorOf(next: string, roots: readonly string[]): string {
  const origins = roots.map((root) => new URL(root).origin)
  const url = URL.parse(next, origins[0])
  if (url === null || !origins.includes(url.origin)) {
    throw new UnreadableAnswerError('The list leads to another host.')
  }
  const cursor = url.searchParams.get('cursor')
  if (!cursor) throw new UnreadableAnswerError('The list goes on nowhere.')
  return cursor
}
