/** Reads all sources of page order: the site's configuration, and files in its folders. @module */
import { join } from 'node:path'
import { append } from '../../contract/base/lists.ts'
import { generators } from '../dialects/dialects.ts'
import { folderOf, nameOf, pathFrom } from '../files/tree-paths.ts'
import { type Notice, wordNotice } from '../notices.ts'
import type { SiteTree } from '../site/find-sites.ts'
import {
  contextOf,
  type FolderNavigation,
  type NavigationSource,
  readNavigationFile,
} from './navigation.ts'

const sources: readonly NavigationSource[] = [
  ...new Set(generators.flatMap(({ navigationFiles = [] }) => navigationFiles)),
]

export function readNavigation(tree: SiteTree) {
  const { base, sites, fileSystem, paths, watch } = tree
  /** Navigation files, the surest kind first; within one kind, outer folders first. */
  const folders: FolderNavigation[] = []
  /** The navigation files, which are no pages. */
  const contents = new Set<string>()
  const notices: { path: string; notice: Notice }[] = []
  const fail = (path: string, reason: string): void => {
    notices.push({ path, notice: wordNotice('navigation-not-read', reason) })
  }
  const context = contextOf(paths)
  for (const site of sites.all) {
    const navigatedTree = {
      base,
      site,
      fileSystem,
      paths: paths.filter((path) => sites.of(path) === site),
    }
    try {
      const navigation = watch.run(() => site.readNavigation?.(navigatedTree) ?? [])
      for (const { file, folders: siteFolders, isWhole } of navigation) {
        const path = pathFrom(base, file)
        append(folders, siteFolders)
        if (isWhole) continue
        if (siteFolders.length === 0) fail(path, 'this is a program, and none is run')
        else notices.push({ path, notice: wordNotice('navigation-in-part', '') })
      }
    } catch (error) {
      fail(pathFrom(base, site.configFile ?? base), (error as Error).message)
    }
  }
  const navigationFiles = paths
    .map((path) => ({ path, kind: sources.findIndex(({ names }) => names.test(nameOf(path))) }))
    .filter(({ kind }) => kind !== -1)
    .sort((a, b) => a.kind - b.kind || depthOf(a.path) - depthOf(b.path))
  for (const { path, kind } of navigationFiles) {
    const folder = folderOf(path)
    try {
      const text = readNavigationFile(join(base, path), fileSystem)
      const navigation = watch.parse(text, () => sources[kind]?.read(text, context(folder)))
      if (navigation === undefined) continue
      folders.push({ ...navigation, folder })
      contents.add(path)
    } catch (error) {
      fail(path, (error as Error).message)
    }
  }
  return { folders, contents, notices }
}

function depthOf(path: string): number {
  return path.split('/').length
}
