/** Makes the request of a page, and the digest by which the store remembers it. @module */
import { hash } from 'node:crypto'
import type { PageFields } from '../client/import-page.ts'
import type { BuiltPage } from '../content/page-builder.ts'
import { addressOfSource } from '../content/resolution.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { FolderRun } from './folder-run.ts'
import { sourcePath } from './source-name.ts'

export function fieldsOf(
  { settings, pages }: Pick<FolderRun, 'settings' | 'pages'>,
  node: PageNode,
  built: BuiltPage,
): PageFields {
  const { homepageTitle } = pages.of(node)
  const { exported, position, navigationTitle } = node
  const keepsTitleHeading = settings.keepTitleHeading || exported?.keepsTitleHeading
  return {
    spaceId: settings.spaceId,
    parentId: findParentId({ settings, pages }, node),
    pageTitle: (exported?.isHomepage ? undefined : homepageTitle) ?? node.title,
    content: built.content,
    ...(keepsTitleHeading && { removeTitleHeading: false }),
    ...(built.labels && { labels: built.labels }),
    ...(position !== undefined && homepageTitle === undefined && { position }),
    ...(navigationTitle !== undefined && { navigationTitle }),
  }
}

/** The id of the nearest page above that exists. */
export function findParentId(
  { settings, pages }: Pick<FolderRun, 'settings' | 'pages'>,
  node: PageNode,
): string {
  for (let above: PageNode | undefined = node; above !== undefined; above = above.parent) {
    if (above.parentId !== undefined) return above.parentId
    const parent = above.parent && pages.of(above.parent)
    if (parent?.state === 'there' && parent.id !== undefined) return parent.id
  }
  return settings.parentId
}

/** Whether a dry run would make the page above, so that it cannot be asked about this place. */
export function isPlaceForeseen(
  { pages }: Pick<FolderRun, 'pages'>,
  { parent }: PageNode,
): boolean {
  return parent !== undefined && pages.of(parent).state === 'foreseen'
}

/** Where the page comes from, as its version is to say. */
export function sourceFields(
  { plan, source, commit, settings }: Pick<FolderRun, 'plan' | 'source' | 'commit' | 'settings'>,
  node: PageNode,
): Pick<PageFields, 'source' | 'takeOver'> {
  if (source === undefined) return {}
  const { file } = node
  const url = file && addressOfSource(plan, { file, isFolder: false })
  return {
    source: {
      name: source,
      path: sourcePath(plan, node),
      ...(url && { url }),
      ...commit,
    },
    ...(settings.takeOver && { takeOver: true }),
  }
}

const ignoredFields: ReadonlySet<string> = new Set([
  'source',
  'overwrite',
  'dryRun',
  'takeOver',
  'pageId',
])

/** The digest that `GET …/sources` gives of the last import, as docs/api.md defines it. */
export function fieldsDigest(fields: PageFields): string {
  const fieldsOfPage = Object.entries(fields).filter(([name]) => !ignoredFields.has(name))
  return hash('sha256', JSON.stringify(sortMembers(Object.fromEntries(fieldsOfPage))))
}

function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([name, member]) => [name, sortMembers(member)]))
}
