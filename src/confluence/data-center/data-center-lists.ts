/** Lists of REST v1, which come in parts. @module */
import { append } from '../../base/append.ts'
import type { SiteClient } from '../wire/site-client.ts'
import { findText, listOf, UnreadableAnswerError } from '../wire/site-json.ts'

const maxRequests = 500
const rowsPerRequest = 200

interface OffsetPart<Row> {
  readonly rows: readonly Row[]
  /** Where the next part begins; undefined at the end. */
  readonly next: number | undefined
}

/**
 * Read a list to its end.
 * @param readRow Reads a row, and may leave it out; the base is where the site says that it is.
 * @param maxRows After so many it ends.
 * @throws {ConfluenceError} When it cannot be read, or leads elsewhere.
 */
export async function readOffsetList<Row>(
  client: SiteClient,
  path: string,
  readRow: (row: unknown, base: string | undefined) => readonly Row[],
  maxRows: number = Number.POSITIVE_INFINITY,
): Promise<Row[]> {
  const rows: Row[] = []
  const limit = Math.min(maxRows, rowsPerRequest)
  const query = `${path}${path.includes('?') ? '&' : '?'}limit=${limit}&start=`
  let start: number | undefined = 0
  for (let count = 0; start !== undefined && rows.length < maxRows; count += 1) {
    const at: number = start
    const part: OffsetPart<Row> = await client.send(
      { method: 'GET', path: `${query}${at}` },
      (json) => {
        if (count >= maxRequests) throw new UnreadableAnswerError('The list has no end.')
        const base = findText(json, '_links', 'base')
        return {
          rows: listOf(json, 'results').flatMap((row) => readRow(row, base)),
          next: nextStart(json, at, client),
        }
      },
    )
    append(rows, part.rows)
    start = part.next
  }
  return rows.slice(0, maxRows)
}

/** Of the address of the next part only the place in the list is taken: the rest is ours. */
function nextStart(json: unknown, at: number, { baseUrl }: SiteClient): number | undefined {
  const next = findText(json, '_links', 'next')
  if (next === undefined) return undefined
  const { origin } = new URL(baseUrl)
  const url = URL.parse(next, origin)
  if (url?.origin !== origin) throw new UnreadableAnswerError('The list leads to another host.')
  const start = Number(url.searchParams.get('start'))
  if (!Number.isSafeInteger(start) || start <= at) {
    throw new UnreadableAnswerError('The list goes on nowhere.')
  }
  return start
}
