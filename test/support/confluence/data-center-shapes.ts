/** What REST v1 of Data Center says of spaces and content. @module */
import type { StoredContent, StoredProperty, StoredSpace, StoredVersion } from './content.ts'
import { operationsOn } from './content-checks.ts'
import type { Site } from './site.ts'
import { labelShapesV1, personShape, versionShapeV1 } from './v1-shapes.ts'

export type Expand = ReadonlySet<string>

export function readExpand(query: URLSearchParams, otherwise = 'history,space,version'): Expand {
  const names = (query.get('expand') ?? otherwise).split(',').map((name) => name.trim())
  return new Set(
    names.flatMap((name) => name.split('.').map((_, end, all) => all.slice(0, end + 1).join('.'))),
  )
}

export function spaceShapeV1(site: Site, space: StoredSpace, expand: Expand): object {
  const self = `/rest/api/space/${space.key}`
  const home = site.store.content.get(space.homepageId)
  const homepage = `/rest/api/content/${space.homepageId}`
  const isOpen = expand.has('homepage') && home !== undefined
  return {
    id: Number(space.id),
    key: space.key,
    name: space.name,
    status: 'CURRENT',
    type: 'global',
    ...(isOpen ? { homepage: contentShape(site, home, new Set()) } : {}),
    _links: { webui: `/display/${space.key}`, self: site.base + self },
    _expandable: { metadata: '', icon: '', description: '', ...(isOpen ? {} : { homepage }) },
  }
}

export function contentShape(
  site: Site,
  page: StoredContent,
  expand: Expand,
  version: StoredVersion = page.versions.at(-1)!,
): Record<string, unknown> {
  const { store } = site
  const self = `/rest/api/content/${page.id}`
  const space = store.space(page.spaceId)
  const parts: Record<string, () => unknown> = {
    space: () => spaceShapeV1(site, space, new Set()),
    history: () => ({
      latest: true,
      createdBy: personShape(site, page.authorId),
      createdDate: page.createdAt,
      _links: { self: `${site.base}${self}/history` },
      _expandable: { lastUpdated: '', previousVersion: '', contributors: '', nextVersion: '' },
    }),
    version: () => versionShapeV1(site, version, page.id),
    ancestors: () => ancestors(site, page).map((one) => contentShape(site, one, new Set())),
    body: () => bodyShape(page, version, expand),
    metadata: () => metadataShape(site, page, expand),
    children: () => ({}),
    descendants: () => ({}),
    container: () => spaceShapeV1(site, space, new Set()),
    operations: () => operationsOn(site.store, page.id),
  }
  const names = Object.keys(parts)
  const expanded = names.filter((name) => expand.has(name)).map((name) => [name, parts[name]?.()])
  const closed = names.filter((name) => !expand.has(name)).map((name) => [name, ''])
  return {
    id: page.id,
    type: 'page',
    status: page.status,
    title: page.title,
    ...Object.fromEntries(expanded),
    extensions: { position: page.position },
    _links: {
      webui: `/display/${space.key}/${encodeURIComponent(page.title).replaceAll('%20', '+')}`,
      edit: `/pages/resumedraft.action?draftId=${page.id}`,
      tinyui: `/x/${Buffer.from(page.id).toString('base64url')}`,
      self: site.base + self,
      base: site.base,
      context: site.context,
      collection: '/rest/api/content',
    },
    _expandable: Object.fromEntries(closed),
  }
}

function ancestors(site: Site, page: StoredContent): StoredContent[] {
  const parent = page.parentId === undefined ? undefined : site.store.content.get(page.parentId)
  return parent === undefined ? [] : [...ancestors(site, parent), parent]
}

function bodyShape(page: StoredContent, version: StoredVersion, expand: Expand): object {
  const content = `/rest/api/content/${page.id}`
  const asked = (['storage', 'atlas_doc_format'] as const).filter((format) =>
    expand.has(`body.${format}`),
  )
  const shown = asked.map((representation) => [
    representation,
    { value: version.body, representation, _expandable: { content } },
  ])
  return {
    ...Object.fromEntries(shown),
    _expandable: { view: '', editor: '' },
  }
}

function metadataShape(site: Site, page: StoredContent, expand: Expand): object {
  const labels = labelShapesV1(page)
  const self = `${site.base}/rest/api/content/${page.id}`
  const properties = page.properties
    .filter((one) => expand.has(`metadata.properties.${one.key}`))
    .map((one) => [one.key, propertyShapeV1(site, page, one)])
  const wholeList = {
    results: labels,
    start: 0,
    limit: 200,
    size: labels.length,
    _links: { self: `${self}/label` },
  }
  return {
    ...(expand.has('metadata.labels') ? { labels: wholeList } : {}),
    ...(expand.has('metadata.properties')
      ? { properties: { ...Object.fromEntries(properties), _links: { self: `${self}/property` } } }
      : {}),
    _expandable: { currentuser: '', comments: '', likes: '' },
  }
}

export function propertyShapeV1(site: Site, page: StoredContent, property: StoredProperty): object {
  const { id, key, value, version, createdAt, authorId } = property
  return {
    id,
    key,
    value,
    version: {
      by: personShape(site, authorId),
      when: createdAt,
      message: '',
      number: version,
      minorEdit: true,
      hidden: false,
    },
    _links: { self: `${site.base}/rest/api/content/${page.id}/property/${key}` },
    _expandable: { content: `/rest/api/content/${page.id}` },
  }
}
