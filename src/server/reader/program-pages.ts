/** Atom feeds of changes, and lists of pages for language models (https://llmstxt.org). @module */
import type { Reader } from '../../accounts/reader.ts'
import { visibleOnly } from '../../contract/base/visible-text.ts'
import { escapeXml } from '../../convert/render/escape.ts'
import { listNewestChanges, type WikiChange } from '../../wiki/import/changes/list-changes.ts'
import { listReadableSpaces } from '../../wiki/import/spaces.ts'
import { pagePath, type Space } from '../../wiki/import/target-wiki.ts'
import { readOutline, readTextStarts } from '../../wiki/pages/list-pages.ts'
import { listReports, type PageReport } from '../../wiki/store/page-reports.ts'
import { answerTagged } from '../http/entity-tag.ts'
import { commitText } from '../web/components/source-note.ts'
import type { PageContext, Pages } from '../web/pages.ts'
import { atReadableSpace, readerOf, readingHeaders } from '../web/session/reading-rule.ts'
import { firstSentence } from './page-parts.ts'

const maxEntries = 50
const types = ['page.created', 'page.updated'] as const

async function answerFeed(
  c: PageContext,
  space: Space | undefined,
  reader: Reader,
  publicUrl: string,
): Promise<Response> {
  const changes = await listNewestChanges(reader, {
    spaceIds: space && [space.id],
    types,
    limit: maxEntries,
  })
  const standing = changes.filter(({ path }) => path !== undefined)
  const [texts, reports] = await Promise.all([
    readTextStarts(reader, standing),
    listReports(reader, { spaceId: space?.id }, { limit: maxEntries }),
  ])
  const entries = [
    ...standing.map((change) => changeEntry(change, texts)),
    ...reports.map(reportEntry),
  ].toSorted((left, right) => right.at.getTime() - left.at.getTime())
  const feed = feedOf(space, entries.slice(0, maxEntries), publicUrl)
  return answerTagged(c, feed, {
    'Content-Type': 'application/atom+xml; charset=utf-8',
    ...readingHeaders(c),
  })
}

export const feedPages: Pages = {
  'GET /wiki/feed.atom': {
    who: 'readers',
    rule: { takes: [] },
    answer: (c, dependencies) =>
      answerFeed(c, undefined, readerOf(c, dependencies), dependencies.publicUrl()),
  },
  'GET /wiki/spaces/:key/feed.atom': atReadableSpace(
    (c, space, reader, { publicUrl }) => answerFeed(c, space, reader, publicUrl()),
    { takes: [] },
  ),
}

interface FeedEntry extends Partial<Pick<WikiChange, 'title' | 'path' | 'commit' | 'file'>> {
  readonly id: string
  readonly at: Date
  readonly author?: { readonly name: string } | undefined
  readonly text: string | undefined
}

function changeEntry(change: WikiChange, texts: ReadonlyMap<string, string>): FeedEntry {
  const { pageId = '', version = 0 } = change
  return { ...change, id: `page/${pageId}/${version}`, text: texts.get(pageId) }
}

function reportEntry({ id, title, reporter, reportedAt, message }: PageReport): FeedEntry {
  return {
    id: `report/${id}`,
    at: reportedAt,
    title: `Problem reported: ${title}`,
    path: `/manage/reports/${id}`,
    author: { name: reporter },
    text: message,
  }
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
${entries.map((entry) => entryOf(entry, publicUrl)).join('\n')}
</feed>
`
}

function entryOf(entry: FeedEntry, publicUrl: string): string {
  const { id, at, title = '', author, path = '', commit, file, text = '' } = entry
  const url = escapeXml(new URL(path, publicUrl).href)
  const commitLine = commit === undefined ? '' : `${commitText(commit)}\n`
  const writer = commit?.author
    ? `<contributor><name>${escapeXml(commit.author)}</name></contributor>\n`
    : ''
  const source = file?.url ? `<link rel="via" href="${escapeXml(file.url)}"/>\n` : ''
  return `<entry>
<id>${idOf(publicUrl, id)}</id>
<title>${escapeXml(title)}</title>
<updated>${at.toISOString()}</updated>
<author><name>${escapeXml(author?.name ?? 'Markport')}</name></author>
<link rel="alternate" type="text/html" href="${url}"/>
${writer}${source}<summary>${escapeXml(`${commitLine}${text}`)}</summary>
</entry>`
}

/** Ids of feeds never change with the feed's address: https://www.rfc-editor.org/rfc/rfc4151. */
function idOf(publicUrl: string, name: string): string {
  return `tag:${new URL(publicUrl).hostname},2026:${name}`
}

/** The list must fit into a model's context. */
const maxPages = 2_000
const maxSpaces = 1_000

export const llmsPages: Pages = {
  'GET /llms.txt': {
    who: 'readers',
    rule: { takes: [] },
    answer: async (c, dependencies) => {
      const reader = readerOf(c, dependencies)
      const spaces = await listReadableSpaces(reader, { limit: maxSpaces })
      const starts = await readTextStarts(
        reader,
        spaces.map(({ id: spaceId, homepageId: pageId }) => ({ spaceId, pageId })),
      )
      const links = spaces.map(({ homepageId, key, name }) =>
        listItem(
          name,
          `${dependencies.publicUrl()}/wiki/spaces/${key}/llms.txt`,
          firstSentence(starts.get(homepageId) ?? ''),
        ),
      )
      const summary = 'A wiki. Each space lists its pages, each page is there as Markdown.'
      return answer(c, ['# Markport', `> ${summary}`, '## Spaces', links.join('\n')])
    },
  },
  'GET /wiki/spaces/:key/llms.txt': atReadableSpace(
    async (c, { id: spaceId, key, name, homepageId }, reader, { publicUrl }) => {
      const { pages, isCut } = await readOutline(reader, { spaceId, homepageId }, maxPages)
      const sentences = await readSentences(reader, spaceId, [
        homepageId,
        ...pages.map(({ id }) => id),
      ])
      const pageLink = (id: string, title: string): string =>
        listItem(title, `${publicUrl()}${pagePath(key, id)}.md`, sentences.get(id))
      const links = [
        pageLink(homepageId, name),
        ...pages.map(({ id, title, depth }) => '  '.repeat(depth + 1) + pageLink(id, title)),
      ]
      const children = `${publicUrl()}/wiki/spaces/${key}/children/${homepageId}`
      const more = isCut
        ? ['## Optional', listItem(`More than ${maxPages} pages: the list in parts`, children)]
        : []
      const summary = `The pages of the space ${key}, in the order of its tree.`
      return answer(c, [`# ${inLine(name)}`, `> ${summary}`, '## Pages', links.join('\n'), ...more])
    },
    { takes: [] },
  ),
}

function answer(c: PageContext, parts: readonly string[]): Response {
  return answerTagged(c, `${parts.filter((part) => part !== '').join('\n\n')}\n`, {
    'Content-Type': 'text/plain; charset=UTF-8',
    ...readingHeaders(c),
  })
}

const textsAtOnce = 200

async function readSentences(
  reader: Reader,
  spaceId: string,
  pageIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const sentences = new Map<string, string>()
  for (let at = 0; at < pageIds.length; at += textsAtOnce) {
    const keys = pageIds.slice(at, at + textsAtOnce).map((pageId) => ({ spaceId, pageId }))
    const starts = await readTextStarts(reader, keys)
    for (const [id, start] of starts) sentences.set(id, firstSentence(start))
  }
  return sentences
}

function listItem(name: string, address: string, summary = ''): string {
  const link = `- [${inLine(name)}](${address})`
  return summary === '' ? link : `${link}: ${inLine(summary)}`
}

/** Escapes Markdown, and removes invisible characters. */
function inLine(text: string): string {
  return visibleOnly(text)
    .replace(/[\\`*_[\]<>#]/g, '\\$&')
    .replace(/\s+/g, ' ')
}
