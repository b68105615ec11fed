/** Lists in pieces, as each API gives them. @module */
import type { Answer, Call } from './exchange.ts'

export function cursorPage(
  call: Call,
  rows: readonly object[],
  site: { base: string; context: string },
): Answer {
  const limit = Math.min(Number(call.query.get('limit') ?? 25), 250)
  const start = Number(Buffer.from(call.query.get('cursor') ?? '', 'base64url').toString() || 0)
  const results = rows.slice(start, start + limit)
  const query = new URLSearchParams(call.query)
  query.set('cursor', Buffer.from(String(start + limit)).toString('base64url'))
  const path = new URL(call.path, 'http://localhost').pathname
  const next = start + limit < rows.length ? { next: `${path}?${query}` } : {}
  return { status: 200, body: { results, _links: { base: site.base, ...next } } }
}

export function offsetPage(
  call: Call,
  rows: readonly object[],
  site: { base: string; context: string },
): Answer {
  const limit = Math.min(Number(call.query.get('limit') ?? 25), 500)
  const start = Number(call.query.get('start') ?? 0)
  const results = rows.slice(start, start + limit)
  const path = new URL(call.path, 'http://localhost').pathname.replace(site.context, '')
  const query = new URLSearchParams(call.query)
  query.set('limit', String(limit))
  query.set('start', String(start + limit))
  const next = start + limit < rows.length ? { next: `${path}?${query}` } : {}
  const self = `${site.base}${path}`
  const _links = { base: site.base, context: site.context, self, ...next }
  return { status: 200, body: { results, start, limit, size: results.length, _links } }
}
