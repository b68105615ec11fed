/** How pages for readers are found and shown. @module */
import { html } from 'hono/html'
import type { Reader } from '../../accounts/reader.ts'
import { pagePath, type Space } from '../../wiki/import/target-wiki.ts'
import { type CurrentPage, findCurrentPage, findRecordedIn } from '../../wiki/pages/find-page.ts'
import type { PageWithBody } from '../../wiki/pages/page.ts'
import type { ServiceParts } from '../service/compose.ts'
import { breadcrumb } from '../web/components/parts.ts'
import type { Markup } from '../web/frame/markup.ts'
import { showNotFound } from '../web/frame/message-page.ts'
import { show } from '../web/frame/show.ts'
import type { PageContext, WebPage, Who } from '../web/pages.ts'
import { atReadableSpace, readerOf } from '../web/session/reading-rule.ts'

type Subject = Pick<CurrentPage, 'spaceKey' | 'spaceName'> &
  Partial<Pick<CurrentPage, 'id' | 'title' | 'parentId'>>

export function showAbout(
  c: PageContext,
  subject: Subject,
  pageTitle: string,
  main: Markup,
  { status = 200, isKept = true }: { status?: 200 | 400; isKept?: boolean } = {},
): Promise<Response> {
  const { spaceKey: key, spaceName: name, id, title, parentId } = subject
  const crumbs = [{ path: `/wiki/spaces/${key}`, label: name }]
  if (id !== undefined && title !== undefined && parentId !== undefined) {
    crumbs.push({ path: pagePath(key, id), label: title })
  }
  const options = { isKept, space: { key, name } }
  return show(c, status, pageTitle, html`${breadcrumb(crumbs)}${main}`, options)
}

type Handle<Subject> = (
  c: PageContext,
  subject: Subject,
  reader: Reader,
  dependencies: ServiceParts,
) => Promise<Response>

interface PageRoute extends Pick<WebPage, 'rule'> {
  readonly who?: Who
  /** Handles pages of connected spaces; without this handler they are not found. */
  readonly recorded?: Handle<PageWithBody>
}

/**
 * Serves an address that names a page: "not found" if that page is missing, trashed or not readable,
 * and a redirect if the address names another space.
 */
export function atPage(
  handle: Handle<CurrentPage>,
  { who = 'readers', rule, recorded: handleRecorded }: PageRoute = {},
): WebPage {
  const answer: WebPage['answer'] = async (c, dependencies) => {
    const reader = readerOf(c, dependencies)
    const id = c.req.param('id')?.replace(/\.md$/, '') ?? ''
    const key = c.req.param('key') ?? ''
    const page = await findCurrentPage(reader, id)
    const isElsewhere = page?.spaceKey.toLowerCase() !== key.toLowerCase()
    if (handleRecorded && (isElsewhere || page?.connection !== undefined)) {
      const recorded = await findRecordedIn(reader, key, id)
      if (recorded !== undefined) return handleRecorded(c, recorded, reader, dependencies)
    }
    if (page === undefined) return showNotFound(c)
    if (isElsewhere) {
      const { pathname, search } = new URL(c.req.url)
      return c.redirect(pathname.replace(/(?<=^\/wiki\/spaces\/)[^/]+/, page.spaceKey) + search)
    }
    return handle(c, page, reader, dependencies)
  }
  return { who, rule, answer }
}

/** Answers "not found" also to readers who may not write in the space. */
export function atWritablePage(handle: Handle<CurrentPage>): WebPage {
  return atPage(
    async (c, page, reader, dependencies) =>
      (await reader.mayWrite(page.spaceId))
        ? handle(c, page, reader, dependencies)
        : showNotFound(c),
    { who: 'writers' },
  )
}

/** Answers "not found" also to readers who may not write in the space. */
export function atWritableSpace(handle: Handle<Space>): WebPage {
  const page = atReadableSpace(async (c, space, reader, dependencies) =>
    (await reader.mayWrite(space.id)) ? handle(c, space, reader, dependencies) : showNotFound(c),
  )
  return { ...page, who: 'writers' }
}
