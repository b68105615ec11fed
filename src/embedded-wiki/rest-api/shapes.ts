/** Spaces and pages in the shapes of Confluence's REST v2. @module */
import type { Context } from 'hono'
import type { Space } from '../../importing/target-wiki.ts'
import type { EmbeddedWork } from '../embedded-work.ts'
import type { Page, PageWithBody } from '../store/pages.ts'
import type { BodyFormat } from './body-formats.ts'
import type { HostScope } from './host-scope.ts'

type SpaceShape = Record<string, unknown> & { readonly _links: { readonly webui: string } }

/** A space; the wiki that it is in may not tell of a homepage. */
export interface ShownSpace extends Omit<Space, 'homepageId'> {
  readonly homepageId: string | undefined
  /** Of a space that is connected: what becomes of edits there. */
  readonly edits?: string
}

/**
 * Show a space.
 * @param space The space.
 */
export function spaceShape(space: ShownSpace): SpaceShape {
  return {
    id: space.id,
    key: space.key,
    name: space.name,
    type: 'global',
    status: 'current',
    homepageId: space.homepageId ?? null,
    description: null,
    icon: null,
    ...(space.edits === undefined ? {} : { connection: { edits: space.edits } }),
    _links: { webui: `/spaces/${space.key}` },
  }
}

/**
 * Show a page without its body.
 * @param page The page.
 */
export function pageShape(page: Page): Record<string, unknown> {
  const { version } = page
  return {
    id: page.id,
    status: page.status,
    title: page.title,
    spaceId: page.spaceId,
    parentId: page.parentId ?? null,
    parentType: page.parentId === undefined ? null : 'page',
    position: page.position ?? null,
    authorId: page.authorId,
    ownerId: page.authorId,
    lastOwnerId: null,
    createdAt: page.createdAt.toISOString(),
    version: {
      number: version.number,
      message: version.message,
      minorEdit: false,
      authorId: version.authorId,
      createdAt: version.createdAt.toISOString(),
    },
    body: {},
    _links: { webui: `/spaces/${page.spaceKey}/pages/${page.id}` },
  }
}

/**
 * Show a page among the children of another.
 * @param page The page.
 */
export function childShape({ id, status, title, spaceId, position }: Page): object {
  return { id, status, title, type: 'page', spaceId, childPosition: position ?? null }
}

/**
 * Answer with a page on its own, with the wiki's address.
 * @param c The request.
 * @param page The page.
 * @param format Which body to include; none without one.
 * @param options What `_links.webui` stands below, and who renders the body.
 */
export async function answerPageWithBody(
  c: Context<HostScope>,
  page: PageWithBody,
  format: BodyFormat | undefined,
  { baseUrl, workers }: { baseUrl: () => string; workers: Pick<EmbeddedWork, 'show'> },
): Promise<Response> {
  const shape = pageShape(page)
  const answer = { ...shape, _links: { ...(shape._links as object), base: baseUrl() } }
  if (format === undefined) return c.json(answer)
  const { origin } = new URL(baseUrl())
  const sources = format === 'markdown' && page.markdown !== undefined ? [page.markdown] : []
  const parts = [page.adf, ...sources].map((text) => Buffer.from(text))
  const body = await workers.show('render-page-body', { value: { format, origin }, parts })
  // The body is JSON text already; quotation marks inside other texts are escaped there.
  const text = JSON.stringify(answer).replace('"body":{}', () => `"body":${body}`)
  return c.body(text, 200, { 'Content-Type': 'application/json' })
}
