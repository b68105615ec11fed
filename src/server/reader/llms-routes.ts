/** Lists of spaces and pages for language models: https://llmstxt.org. @module */
import type { Reader } from '../../accounts/reader.ts'
import { visibleOnly } from '../../contract/base/visible-text.ts'
import { listReadableSpaces } from '../../wiki/import/spaces.ts'
import { pagePath } from '../../wiki/import/target-wiki.ts'
import { readTextStarts } from '../../wiki/pages/newest-pages.ts'
import { readOutline } from '../../wiki/pages/page-trees.ts'
import { answerTagged } from '../http/entity-tag.ts'
import type { Pages } from '../web/pages.ts'
import { atReadableSpace, readerOf, readingHeaders } from '../web/session/reading-rule.ts'
import { firstSentence } from './page-parts.ts'
import type { ReaderDependencies, WebContext } from './reader-scope.ts'

/** The list must fit into a model's context. */
const maxPages = 2_000
const maxSpaces = 1_000

export const llmsPages: Pages<ReaderDependencies> = {
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

function answer(c: WebContext, parts: readonly string[]): Response {
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
