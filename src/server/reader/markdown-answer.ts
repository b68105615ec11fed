/** Answers with a page as Markdown. @module */
import { accepts } from 'hono/accepts'
import type { Reader } from '../../accounts/reader.ts'
import { mayHoldPageLinks } from '../../convert/adf/page-links.ts'
import { parseId } from '../../store/ids.ts'
import type { EmbeddedWork } from '../../wiki/embedded-work.ts'
import { pagePath } from '../../wiki/import/target-wiki.ts'
import { type CurrentPage, findPageHere } from '../../wiki/pages/find-page.ts'
import type { PageWithBody } from '../../wiki/pages/page.ts'
import type { MarkdownToWrite } from '../../wiki/store/attachments/whole-markdown.ts'
import { isKnownTag } from '../http/entity-tag.ts'
import type { ServiceParts } from '../service/compose.ts'
import type { PageContext } from '../web/pages.ts'
import { readingHeaders } from '../web/session/reading-rule.ts'

/** Browsers accept any type, so `text/markdown` must be named. */
export function prefersMarkdown(c: PageContext): boolean {
  const preferredType = accepts(c, {
    header: 'Accept',
    supports: ['text/html', 'text/markdown'],
    default: 'text/html',
    match(accepted) {
      const weightOf = (...types: readonly string[]): number =>
        types
          .map((type) => accepted.find((accept) => accept.type.toLowerCase() === type)?.q)
          .find((weight) => weight !== undefined) ?? 0
      const markdown = weightOf('text/markdown')
      const html = weightOf('text/html', 'text/*', '*/*')
      return markdown > 0 && markdown >= html ? 'text/markdown' : 'text/html'
    },
  })
  return preferredType === 'text/markdown'
}

/**
 * @param knownPage The current page; a recorded page has no older versions.
 * @param c `version` names an older version; `images=absolute` replaces `attachment:` by addresses.
 */
export async function answerMarkdown(
  c: PageContext,
  knownPage: CurrentPage | PageWithBody,
  reader: Reader,
  { workers, publicUrl }: ServiceParts,
): Promise<Response> {
  const { version: versionText, images } = c.req.query()
  const { id, spaceKey, version: current } = knownPage
  const url = 'url' in knownPage ? knownPage.url : undefined
  if (images !== undefined && images !== 'absolute') {
    return c.text('images must be absolute, or left out.\n', 400)
  }
  if (images !== undefined && url !== undefined) {
    return c.text('The images of this page are in Confluence: leave images out.\n', 400)
  }
  const version = versionText === undefined ? current.number : (parseId(versionText) ?? 0)
  const isThere = 'adf' in knownPage && version === current.number
  const page = isThere
    ? knownPage
    : url === undefined && (await findPageHere(reader, id, { version }))
  if (!page) {
    return c.text(
      `This page has no version ${versionText}; the current one is ${current.number}.\n`,
      404,
    )
  }
  const etag = `"${page.version.number}"`
  const headers = {
    ...readingHeaders(c),
    Vary: `Accept, ${readingHeaders(c).Vary}`,
    Link: `<${url ?? pagePath(spaceKey, id)}>; rel="canonical"`,
    ETag: etag,
    'Last-Modified': page.version.createdAt.toUTCString(),
    'X-Robots-Tag': 'noindex',
  }
  if (isKnownTag(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
  const text = await writtenMarkdown(
    { text: page.markdown, spaceKey, keepsReferences: images === undefined },
    { workers, publicUrl },
  )
  return c.body(text, 200, { ...headers, 'Content-Type': 'text/markdown; charset=utf-8' })
}

export async function writtenMarkdown(
  {
    text,
    ...how
  }: Omit<MarkdownToWrite, 'origin' | 'section' | 'isMade'> & { readonly text: string },
  {
    workers,
    publicUrl,
  }: { readonly workers: Pick<EmbeddedWork, 'show'>; readonly publicUrl: () => string },
): Promise<string> {
  if (how.keepsReferences && !mayHoldPageLinks(text)) return text
  const value: MarkdownToWrite = { origin: new URL(publicUrl()).origin, isMade: false, ...how }
  return workers.show('write-markdown', { value, parts: [Buffer.from(text)] })
}
