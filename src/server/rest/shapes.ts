/** Converts spaces, pages, attachments and hits to the shapes of Confluence's REST v2. @module */
import { createHash } from 'node:crypto'
import { type Space, wholeAddress } from '../../wiki/import/target-wiki.ts'
import type { PageAttachment } from '../../wiki/pages/attachments.ts'
import type { Page, PageVersion, PageWithBody } from '../../wiki/pages/page.ts'
import type { ChildPage } from '../../wiki/pages/pages-around.ts'
import { attachmentEnding } from '../../wiki/store/attachments/attachments.ts'
import { type AnsweredHit, plainText } from '../reader/search.ts'

/** Connected spaces may have no known homepage. */
export interface ShownSpace extends Omit<Space, 'homepageId'> {
  readonly homepageId: string | undefined
  readonly edits?: string
}

export function spaceShape(space: ShownSpace) {
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

export function pageShape(page: Page) {
  return {
    id: page.id,
    status: 'current',
    title: page.title,
    spaceId: page.spaceId,
    parentId: page.parentId ?? null,
    parentType: page.parentId === undefined ? null : 'page',
    position: page.position ?? null,
    authorId: page.authorId,
    ownerId: page.authorId,
    lastOwnerId: null,
    createdAt: page.createdAt.toISOString(),
    version: versionShape(page.version),
    body: {},
    _links: { webui: `/spaces/${page.spaceKey}/pages/${page.id}` },
  }
}

function versionShape(version: PageVersion) {
  return {
    number: version.number,
    message: version.commit.message,
    minorEdit: false,
    authorId: version.authorId,
    createdAt: version.createdAt.toISOString(),
    // Fields that Confluence does not have.
    via: version.origin.via,
    ...(version.origin.tokenName !== '' && { token: version.origin.tokenName }),
  }
}

export function childShape({ id, pageTitle: title, position }: ChildPage, spaceId: string) {
  return { id, status: 'current', title, type: 'page', spaceId, childPosition: position ?? null }
}

/** The id is derived from the name, so that it is the same everywhere. */
export function labelShape(name: string) {
  const digest = createHash('sha256').update(name).digest()
  // 48 bits fit exactly into a JavaScript number.
  return { id: String(digest.readUIntBE(0, 6) + 1), name, prefix: 'global' }
}

export function attachmentShape(
  { id, sha256, type, length, createdAt }: PageAttachment,
  page: PageWithBody,
) {
  const webui = `/spaces/${page.spaceKey}/pages/${page.id}`
  const download = `/spaces/${page.spaceKey}/attachments/${sha256}`
  return {
    id: `att${id}`,
    status: 'current',
    // Attachments have no file name, so make one.
    title: `${sha256.slice(0, 16)}.${attachmentEnding(type)}`,
    createdAt: createdAt.toISOString(),
    pageId: page.id,
    mediaType: type,
    mediaTypeDescription: null,
    comment: '',
    fileId: sha256,
    fileSize: length,
    webuiLink: webui,
    downloadLink: download,
    version: {
      number: 1,
      message: '',
      minorEdit: false,
      authorId: page.version.authorId,
      createdAt: createdAt.toISOString(),
    },
    _links: { webui, download },
  }
}

export function hitShape(hit: AnsweredHit, origin: string) {
  return {
    id: hit.pageId,
    title: plainText(hit.title),
    space: { id: hit.spaceId, key: hit.spaceKey, name: hit.spaceName },
    path: hit.path,
    url: wholeAddress(origin, hit.address),
    version: hit.version,
    updatedAt: hit.updatedAt.toISOString(),
    excerpt: hit.excerpt,
    sections: hit.places.map(({ heading, excerpt, address }) => ({
      heading: plainText(heading),
      url: wholeAddress(origin, address),
      excerpt,
    })),
  }
}
