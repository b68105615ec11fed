/** Reads all that puts the pages of a tree in order: the site's configuration and files in its folders. @module */
import { basename, join, resolve } from 'node:path'
import type { FileWatch } from '../documents/file-watch.ts'
import type { FileSystem } from '../files/guarded-files.ts'
import { folderOf, nameOf } from '../files/tree-paths.ts'
import { type Notice, wordNotice } from '../notices.ts'
import type { Site } from '../site/site.ts'
import { awesomePages } from './awesome-pages.ts'
import { category } from './category.ts'
import { metaJson } from './meta-json.ts'
import { readMkdocsNav } from './mkdocs-nav.ts'
import type { FolderNavigation, NavigationContext, NavigationSource } from './navigation.ts'
import { readSiteNavigation } from './site-navigation.ts'
import { summary } from './summary.ts'
import { toc } from './toc.ts'
import { contextOf, isOutside, pathFrom, rebase } from './tree-context.ts'

/** The surest first. */
const sources: readonly NavigationSource[] = [summary, toc, awesomePages, metaJson, category]

/** What there is to read. */
interface NavigationTree {
  /** Absolute path of the folder that the tree starts at. */
  readonly base: string
  readonly site: Site
  readonly fileSystem: FileSystem
  /** All files, from the base. */
  readonly paths: readonly string[]
  readonly watch: FileWatch
}

/** What was found. */
export interface TreeNavigation {
  /** The surest first; of files of one kind those of the outer folders. */
  readonly folders: readonly FolderNavigation[]
  /** The files that hold it: they are no pages. */
  readonly contents: ReadonlySet<string>
  readonly notices: readonly { readonly path: string; readonly notice: Notice }[]
}

/**
 * Read it.
 * @param tree The tree.
 */
export function readNavigation(tree: NavigationTree): TreeNavigation {
  const { base, site, fileSystem, paths, watch } = tree
  const folders: FolderNavigation[] = []
  const contents = new Set<string>()
  const notices: { path: string; notice: Notice }[] = []
  const fail = (path: string, reason: string): void => {
    notices.push({ path, notice: wordNotice('navigation-not-read', reason) })
  }
  const context = contextOf(paths)
  const { configFile } = site
  if (configFile !== undefined && /^mkdocs\.ya?ml$/.test(basename(configFile))) {
    try {
      folders.push(watch.run(() => readConfig(configFile, tree, context)))
    } catch (error) {
      fail(pathFrom(base, configFile), `this is no YAML: ${(error as Error).message}`)
    }
  }
  try {
    for (const { file, folders: found, isWhole } of watch.run(() => readSiteNavigation(tree))) {
      const path = pathFrom(base, file)
      folders.push(...found)
      if (isWhole) continue
      if (found.length === 0) fail(path, 'this is a program, and none is run')
      else notices.push({ path, notice: wordNotice('navigation-in-part', '') })
    }
  } catch (error) {
    fail(pathFrom(base, configFile ?? base), (error as Error).message)
  }
  const found = paths
    .map((path) => ({ path, kind: sources.findIndex(({ names }) => names.test(nameOf(path))) }))
    .filter(({ kind }) => kind !== -1)
    .sort((a, b) => a.kind - b.kind || depthOf(a.path) - depthOf(b.path))
  for (const { path, kind } of found) {
    const folder = folderOf(path)
    try {
      const text = readText(join(base, path), fileSystem)
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

function readConfig(
  configFile: string,
  { base, site, fileSystem }: NavigationTree,
  context: (folder: string) => NavigationContext,
): FolderNavigation {
  const documents = site.rootFolders[0] ?? base
  const entries = readMkdocsNav(readText(configFile, fileSystem), context(''))
  const folder = pathFrom(base, documents)
  return {
    folder: isOutside(folder) ? '' : folder,
    entries: rebase(entries, (path) => pathFrom(base, resolve(documents, path))),
  }
}

function depthOf(path: string): number {
  return path.split('/').length
}

const maxBytes = 1024 * 1024

function readText(file: string, fileSystem: FileSystem): string {
  const text = fileSystem.readSettings(file, maxBytes + 1)
  if (Buffer.byteLength(text) > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`)
  return text.replace(/^\ufeff/, '')
}
