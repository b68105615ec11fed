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

interface BodyWish {
  readonly format: string | undefined
  readonly value?: string | undefined
}

export function spaceShape({ id, key, name, homepageId }: StoredSpace): object {
  return { id, key, name, homepageId, status: 'current', type: 'global' }
}

export function pageShape(
  store: ContentStore,
  page: StoredContent,
  body: BodyWish,
  version: StoredVersion = page.versions.at(-1)!,
): Record<string, unknown> {
  return { ...contentShape(store, page, version), body: bodyShape(version, body) }
}

function bodyShape(version: StoredVersion, { format, value }: BodyWish): object {
  return format === undefined ? {} : { [format]: { value: value ?? version.body } }
}

/** What pages and folders have alike. */
export function contentShape(
  store: ContentStore,
  content: StoredContent,
  { number, message, authorId, createdAt }: StoredVersion = content.versions.at(-1)!,
): object {
  return {
    id: content.id,
    status: content.status,
    title: content.title,
    parentId: content.parentId ?? null,
    spaceId: content.spaceId,
    authorId: content.authorId,
    version: { number, message, authorId, createdAt },
    _links: { webui: webPath(store, content) },
  }
}

export function webPath(store: ContentStore, page: StoredContent): string {
  const { key } = store.space(page.spaceId)
  const title = encodeURIComponent(page.title).replaceAll('%20', '+')
  return page.kind === 'folder'
    ? `/spaces/${key}/folder/${page.id}`
    : `/spaces/${key}/pages/${page.id}/${title}`
}

export function childShape({ id, kind, status, title, position }: StoredContent): object {
  return { id, type: kind, status, title, childPosition: position }
}

export function propertyShape({ id, key, value, version }: StoredProperty): object {
  return { id, key, value, version: { number: version } }
}

export function labelShapes(page: StoredContent): object[] {
  return [...page.labels].map((name) => ({ prefix: 'global', name }))
}

export function attachmentShape({ id, name: title, fileIds }: StoredAttachment): object {
  return { id, title, status: 'current', fileId: fileIds[0] }
}

export function commentShape({ id, marker, quoted }: StoredComment): object {
  const properties = { inlineMarkerRef: marker, inlineOriginalSelection: quoted }
  return { id, status: 'current', properties }
}
