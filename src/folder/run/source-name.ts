/** Names the source of a run, and the paths of its pages in it. @module */
import { basename, relative, sep } from 'node:path'
import { pathFrom } from '../files/tree-paths.ts'
import type { FolderSettings } from '../folder-options.ts'
import type { PageNode } from '../plan/page-node.ts'
import type { FolderPlan } from '../plan/plan-folder.ts'
import { findRemote } from '../site/source-url.ts'

export interface SourceName {
  readonly name: string
  /** Whether there is neither a remote nor a name from the user. */
  readonly isGuessed: boolean
}

/**
 * Name the source: `host/owner/name` of the remote, with `:folder` where not the whole repository is
 * imported; without a remote, the folder and the parent page.
 */
export function sourceOf(
  { base, repository }: Pick<FolderPlan, 'base' | 'repository'>,
  { source, parentId }: Pick<FolderSettings, 'source' | 'parentId'>,
): SourceName {
  if (source !== undefined) return { name: source, isGuessed: false }
  const remote = findRemote(repository)
  if (remote === undefined) return { name: `${basename(base)}@${parentId}`, isGuessed: true }
  const folder = relative(repository, base).split(sep).join('/')
  return { name: folder === '' ? remote : `${remote}:${folder}`, isGuessed: false }
}

const section = /^(?:(.*)\/)?nav:(.+)\/$/

/**
 * Give the path of a page in its source: that of its file or folder. A navigation section is named by
 * the navigation file with `#`, its folder if that is not the site's, and its titles.
 */
export function sourcePath(
  { base, sites }: Pick<FolderPlan, 'base' | 'sites'>,
  node: PageNode,
): string {
  const [, folder = '', names] = section.exec(node.path) ?? []
  const {
    configFile,
    rootFolders: [content = base],
  } = sites.of(node.path)
  if (names === undefined || configFile === undefined) return node.path
  const isOfSite = folder === '' || folder === pathFrom(base, content)
  return `${pathFrom(base, configFile)}#${isOfSite ? '' : `${folder}/`}${names}`
}
