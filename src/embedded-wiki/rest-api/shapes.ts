/** Spaces, pages, versions and attachments in the shapes of Confluence's REST v2. @module */
import type { Space } from '../../importing/target-wiki.ts'
import { attachmentEnding } from '../store/attachments/attachments.ts'
import type { PageAttachment } from '../store/attachments/list-attachments.ts'
import type { Label } from '../store/page-labels.ts'
import type { Page, PageVersion } from '../store/pages.ts'

type Shape = Readonly<Record<string, unknown>>

/** A space; the wiki that it is in may not tell of a homepage. */
export interface ShownSpace extends Omit<Space, 'homepageId'> {
  readonly homepageId: string | undefined
  /** Of a space that is connected: what becomes of edits there. */
  readonly edits?: string
}

/** Show a space. */
export function spaceShape(space: ShownSpace): Shape {
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

/** Show a page without its body. */
export function pageShape(page: Page): Shape {
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
    version: versionShape(page.version),
    body: {},
    _links: { webui: `/spaces/${page.spaceKey}/pages/${page.id}` },
  }
}

/** Show a version. */
export function versionShape(version: PageVersion): Shape {
  return {
    number: version.number,
    message: version.message,
    minorEdit: false,
    authorId: version.authorId,
    createdAt: version.createdAt.toISOString(),
    // Ours, and not Confluence's.
    via: version.origin.via,
    ...(version.origin.tokenName !== '' && { token: version.origin.tokenName }),
  }
}

/** Show a page among the children of another. */
export function childShape({ id, status, title, spaceId, position }: Page): Shape {
  return { id, status, title, type: 'page', spaceId, childPosition: position ?? null }
}

/** Show a label. */
export function labelShape({ id, name }: Label): Shape {
  return { id, name, prefix: 'global' }
}

/** Show an attachment. */
export function attachmentShape(attachment: PageAttachment): Shape {
  const { pageId, spaceKey, sha256, type, length, status, authorId, createdAt } = attachment
  const webui = `/spaces/${spaceKey}/pages/${pageId}`
  const download = `/spaces/${spaceKey}/attachments/${sha256}`
  return {
    id: `att${attachment.id}`,
    status,
    title: attachmentTitle(attachment),
    createdAt: createdAt.toISOString(),
    pageId,
    mediaType: type,
    mediaTypeDescription: null,
    comment: '',
    fileId: sha256,
    fileSize: length,
    webuiLink: webui,
    downloadLink: download,
    version: {
      ...{ number: 1, message: '', minorEdit: false, authorId },
      createdAt: createdAt.toISOString(),
    },
    _links: { webui, download },
  }
}

/** Say what an attachment is called: images have no name of their own. */
export function attachmentTitle({ sha256, type }: Pick<PageAttachment, 'sha256' | 'type'>): string {
  return `${sha256.slice(0, titleDigits)}.${attachmentEnding(type)}`
}

/** So many digits of its digest are in the title of an attachment. */
export const titleDigits = 16
