/** Serves attachments so that browsers only show or download them. @module */
import type { Context } from 'hono'
import { findAttachment, readAttachment } from '../../wiki/pages/attachments.ts'
import { isKnownTag } from '../http/entity-tag.ts'
import { showNotFound } from '../web/frame/message-page.ts'
import type { Show } from '../web/frame/show.ts'
import { type ReaderParts, readerOf, readingHeaders } from '../web/session/reading-rule.ts'
import type { WebHandlers } from '../web/web-map.ts'
import type { WebScope } from '../web/web-scope.ts'

export interface AttachmentDependencies extends ReaderParts {
  readonly show: Show
}

const shownTypes = /^(?:image\/|text\/plain;)/

type AttachmentPath = '/wiki/spaces/:key/attachments/:sha256'

/** An SVG image may be opened as a document: nothing in it may run, load or reach this site. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'"

/** Unreadable attachments count as missing. */
export function attachmentRoutes(dependencies: AttachmentDependencies): WebHandlers {
  const { show } = dependencies
  const serve = async (c: Context<WebScope, AttachmentPath>): Promise<Response> => {
    const { key, sha256 } = c.req.param()
    const reader = readerOf(c, dependencies)
    const head = await findAttachment(reader, key, sha256)
    if (head === undefined) return showNotFound(c, show)
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
    const allHeaders = {
      ...headers,
      'Content-Length': String(head.length),
    }
    if (c.req.method === 'HEAD') return c.body(null, 200, allHeaders)
    const bytes = await readAttachment(reader, head)
    return bytes === undefined ? showNotFound(c, show) : c.body(bytes, 200, allHeaders)
  }
  return {
    'GET /wiki/spaces/:key/attachments/:sha256': serve,
    'GET /wiki/spaces/:key/attachments/:sha256/:name': serve,
  }
}

export function attachmentHeaders(type: string): Record<string, string> {
  return {
    'Content-Type': type,
    'Cache-Control': 'private, no-cache',
    'Content-Security-Policy': policy,
    ...(shownTypes.test(type) ? {} : { 'Content-Disposition': 'attachment' }),
  }
}
