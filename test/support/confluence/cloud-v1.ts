/** REST v1 of Cloud, where v2 lacks a route: moves and searches. @module */
import { readJson } from './cloud-pages.ts'
import type { StoredContent } from './content.ts'
import { type Route, route } from './exchange.ts'
import { searchPage } from './paging.ts'
import { Refusal } from './refusal.ts'
import type { Site } from './site.ts'

export function cloudV1Routes(site: Site): Route[] {
  const { store } = site
  return [
    route('PUT', '/rest/api/content/:id/move/:where/:target', (call) => {
      const { id, where, target } = call.params
      if (where !== 'before' && where !== 'after' && where !== 'append')
        throw new Refusal({ kind: 'bad-request', message: `Unknown position ${where}` })
      store.move(id!, where, target!)
      return { status: 200, body: { pageId: id } }
    }),
    route('POST', '/rest/api/content/archive', (call) => {
      const { pages = [] } = readJson(call) as { pages?: { id?: unknown }[] }
      for (const { id } of pages) store.archive(String(id))
      return { status: 202, body: { id: store.newId() } }
    }),
    route('GET', '/rest/api/search', (call) => {
      const found = searchPages(site, call.query.get('cql') ?? '')
      const results = found.map(({ id, title, status }) => ({
        content: { id, type: 'page', status, title },
      }))
      return searchPage(call, results, site)
    }),
  ]
}

/** Understands only `space`, `type` and `title` of CQL. */
export function searchPages(site: Site, cql: string): StoredContent[] {
  const key = /space(?:\.key)? *= *"?([^"\s]+)"?/i.exec(cql)?.[1]
  const words = /title *~ *"((?:[^"\\]|\\.)*)"/i.exec(cql)?.[1]?.replaceAll('\\', '')
  const title = /title *= *"((?:[^"\\]|\\.)*)"/i.exec(cql)?.[1]?.replace(/\\(.)/g, '$1')
  const parts = words?.toLowerCase().replaceAll('*', '').split(' ') ?? []
  return site.store
    .pages()
    .filter(
      (page) =>
        page.status === 'current' &&
        (key === undefined ||
          site.store.space(page.spaceId).key.toLowerCase() === key.toLowerCase()) &&
        (title === undefined || page.title.toLowerCase() === title.toLowerCase()) &&
        parts.every((word) => page.title.toLowerCase().includes(word)),
    )
}
