/** Reads all that puts the pages of a tree in order: the site's configuration and files in its folders. @module */
import { existsSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { readRegularFile } from '../files/read-regular-file.ts'
import { compareNames, folderOf, nameOf } from '../files/tree-paths.ts'
import { type Notice, wordNotice } from '../notices.ts'
import type { Site } from '../site/site.ts'
import { awesomePages } from './awesome-pages.ts'
import { category } from './category.ts'
import { metaJson } from './meta-json.ts'
import { readMkdocsNav } from './mkdocs-nav.ts'
import type {
  FolderNavigation,
  NavigationContext,
  NavigationEntry,
  NavigationSource,
} from './navigation.ts'
import { summary } from './summary.ts'
import { toc } from './toc.ts'

/** The surest first. */
const sources: readonly NavigationSource[] = [summary, toc, awesomePages, metaJson, category]

/** What there is to read. */
interface NavigationTree {
  /** Absolute path of the folder that the tree starts at. */
  readonly base: string
  readonly site: Site
  /** All files, from the base. */
  readonly paths: readonly string[]
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
export async function readNavigation(tree: NavigationTree): Promise<TreeNavigation> {
  const { base, site, paths } = tree
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
      folders.push(await readConfig(configFile, tree, context))
    } catch (error) {
      fail(pathFrom(base, configFile), `this is no YAML: ${(error as Error).message}`)
    }
  }
  const found = paths
    .map((path) => ({ path, kind: sources.findIndex(({ names }) => names.test(nameOf(path))) }))
    .filter(({ kind }) => kind !== -1)
    .sort((a, b) => a.kind - b.kind || depthOf(a.path) - depthOf(b.path))
  for (const { path, kind } of found) {
    const folder = folderOf(path)
    try {
      const text = await readText(join(base, path))
      const navigation = sources[kind]?.read(text, context(folder))
      if (navigation === undefined) continue
      folders.push({ ...navigation, folder })
      contents.add(path)
    } catch (error) {
      fail(path, (error as Error).message)
    }
  }
  const program = findProgram(tree)
  if (program !== undefined) fail(program, 'this is a program, and none is run')
  return { folders, contents, notices }
}

async function readConfig(
  configFile: string,
  { base, site }: NavigationTree,
  context: (folder: string) => NavigationContext,
): Promise<FolderNavigation> {
  const documents = site.rootFolders[0] ?? base
  const entries = readMkdocsNav(await readText(configFile), context(''))
  const folder = pathFrom(base, documents)
  return {
    folder: isOutside(folder) ? '' : folder,
    entries: rebase(entries, (path) => pathFrom(base, resolve(documents, path))),
  }
}

/** What lies outside the tree keeps its place for what is below. */
function rebase(
  entries: readonly NavigationEntry[],
  toBase: (path: string) => string,
): NavigationEntry[] {
  return entries.map(({ path, entries: below, ...entry }) => {
    const moved = path === undefined ? undefined : toBase(path)
    return {
      ...entry,
      ...(moved === undefined || isOutside(moved) ? {} : { path: moved }),
      ...(below === undefined ? {} : { entries: rebase(below, toBase) }),
    }
  })
}

function isOutside(path: string): boolean {
  return path === '..' || path.startsWith('../')
}

function pathFrom(base: string, file: string): string {
  return relative(base, file).split(sep).join('/')
}

function depthOf(path: string): number {
  return path.split('/').length
}

const maxBytes = 1024 * 1024

async function readText(file: string): Promise<string> {
  const bytes = await readRegularFile(file, {
    onSize(size) {
      if (size > maxBytes) throw new Error(`it has ${size} bytes, and may have ${maxBytes}`)
    },
  })
  return new TextDecoder().decode(bytes)
}

function contextOf(paths: readonly string[]): (folder: string) => NavigationContext {
  const below = new Map<string, Set<string>>()
  for (const path of paths) {
    for (let part = path; part !== ''; part = folderOf(part)) {
      const folder = folderOf(part)
      const names = below.get(folder) ?? new Set<string>()
      below.set(folder, names.add(part))
    }
  }
  return (folder) => ({
    folder,
    exists: (path) => below.has(path) || (below.get(folderOf(path))?.has(path) ?? false),
    list: (one) => [...(below.get(one) ?? [])].sort(compareNames),
  })
}

const programName = /^(?:sidebars|_meta)\.[cm]?[jt]sx?$/

/** Of several, one is told. */
function findProgram({ base, site: { configFile }, paths }: NavigationTree): string | undefined {
  const found = paths.find((path) => programName.test(nameOf(path)))
  if (found !== undefined || configFile === undefined) return found
  if (
    /(?:\.vitepress\/config|\/astro\.config)\.[cm]?[jt]s$/.test(configFile.replaceAll(sep, '/'))
  ) {
    return pathFrom(base, configFile)
  }
  if (!basename(configFile).startsWith('docusaurus.config.')) return undefined
  const beside = ['sidebars.ts', 'sidebars.js'].map((name) => join(dirname(configFile), name))
  const sidebars = beside.find((file) => existsSync(file))
  return sidebars && pathFrom(base, sidebars)
}
