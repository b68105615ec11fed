/** The lists of all pages for programs: `/llms.txt` and the sitemap. @module */

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
import { readOutline } from '../store/page-trees.ts'
import type { ReaderDependencies, WebContext } from './reader-scope.ts'

/** A program that reads the list has all of it in its context. */
const maxPages = 2_000
const maxSpaces = 1_000

export function llmsRoutes(dependencies: ReaderDependencies): WebHandlers {
  const { database, readers, publicUrl } = dependencies
  return {
    'GET /llms.txt': async (c) => {
      const limit = { limit: maxSpaces }
      const rule = readersOf(c, readers)
      const spaces = await listReadableSpaces(database, c.get('viewer'), rule, limit)
      const links = spaces.map(({ key, name }) =>
        listed(name, `${publicUrl()}/wiki/spaces/${key}/llms.txt`),
      )
      const about = 'A wiki. Each space lists its pages, each page is there as Markdown.'
      return answer(c, ['# Markport', `> ${about}`, '## Spaces', links.join('\n')])
    },
    'GET /wiki/spaces/:key/llms.txt': async (c) => {
      const space = await findSpace(database, c.req.param('key'))
      const rule = readersOf(c, readers)
      if (space === undefined || !(await mayRead(database, c.get('viewer'), rule, space.id))) {
        return showNotFound(c, dependencies.show)
      }
      const { key, name, homepageId } = space
      const place = { spaceId: space.id, homepageId }
      const { pages, isCut } = await readOutline(database, place, maxPages)
      const pageLink = (id: string, title: string): string =>
        listed(title, `${publicUrl()}${pagePath(key, id)}.md`)
      const links = [
        pageLink(homepageId, name),
        ...pages.map(({ id, title, depth }) => '  '.repeat(depth + 1) + pageLink(id, title)),
      ]
      const children = `${publicUrl()}/wiki/spaces/${key}/children/${homepageId}`
      const more = isCut
        ? ['## Optional', listed(`More than ${maxPages} pages: the list in parts`, children)]
        : []
      const about = `The pages of the space ${key}, in the order of its tree.`
      return answer(c, [`# ${inLine(name)}`, `> ${about}`, '## Pages', links.join('\n'), ...more])
    },
  }
}

function answer(c: WebContext, parts: readonly string[]): Response {
  return answerTagged(c, `${parts.filter((part) => part !== '').join('\n\n')}\n`, {
    'Content-Type': 'text/plain; charset=UTF-8',
    ...readingHeaders(c),
  })
}

function listed(text: string, address: string): string {
  return `- [${inLine(text)}](${address})`
}

/** Names are words here, whatever signs they hold. */
function inLine(text: string): string {
  return text.replace(/[\\`*_[\]<>#]/g, '\\$&').replace(/\s+/g, ' ')
}

/** As many as a sitemap may name; those that changed last come first. */
const maxAddresses = 50_000

/**
 * Sitemaps: which pages there are, and since when each says what it says. Only an open wiki tells search
 * engines of them. Their form: https://www.sitemaps.org/protocol.html
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
  return { 'Content-Type': 'application/xml; charset=utf-8', ...readingHeaders(c) }
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
