/** What REST v1 says of people, spaces and content: all of Data Center, and on Cloud what v2 lacks. @module */
import { labelShapes, propertyShape } from './cloud-shapes.ts'
import type { StoredAttachment, StoredContent, StoredSpace, StoredVersion } from './content.ts'
import { operationsOn } from './content-checks.ts'
import type { Site } from './site.ts'

export type Expand = ReadonlySet<string>

export function readExpand(query: URLSearchParams, otherwise = 'history,space,version'): Expand {
  const names = (query.get('expand') ?? otherwise).split(',').map((name) => name.trim())
  return new Set(
    names.flatMap((name) => name.split('.').map((_, end, all) => all.slice(0, end + 1).join('.'))),
  )
}

export function personShape(site: Site, id: string): object {
  const { name = id } = site.store.accounts.find((one) => one.id === id) ?? {}
  const own = site.context === '/wiki' ? { accountId: id } : { username: name, userKey: id }
  return { type: 'known', ...own, displayName: name }
}

export function spaceShapeV1(
  { store }: Site,
  { id, key, name, homepageId }: StoredSpace,
  expand: Expand,
): object {
  const homepage = { id: homepageId, type: 'page', title: store.page(homepageId).title }
  const space = { id: Number(id), key, name, status: 'CURRENT', type: 'global' }
  return expand.has('homepage') ? { ...space, homepage } : space
}

export function contentShapeV1(
  site: Site,
  page: StoredContent,
  expand: Expand,
  version: StoredVersion = page.versions.at(-1)!,
): Record<string, unknown> {
  const { store } = site
  const { id, status, title, authorId } = page
  const parts: Readonly<Record<string, () => unknown>> = {
    space: () => spaceShapeV1(site, store.space(page.spaceId), new Set()),
    history: () => ({ latest: true, createdBy: personShape(site, authorId) }),
    version: () => ({
      by: personShape(site, version.authorId),
      when: version.createdAt,
      message: version.message,
      number: version.number,
    }),
    ancestors: () =>
      ancestors(site, page).map((one) => ({ id: one.id, type: 'page', title: one.title })),
    body: () => bodyShape(version, expand),
    metadata: () => metadataShape(page, expand),
    operations: () => operationsOn(store, id),
  }
  const expanded = Object.entries(parts).filter(([name]) => expand.has(name))
  return {
    id,
    type: 'page',
    status,
    title,
    ...Object.fromEntries(expanded.map(([name, shape]) => [name, shape()])),
    _links: { base: site.base, context: site.context },
  }
}

function ancestors(site: Site, page: StoredContent): StoredContent[] {
  const parent = page.parentId === undefined ? undefined : site.store.content.get(page.parentId)
  return parent === undefined ? [] : [...ancestors(site, parent), parent]
}

function bodyShape({ body: value }: StoredVersion, expand: Expand): object {
  const formats = ['storage', 'atlas_doc_format'].filter((name) => expand.has(`body.${name}`))
  return Object.fromEntries(formats.map((name) => [name, { value, representation: name }]))
}

function metadataShape(page: StoredContent, expand: Expand): object {
  const properties = page.properties
    .filter((one) => expand.has(`metadata.properties.${one.key}`))
    .map((one) => [one.key, propertyShape(one)])
  return {
    ...(expand.has('metadata.labels') ? { labels: { results: labelShapes(page) } } : {}),
    ...(expand.has('metadata.properties') ? { properties: Object.fromEntries(properties) } : {}),
  }
}

export function attachmentShapeV1(
  { context }: Site,
  { id, name, fileIds }: StoredAttachment,
): object {
  const extensions = context === '/wiki' ? { fileId: fileIds[0] } : {}
  return { id, type: 'attachment', status: 'current', title: name, extensions }
}
