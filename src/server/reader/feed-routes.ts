/** Feeds of changes in one space or in all: https://www.rfc-editor.org/rfc/rfc4287. @module */

import { escapeXml } from '../../convert/render/escape.ts'
import { listNewestChanges, type WikiChange } from '../../wiki/import/changes/list-changes.ts'
import { listReports, type PageReport } from '../../wiki/import/page-reports.ts'
import type { Space } from '../../wiki/import/target-wiki.ts'
import { readTextStarts } from '../../wiki/pages/space-front.ts'
import { answerTagged } from '../http/entity-tag.ts'
import { commitText } from '../web/components/source-note.ts'
import { atReadableSpace, readerOf, readingHeaders } from '../web/session/reading-rule.ts'
import type { WebHandlers } from '../web/web-map.ts'
import { reportsPath } from './addresses.ts'
import type { ReaderDependencies, WebContext } from './reader-scope.ts'

const maxEntries = 50
const types = ['page.created', 'page.updated'] as const

export function feedRoutes(dependencies: ReaderDependencies): WebHandlers {
  const { publicUrl } = dependencies
  const answer = async (c: WebContext, space: Space | undefined): Promise<Response> => {
    const reader = readerOf(c, dependencies)
    const changes = await listNewestChanges(reader, {
      spaceIds: space && [space.id],
      types,
      limit: maxEntries,
    })
    const standing = changes.filter(({ path }) => path !== undefined)
    const [texts, reports] = await Promise.all([
      readTextStarts(reader, standing),
      listReports(reader, {
        whose: 'writable',
        isOpen: true,
        limit: maxEntries,
        spaceId: space?.id,
      }),
    ])
    const entries = [
      ...standing.map((change) => changeEntry(change, texts, publicUrl())),
      ...reports.map((report) => reportEntry(report, publicUrl())),
    ].toSorted((left, right) => right.at.getTime() - left.at.getTime())
    const feed = feedOf(space, entries.slice(0, maxEntries), publicUrl())
    return answerTagged(c, feed, {
      'Content-Type': 'application/atom+xml; charset=utf-8',
      ...readingHeaders(c),
    })
  }
  return {
    'GET /wiki/feed.atom': (c) => answer(c, undefined),
    'GET /wiki/spaces/:key/feed.atom': atReadableSpace(dependencies, answer),
  }
}

interface FeedEntry {
  readonly at: Date
  readonly xml: string
}

function feedOf(of: Space | undefined, entries: readonly FeedEntry[], publicUrl: string): string {
  const place = of === undefined ? `${publicUrl}/wiki` : `${publicUrl}/wiki/spaces/${of.key}`
  const updated = entries[0]?.at ?? new Date(0)
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${idOf(publicUrl, of === undefined ? 'wiki' : `space/${of.id}`)}</id>
<title>${escapeXml(of?.name ?? 'Wiki')}</title>
<updated>${updated.toISOString()}</updated>
<link rel="self" href="${place}/feed.atom"/>
<link rel="alternate" href="${of === undefined ? `${publicUrl}/` : place}"/>
${entries.map(({ xml }) => xml).join('\n')}
</feed>
`
}

function changeEntry(
  change: WikiChange,
  texts: ReadonlyMap<string, string>,
  publicUrl: string,
): FeedEntry {
  const { at, pageId = '', title = '', version = 0, author, path = '', commit, file } = change
  const commitLine = commit === undefined ? '' : `${commitText(commit)}\n`
  const writer = commit?.author
    ? `<contributor><name>${escapeXml(commit.author)}</name></contributor>\n`
    : ''
  const source = file?.url ? `<link rel="via" href="${escapeXml(file.url)}"/>\n` : ''
  return entryOf(publicUrl, {
    at,
    title,
    path,
    id: `page/${pageId}/${version}`,
    author: author?.name ?? 'Markport',
    summary: `${commitLine}${texts.get(pageId) ?? ''}`,
    more: `${writer}${source}`,
  })
}

function reportEntry(report: PageReport, publicUrl: string): FeedEntry {
  const { id, spaceKey, pageId, pageTitle, message, reporter, reportedAt: at } = report
  return entryOf(publicUrl, {
    id: `report/${id}`,
    at,
    title: `Problem reported: ${pageTitle}`,
    path: reportsPath({ spaceKey, id: pageId }),
    author: reporter,
    summary: message,
  })
}

interface EntryModel {
  readonly id: string
  readonly at: Date
  readonly title: string
  readonly path: string
  readonly author: string
  readonly summary: string
  readonly more?: string
}

function entryOf(publicUrl: string, model: EntryModel): FeedEntry {
  const { id, at, title, path, author, summary, more = '' } = model
  const url = escapeXml(new URL(path, publicUrl).href)
  const xml = `<entry>
<id>${idOf(publicUrl, id)}</id>
<title>${escapeXml(title)}</title>
<updated>${at.toISOString()}</updated>
<author><name>${escapeXml(author)}</name></author>
<link rel="alternate" type="text/html" href="${url}"/>
${more}<summary>${escapeXml(summary)}</summary>
</entry>`
  return { at, xml }
}

/** Permanent and independent of the feed's address: https://www.rfc-editor.org/rfc/rfc4151. */
function idOf(publicUrl: string, name: string): string {
  return `tag:${new URL(publicUrl).hostname},2026:${name}`
}
