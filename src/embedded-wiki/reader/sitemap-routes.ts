/** Sitemaps, only of public wikis: https://www.sitemaps.org/protocol.html @module */
import type { Reader } from '../../auth/reader.ts'
import { boundedStream } from '../../http/bounded-stream.ts'
import { answerTagged, isKnownTag, tagOf } from '../../http/entity-tag.ts'
import { listReadableSpaces } from '../../importing/spaces.ts'
import { pagePath } from '../../importing/target-wiki.ts'
import { escapeXml } from '../../render/escape.ts'
import { atReadableSpace, readerOf, readingHeaders } from '../../web/session/reading-rule.ts'
import type { WebHandlers } from '../../web/web-map.ts'
import { countMapParts, findMapPart, listMapPages, type MapPart } from '../pages/list-pages.ts'
import type { ReaderDependencies, WebContext } from './reader-scope.ts'

/** The limit of a sitemap index, which cannot refer to another index. */
const maxMaps = 50_000
const bounds = { maxMs: 60_000, stallMs: 15_000 }

export function sitemapRoutes(dependencies: ReaderDependencies): WebHandlers {
  const { publicUrl } = dependencies
  return {
    'GET /sitemap.xml': async (c) => {
      const reader = readerOf(c, dependencies)
      const spaces = await listReadableSpaces(reader, { limit: maxMaps })
      const parts = await countMapParts(reader)
      const maps = spaces.flatMap(({ id, key }) => {
        const address = `${publicUrl()}/wiki/spaces/${key}/sitemap.xml`
        const others = Array.from({ length: (parts.get(id) ?? 1) - 1 }, (_, at) => at + 2)
        return [address, ...others.map((number) => `${address}?part=${number}`)]
      })
      const entries = maps.slice(0, maxMaps).map((map) => entryOf('sitemap', map))
      const text = [headOf('sitemapindex'), ...entries, endOf('sitemapindex')].join('')
      return answerTagged(c, text, headersOf(c))
    },
    'GET /wiki/spaces/:key/sitemap.xml': atReadableSpace(dependencies, async (c, space, reader) => {
      const number = c.req.query('part') ?? '1'
      if (!/^[1-9][0-9]{0,5}$/.test(number)) {
        return c.text('part must be a whole number from 1 on, or left out.\n', 400)
      }
      const part = await findMapPart(reader, space.id, Number(number))
      if (part === undefined) return c.text(`This map has no part ${number}.\n`, 404)
      return answerMap(c, part, (id) => publicUrl() + pagePath(space.key, id), reader)
    }),
  }
}

function answerMap(
  c: WebContext,
  part: MapPart,
  addressOf: (pageId: string) => string,
  reader: Reader,
): Response {
  const headers = { ...headersOf(c), ETag: tagOf(`${addressOf('')} ${part.state}`) }
  if (isKnownTag(c.req.header('if-none-match'), headers.ETag)) return c.body(null, 304, headers)
  if (c.req.method === 'HEAD') return c.body(null, 200, headers)
  async function* written(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(headOf('urlset'))
    for await (const pages of listMapPages(reader, part)) {
      const entries = pages.map(({ id, changedAt }) => entryOf('url', addressOf(id), changedAt))
      yield Buffer.from(entries.join(''))
    }
    yield Buffer.from(endOf('urlset'))
  }
  const giveUp = (): void => void c.env.outgoing.destroy()
  return c.body(boundedStream(written(), { ...bounds, giveUp }).stream, 200, headers)
}

function headersOf(c: WebContext): Readonly<Record<string, string>> {
  return { 'Content-Type': 'application/xml; charset=utf-8', ...readingHeaders(c) }
}

type Root = 'sitemapindex' | 'urlset'

function headOf(root: Root): string {
  const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'
  return `<?xml version="1.0" encoding="utf-8"?>\n<${root} xmlns="${namespace}">\n`
}

function entryOf(name: 'sitemap' | 'url', address: string, changedAt?: Date): string {
  const changed = changedAt === undefined ? '' : `<lastmod>${changedAt.toISOString()}</lastmod>`
  return `<${name}><loc>${escapeXml(address)}</loc>${changed}</${name}>\n`
}

function endOf(root: Root): string {
  return `</${root}>\n`
}
