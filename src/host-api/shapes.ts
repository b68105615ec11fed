/** Spaces and pages in the shapes of Confluence's REST v2. @module */
import type { AdfDoc } from '../adf/types.ts'
import { adfToHtml } from '../render/adf-to-html.ts'
import { adfToStorage } from '../render/adf-to-storage.ts'
import { withWholeAddresses } from '../wiki/attachment-addresses.ts'
import type { Page, PageWithBody } from '../wiki/pages.ts'
import type { Space } from '../wiki/wiki.ts'

export type BodyFormat = 'atlas_doc_format' | 'storage' | 'view'

type SpaceShape = Record<string, unknown> & { readonly _links: { readonly webui: string } }

/**
 * Show a space.
 * @param space The space.
 */
export function spaceShape(space: Space): SpaceShape {
  return {
    id: space.id,
    key: space.key,
    name: space.name,
    type: 'global',
    status: 'current',
    homepageId: space.homepageId,
    description: null,
    icon: null,
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
    position: null,
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
export function childShape({ id, status, title, spaceId }: Page): object {
  return { id, status, title, type: 'page', spaceId, childPosition: null }
}

/**
 * Show a page on its own, with the wiki's address.
 * @param page The page.
 * @param format Which body to include; none without one.
 * @param baseUrl What `_links.webui` stands below.
 */
export function pageWithBodyShape(
  page: PageWithBody,
  format: BodyFormat | undefined,
  baseUrl: string,
): object {
  const shape = pageShape(page)
  const body = format === undefined ? {} : { [format]: bodyShape(page, format, baseUrl) }
  return { ...shape, body, _links: { ...(shape._links as object), base: baseUrl } }
}

function bodyShape(page: PageWithBody, format: BodyFormat, baseUrl: string): object {
  const adf = withWholeAddresses(page.adf, new URL(baseUrl).origin)
  const render = { storage: adfToStorage, view: adfToHtml }
  const value = format === 'atlas_doc_format' ? adf : render[format](JSON.parse(adf) as AdfDoc)
  return { representation: format, value }
}
