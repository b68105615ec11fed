/** What REST v2 of Cloud says of spaces, pages and what hangs on them. @module */
import type {
  StoredAttachment,
  StoredComment,
  StoredContent,
  StoredProperty,
  StoredSpace,
  StoredVersion,
} from './content.ts'
import type { ContentStore } from './content-store.ts'

export interface BodyWish {
  readonly format: string | undefined
  readonly value?: string | undefined
}

export function spaceShape(space: StoredSpace, authorId: string): object {
  return {
    createdAt: space.createdAt,
    authorId,
    homepageId: space.homepageId,
    icon: null,
    description: null,
    status: 'current',
    name: space.name,
    key: space.key,
    id: space.id,
    type: 'global',
    _links: { webui: `/spaces/${space.key}` },
    currentActiveAlias: space.key,
  }
}

export function pageShape(
  store: ContentStore,
  page: StoredContent,
  body: BodyWish | null,
  version: StoredVersion = page.versions.at(-1)!,
): Record<string, unknown> {
  const parent = page.parentId === undefined ? undefined : store.content.get(page.parentId)
  return {
    parentId: page.parentId ?? null,
    lastOwnerId: null,
    spaceOwnerId: store.accounts[0]?.id ?? null,
    sourceTemplateEntityId: null,
    ownerId: page.authorId,
    createdAt: page.createdAt,
    authorId: page.authorId,
    parentType: parent?.kind ?? null,
    version: {
      ...versionShape(version),
      // Pages that the editor never opened have no step version.
      ncsStepVersion: version.isByHand ? String(version.number) : null,
    },
    position: page.position,
    spaceId: page.spaceId,
    body: body && bodyShape(version, body),
    status: page.status,
    title: page.title,
    id: page.id,
    _links: pageLinks(store, page),
  }
}

function bodyShape(version: StoredVersion, { format, value }: BodyWish): object {
  if (format === undefined) return {}
  return { [format]: { representation: format, value: value ?? version.body } }
}

function pageLinks(store: ContentStore, page: StoredContent): Record<string, string> {
  const { key } = store.space(page.spaceId)
  return {
    editui: `/pages/resumedraft.action?draftId=${page.id}`,
    webui: webPath(store, page),
    edituiv2: `/spaces/${key}/pages/edit-v2/${page.id}`,
    tinyui: `/x/${Buffer.from(page.id).toString('base64url')}`,
  }
}

export function webPath(store: ContentStore, page: StoredContent): string {
  const { key } = store.space(page.spaceId)
  const title = encodeURIComponent(page.title).replaceAll('%20', '+')
  return page.kind === 'folder'
    ? `/spaces/${key}/folder/${page.id}`
    : `/spaces/${key}/pages/${page.id}/${title}`
}

function versionShape(version: StoredVersion): object {
  return {
    number: version.number,
    message: version.message,
    minorEdit: version.isMinor,
    authorId: version.authorId,
    createdAt: version.createdAt,
  }
}

export function folderShape(store: ContentStore, folder: StoredContent): object {
  const parent = folder.parentId === undefined ? undefined : store.content.get(folder.parentId)
  return {
    id: folder.id,
    type: 'folder',
    status: folder.status,
    title: folder.title,
    parentId: folder.parentId ?? null,
    parentType: parent?.kind ?? null,
    position: folder.position,
    authorId: folder.authorId,
    ownerId: folder.authorId,
    createdAt: folder.createdAt,
    spaceId: folder.spaceId,
    version: versionShape(folder.versions.at(-1)!),
    _links: { webui: webPath(store, folder) },
  }
}

export function childShape(child: StoredContent, hasType: boolean): object {
  return {
    id: child.id,
    status: child.status,
    title: child.title,
    ...(hasType ? { type: child.kind } : {}),
    spaceId: child.spaceId,
    childPosition: child.position,
  }
}

export function propertyShape(property: StoredProperty): object {
  const { id, key, value, version: number, authorId, createdAt } = property
  const version = { number, message: '', minorEdit: false, authorId, createdAt }
  return { version, value, key, id }
}

export function labelShapes(page: StoredContent): object[] {
  return [...page.labelIds].map(([name, id]) => ({ prefix: 'global', name, id }))
}

export function downloadPath(page: StoredContent, { id, name, version }: StoredAttachment): string {
  return page.title.length % 2 === 0
    ? `/rest/api/content/${page.id}/child/attachment/${id}/download`
    : `/download/attachments/${page.id}/${encodeURIComponent(name)}?version=${version}&api=v2`
}

export function attachmentShape(page: StoredContent, file: StoredAttachment): object {
  const download = downloadPath(page, file)
  const webui = `/pages/viewpageattachments.action?pageId=${page.id}&preview=%2F${page.id}%2F${file.id}`
  return {
    fileId: file.fileIds[0],
    downloadLink: download,
    createdAt: file.createdAt,
    mediaTypeDescription: file.mediaType === 'image/svg+xml' ? null : 'File',
    webuiLink: webui,
    comment: file.comment,
    version: {
      number: file.version,
      message: file.comment,
      minorEdit: false,
      authorId: page.authorId,
      createdAt: file.createdAt,
    },
    pageId: page.id,
    status: 'current',
    title: file.name,
    fileSize: file.bytes.byteLength,
    mediaType: file.mediaType,
    id: file.id,
    _links: { download, webui },
  }
}

export function commentShape(
  store: ContentStore,
  page: StoredContent,
  comment: StoredComment,
): Record<string, unknown> {
  const isAnchored = store.body.markers(page.versions.at(-1)!.body).includes(comment.marker)
  const { id, marker, quoted, authorId, createdAt, resolution } = comment
  return {
    id,
    status: 'current',
    title: `Re: ${page.title}`,
    pageId: page.id,
    version: { number: 1, message: '', minorEdit: false, authorId, createdAt },
    body: {},
    resolutionStatus: isAnchored || resolution === 'resolved' ? resolution : 'dangling',
    resolutionLastModifierId: resolution === 'open' ? null : authorId,
    resolutionLastModifiedAt: resolution === 'open' ? null : createdAt,
    // Names with dashes are deprecated.
    properties: {
      inlineMarkerRef: marker,
      inlineOriginalSelection: quoted,
      'inline-marker-ref': marker,
      'inline-original-selection': quoted,
    },
    _links: { webui: `${webPath(store, page)}?focusedCommentId=${id}` },
  }
}
