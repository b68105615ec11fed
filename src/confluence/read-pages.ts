/** Reads some pages whole in one request, by a search of REST v1, which both kinds of sites have. @module */
import { ConfluenceError } from './confluence-error.ts'
import { plainId } from './missing.ts'
import type { PageMethods, RemotePage } from './site.ts'
import { headParts } from './v1-shapes.ts'
import type { SiteClient } from './wire/site-client.ts'
import { memberOf } from './wire/site-json.ts'
import { readOffsetList } from './wire/site-lists.ts'

const closedMs = 10 * 60_000

/**
 * Read pages by a search, which may not know the newest ones and is closed to programs on many
 * sites. Pages that it does not give must be read one by one.
 * @param format The form of bodies.
 */
export function pagesReader(
  client: SiteClient,
  format: 'storage' | 'atlas_doc_format',
  read: (json: unknown, base: string | undefined, propertyKey: string) => RemotePage,
): PageMethods['readPages'] {
  let closedUntil = 0
  return async (ids, propertyKey) => {
    if (performance.now() < closedUntil || ids.length === 0) return []
    const cql = encodeURIComponent(`id in (${ids.map(plainId).join(',')})`)
    const parts = `${headParts},body.${format},metadata.labels,operations`
    const expand = `${parts},metadata.properties.${encodeURIComponent(propertyKey)}`
    const readRow = (row: unknown, base: string | undefined): RemotePage[] =>
      hasAllLabels(row) ? [read(row, base, propertyKey)] : []
    try {
      const path = `/rest/api/content/search?cql=${cql}&expand=${expand}`
      return await readOffsetList(client, path, readRow, ids.length)
    } catch (error) {
      if (!(error instanceof ConfluenceError)) throw error
      closedUntil = performance.now() + closedMs
      return []
    }
  }
}

function hasAllLabels(row: unknown): boolean {
  return memberOf(row, 'metadata', 'labels', '_links', 'next') === undefined
}
