/** Lists in parts, as each API gives them. @module */
import type { Answer, Call } from './exchange.ts'
import type { Site } from './site.ts'

interface Part {
  readonly start: number
  readonly maxRows: number
  readonly path: string
  /** What the address of the next part says. */
  readonly place: (start: number) => readonly [name: string, value: string]
}

function listPart(call: Call, rows: readonly object[], site: Site, part: Part): Answer {
  const { start, maxRows, path, place } = part
  const limit = Math.min(Number(call.query.get('limit') ?? 25), maxRows)
  const end = start + limit
  const query = new URLSearchParams(call.query)
  query.set('limit', String(limit))
  query.set(...place(end))
  const next = end < rows.length ? { next: `${path}?${query}` } : {}
  const _links = { base: site.base, context: site.context, ...next }
  return { status: 200, body: { results: rows.slice(start, end), _links } }
}

export function cursorPage(call: Call, rows: readonly object[], site: Site): Answer {
  return listPart(call, rows, site, {
    start: Number(Buffer.from(call.query.get('cursor') ?? '', 'base64url').toString() || 0),
    maxRows: 250,
    path: pathOf(call),
    place: (start) => ['cursor', Buffer.from(String(start)).toString('base64url')],
  })
}

export function offsetPage(call: Call, rows: readonly object[], site: Site): Answer {
  return listPart(call, rows, site, {
    start: Number(call.query.get('start') ?? 0),
    maxRows: 500,
    path: withoutContext(call),
    place: (start) => ['start', String(start)],
  })
}

/** A search goes on by a cursor alone. */
export function searchPage(call: Call, rows: readonly object[], site: Site): Answer {
  return listPart(call, rows, site, {
    start: Number(call.query.get('cursor')?.replace('_t_', '') ?? 0),
    maxRows: 50,
    path: withoutContext(call),
    place: (start) => ['cursor', `_t_${start}`],
  })
}

function pathOf({ path }: Call): string {
  return new URL(path, 'http://localhost').pathname
}

function withoutContext(call: Call): string {
  const path = pathOf(call)
  return path.slice(path.indexOf('/rest/'))
}
