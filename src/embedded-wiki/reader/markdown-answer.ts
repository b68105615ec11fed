/** A page as Markdown: what was imported byte for byte, or what its document says. @module */
import { accepts } from 'hono/accepts'
import { parseId } from '../../database/ids.ts'
import { isKnownTag } from '../../http/entity-tag.ts'
import { pagePath } from '../../importing/target-wiki.ts'
import { readingHeaders } from '../../web/session/reading-rule.ts'
import type { CurrentPage } from '../store/current-page.ts'
import { findPage } from '../store/pages.ts'
import type { ReaderDependencies, WebContext } from './reader-scope.ts'

/** What the answers of a page differ by, beside its address. */
const varying = 'Accept, Cookie, Authorization, Accept-Encoding'

/**
 * Tell whether a request would rather have a page's Markdown: programs name `text/markdown`, browsers
 * do not, and what stands for any type means a page.
 */
export function prefersMarkdown(c: WebContext): boolean {
  const types = ['text/html', 'text/markdown']
  const wanted = accepts(c, {
    header: 'Accept',
    supports: types,
    default: 'text/html',
    match: (accepted) => {
      const [html = 0, markdown = 0] = types.map(
        (type) => accepted.find((one) => one.type.toLowerCase() === type)?.q ?? 0,
      )
      return markdown > 0 && markdown >= html ? 'text/markdown' : 'text/html'
    },
  })
  return wanted === 'text/markdown'
}

/**
 * Tell of the other form in which a page is there, on the answer with either.
 * @param answer The page.
 * @param link Where the other form is, as a value of `Link`.
 */
export function tellOtherForm(answer: Response, link: string): Response {
  answer.headers.set('Vary', varying)
  answer.headers.append('Link', link)
  return answer
}

/**
 * Answer with the Markdown of a page.
 * @param c The request; `version` names an older one, `images=absolute` puts the addresses of
 * attachments in place of `attachment:`.
 * @param current The page.
 * @param dependencies The store and the workers.
 */
export async function answerMarkdown(
  c: WebContext,
  { id, spaceKey, version: { number } }: CurrentPage,
  { database, workers, publicUrl }: ReaderDependencies,
): Promise<Response> {
  const { version: asked, images } = c.req.query()
  if (images !== undefined && images !== 'absolute') {
    return c.text('images must be absolute, or left out.\n', 400)
  }
  const version = asked === undefined ? number : (parseId(asked) ?? 0)
  const page = await findPage(database, id, { version, unpack: workers.unpackVersion })
  if (page === undefined) {
    return c.text(`This page has no version ${asked}; the current one is ${number}.\n`, 404)
  }
  c.set('keptUntilMs', c.get('viewerUntilMs'))
  const { markdown, adf } = page
  const isMade = markdown === undefined
  const etag = `"${page.version.number}"`
  const headers = {
    ...readingHeaders(c),
    ETag: etag,
    'Last-Modified': page.version.createdAt.toUTCString(),
    'X-Robots-Tag': 'noindex',
    ...(isMade && { 'Markport-Markdown': 'made' }),
  }
  const canonical = `<${pagePath(spaceKey, id)}>; rel="canonical"`
  if (isKnownTag(c.req.header('if-none-match'), etag)) {
    return tellOtherForm(c.body(null, 304, headers), canonical)
  }
  const isAsSent = !isMade && images === undefined
  const text = isAsSent
    ? markdown
    : await workers.show('write-markdown', {
        value: { origin: new URL(publicUrl()).origin, spaceKey, isMade },
        parts: [Buffer.from(markdown ?? adf)],
      })
  const type = { 'Content-Type': 'text/markdown; charset=utf-8' }
  return tellOtherForm(c.body(text, 200, { ...headers, ...type }), canonical)
}
