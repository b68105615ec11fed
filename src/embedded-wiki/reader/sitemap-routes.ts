/**
 * Sitemaps: which pages there are, and since when each says what it says. Only an open wiki tells search
 * engines of them.
 * Their form: https://www.sitemaps.org/protocol.html
 * @module
 */
import type { Database } from '../../database/database.ts'
import { parseId } from '../../database/ids.ts'
import { sql } from '../../database/sql.ts'
import { answerTagged } from '../../http/entity-tag.ts'
import { findSpace } from '../../importing/spaces.ts'
import { pagePath } from '../../importing/target-wiki.ts'
import { escapeXml } from '../../render/escape.ts'
import { listReadableSpaces, mayRead } from '../../web/session/may-read.ts'
import { readersOf, readingHeaders, showNotFound } from '../../web/session/reading-rule.ts'
import type { WebHandlers } from '../../web/web-map.ts'
import type { ReaderDependencies, WebContext } from './reader-scope.ts'

/** As many as a sitemap may name; those that changed last come first. */
const maxAddresses = 50_000

/**
 * Make the handlers.
 * @param dependencies The store, who may read, and the public address.
 */
export function sitemapRoutes(dependencies: ReaderDependencies): WebHandlers {
  const { database, readers, publicUrl, show } = dependencies
  return {
    'GET /sitemap.xml': async (c) => {
      const part = { limit: maxAddresses }
      const rule = readersOf(c, readers)
      const spaces = await listReadableSpaces(database, c.get('viewer'), rule, part)
      const maps = spaces.map(
        ({ key }) =>
          `<sitemap><loc>${escapeXml(`${publicUrl()}/wiki/spaces/${key}/sitemap.xml`)}</loc></sitemap>`,
      )
      return answerTagged(c, document('sitemapindex', maps), headersOf(c))
    },
    'GET /wiki/spaces/:key/sitemap.xml': async (c) => {
      const space = await findSpace(database, c.req.param('key'))
      const rule = readersOf(c, readers)
      if (space === undefined || !(await mayRead(database, c.get('viewer'), rule, space.id))) {
        return showNotFound(c, show)
      }
      const pages = await listAddresses(database, space.id)
      const addresses = pages.map(({ id, updated_at: changedAt }) => {
        const address = escapeXml(publicUrl() + pagePath(space.key, String(id)))
        return `<url><loc>${address}</loc><lastmod>${new Date(changedAt).toISOString()}</lastmod></url>`
      })
      return answerTagged(c, document('urlset', addresses), headersOf(c))
    },
  }
}

function headersOf(c: WebContext): Readonly<Record<string, string>> {
  return { 'Content-Type': 'application/xml', ...readingHeaders(c) }
}

function listAddresses(
  database: Database,
  spaceId: string,
): Promise<{ id: number; updated_at: number }[]> {
  return database.read(sql`
    select id, updated_at from pages where space_id = ${parseId(spaceId) ?? 0}
      and status = 'current' order by updated_at desc, id desc limit ${maxAddresses}`)
}

function document(root: 'sitemapindex' | 'urlset', entries: readonly string[]): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</${root}>
`
}
