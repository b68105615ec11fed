/** What changed in a space, as a feed: https://www.rfc-editor.org/rfc/rfc4287. @module */
import { createHash } from 'node:crypto'
import { findSpace } from '../../importing/spaces.ts'
import { pagePath, type Space } from '../../importing/target-wiki.ts'
import { escapeXml } from '../../render/escape.ts'
import { isKnownTag } from '../../web/entity-tag.ts'
import { mayRead } from '../../web/session/may-read.ts'
import { readersOf, showNotFound } from '../../web/session/reading-rule.ts'
import type { WebHandlers } from '../../web/web-map.ts'
import { listNewestPages, type NewestPage } from '../store/newest-pages.ts'
import type { ReaderDependencies } from './reader-scope.ts'

const maxEntries = 50

/**
 * Make the handler.
 * @param dependencies The store, who may read, and the public address.
 */
export function feedRoutes(dependencies: ReaderDependencies): WebHandlers {
  const { database, readers, publicUrl } = dependencies
  return {
    'GET /wiki/spaces/:key/feed.atom': async (c) => {
      const space = await findSpace(database, c.req.param('key'))
      const rule = readersOf(c, readers)
      if (space === undefined || !(await mayRead(database, c.get('viewer'), rule, space.id))) {
        return showNotFound(c, dependencies.show)
      }
      const feed = feedOf(space, await listNewestPages(database, space.id, maxEntries), publicUrl())
      const etag = `"${createHash('sha256').update(feed).digest('base64url').slice(0, 22)}"`
      const headers = {
        'Cache-Control': c.get('viewer') === undefined ? 'no-cache' : 'private, no-cache',
        ETag: etag,
        Vary: 'Cookie, Authorization, Accept-Encoding',
      }
      if (isKnownTag(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
      return c.body(feed, 200, { ...headers, 'Content-Type': 'application/atom+xml' })
    },
  }
}

function feedOf({ id, key, name }: Space, pages: readonly NewestPage[], publicUrl: string): string {
  const space = `${publicUrl}/wiki/spaces/${key}`
  const updated = pages[0]?.changedAt ?? new Date(0)
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${idOf(publicUrl, `space/${id}`)}</id>
<title>${escapeXml(name)}</title>
<updated>${updated.toISOString()}</updated>
<link rel="self" href="${space}/feed.atom"/>
<link rel="alternate" href="${space}"/>
${pages.map((page) => entryOf(page, key, publicUrl)).join('\n')}
</feed>
`
}

/** Each version is an entry of its own, so that a reader is told again. */
function entryOf(page: NewestPage, spaceKey: string, publicUrl: string): string {
  return `<entry>
<id>${idOf(publicUrl, `page/${page.id}/${page.version}`)}</id>
<title>${escapeXml(page.title)}</title>
<updated>${page.changedAt.toISOString()}</updated>
<author><name>${escapeXml(page.authorName)}</name></author>
<link rel="alternate" type="text/html" href="${publicUrl}${pagePath(spaceKey, page.id)}"/>
<summary>${escapeXml(page.text)}</summary>
</entry>`
}

/** https://www.rfc-editor.org/rfc/rfc4151: names the thing, wherever the feed is read from. */
function idOf(publicUrl: string, thing: string): string {
  return `tag:${new URL(publicUrl).hostname},2026:${thing}`
}
