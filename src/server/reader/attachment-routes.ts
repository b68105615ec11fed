/** Serves attachments so that browsers only show or download them. @module */
import { findAttachment, readAttachment } from '../../wiki/pages/attachments.ts'
import { isKnownTag } from '../http/entity-tag.ts'
import { showNotFound } from '../web/frame/message-page.ts'
import type { Pages, WebPage } from '../web/pages.ts'
import { readerOf, readingHeaders } from '../web/session/reading-rule.ts'

const shownTypes = /^(?:image\/|text\/plain;)/

/** An SVG image may be opened as a document: nothing in it may run, load or reach this site. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'"

/** Unreadable attachments count as missing. */
const attachment: WebPage = {
  who: 'readers',
  rule: 'host tokens',
  answer: async (c, dependencies) => {
    const { key = '', sha256 = '' } = c.req.param() as Readonly<Record<string, string>>
    const reader = readerOf(c, dependencies)
    const head = await findAttachment(reader, key, sha256)
    if (head === undefined) return showNotFound(c)
    const etag = `"${sha256}"`
    const headers = {
      ...attachmentHeaders(head.type),
      ...readingHeaders(c),
      // Private wikis revalidate, so that revoked access takes effect.
      'Cache-Control': reader.readsAll
        ? 'public, max-age=31536000, immutable'
        : 'private, no-cache',
      ETag: etag,
    }
    if (isKnownTag(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
    const allHeaders = { ...headers, 'Content-Length': String(head.length) }
    if (c.req.method === 'HEAD') return c.body(null, 200, allHeaders)
    const bytes = await readAttachment(reader, head)
    return bytes === undefined ? showNotFound(c) : c.body(bytes, 200, allHeaders)
  },
}

export const attachmentPages: Pages = {
  'GET /wiki/spaces/:key/attachments/:sha256': attachment,
  'GET /wiki/spaces/:key/attachments/:sha256/:name': attachment,
}

export function attachmentHeaders(type: string): Record<string, string> {
  return {
    'Content-Type': type,
    'Cache-Control': 'private, no-cache',
    'Content-Security-Policy': policy,
    ...(shownTypes.test(type) ? {} : { 'Content-Disposition': 'attachment' }),
  }
}
