/** Reads paged lists: by a cursor in REST v2, by an offset in v1. @module */
import { append } from '../../contract/base/append.ts'
import type { SiteClient } from './site-client.ts'
import { findText, listOf, UnreadableAnswerError } from './site-json.ts'

/** Returns one or no value for a row; `base` is the site's address in the answer. */
type RowReader<Row> = (row: unknown, base: string | undefined) => readonly Row[]

interface Paging {
  readonly rowsPerRequest: number
  readonly first: string
  /** Undefined when it would not advance. */
  next(query: URLSearchParams, previous: string): string | undefined
}

const cursors: Paging = {
  rowsPerRequest: 250,
  first: '',
  next(query) {
    const cursor = query.get('cursor')
    return cursor ? `&cursor=${encodeURIComponent(cursor)}` : undefined
  },
}

const offsets: Paging = {
  rowsPerRequest: 200,
  first: '&start=0',
  next(query, previous) {
    const start = Number(query.get('start'))
    const isLater = Number.isSafeInteger(start) && start > Number(previous.replace('&start=', ''))
    return isLater ? `&start=${start}` : undefined
  },
}

const maxRequests = 500

/**
 * @throws {ConfluenceError} When the list cannot be read or leads to another site.
 */
export function readCursorList<Row>(
  client: SiteClient,
  path: string,
  readRow: RowReader<Row>,
  maxRows?: number,
): Promise<Row[]> {
  return readList(client, path, readRow, { ...cursors, maxRows })
}

export function readOffsetList<Row>(
  client: SiteClient,
  path: string,
  readRow: RowReader<Row>,
  maxRows?: number,
): Promise<Row[]> {
  return readList(client, path, readRow, { ...offsets, maxRows })
}

async function readList<Row>(
  client: SiteClient,
  path: string,
  readRow: RowReader<Row>,
  paging: Paging & { readonly maxRows: number | undefined },
): Promise<Row[]> {
  const { maxRows = Number.POSITIVE_INFINITY, rowsPerRequest } = paging
  const limit = Math.min(maxRows, rowsPerRequest)
  const start = `${path}${path.includes('?') ? '&' : '?'}limit=${limit}`
  const rows: Row[] = []
  let next: string | undefined = paging.first
  for (let count = 0; next !== undefined && rows.length < maxRows; count += 1) {
    const place: string = next
    await client.send({ method: 'GET', path: start + place }, (json) => {
      if (count >= maxRequests) throw new UnreadableAnswerError('The list has no end.')
      const base = findText(json, '_links', 'base')
      const part = listOf(json, 'results').flatMap((row) => readRow(row, base))
      next = nextPlace(json, client, (query) => paging.next(query, place))
      append(rows, part)
    })
  }
  return rows.slice(0, maxRows)
}

/** Takes only the position from the next part's address; the rest of the request stays ours. */
function nextPlace(
  json: unknown,
  { baseUrl, apiRoot }: SiteClient,
  placeIn: (query: URLSearchParams) => string | undefined,
): string | undefined {
  const next = findText(json, '_links', 'next')
  if (next === undefined) return undefined
  const origins = [baseUrl, apiRoot].map((root) => new URL(root).origin)
  const url = URL.parse(next, origins[0])
  if (url === null || !origins.includes(url.origin)) {
    throw new UnreadableAnswerError('The list leads to another host.')
  }
  const place = placeIn(url.searchParams)
  if (place === undefined) throw new UnreadableAnswerError('The list goes on nowhere.')
  return place
}
