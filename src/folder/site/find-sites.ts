/** Finds the sites of a tree: the one around it and those in its folders. @module */
import { join } from 'node:path'
import { generators } from '../dialects/dialects.ts'
import type { FileWatch } from '../documents/file-watch.ts'
import type { FileSystem } from '../files/guarded-files.ts'
import { folderOf, isWithin, markdownEnding } from '../files/tree-paths.ts'
import { findSite, isConfigured } from './find-site.ts'
import type { Site, SiteEvidence } from './site.ts'

/** A tree of files, and its sites. */
export interface SiteTree {
  readonly base: string
  readonly sites: Sites
  readonly fileSystem: FileSystem
  readonly paths: readonly string[]
  readonly watch: FileWatch
}

export interface Sites {
  of(path: string): Site
  readonly around: Site
  readonly all: readonly Site[]
  readonly readAs: string
}

/** Trees with more configurations hold fixtures or templates rather than sites. */
const maxSites = 50
/** Each folder is searched for the configurations of all generators. */
const maxFolders = 500

/** Find the sites. A folder whose own configuration covers its files is a site of its own. */
export function findSites(evidence: SiteEvidence): Sites {
  const whole = findSite(evidence)
  const sitesBelow = foldersWithConfig(evidence)
    .flatMap(
      (folder) => findSiteIn(folder, evidence) ?? findSiteIn(folderOf(folder), evidence) ?? [],
    )
    .filter(({ site }) => site.configFile !== whole.configFile)
  const byFolder = new Map(sitesBelow.map((entry) => [entry.folder, entry]))
  const inFolders = [...byFolder.values()].slice(0, maxSites)
  const deepestFirst = inFolders.toSorted((a, b) => b.folder.length - a.folder.length)
  const find = (path: string): Site | undefined =>
    deepestFirst.find(({ folder }) => path.startsWith(`${folder}/`))?.site
  const paths = evidence.paths.filter((path) => find(path) === undefined)
  const around = inFolders.length === 0 ? whole : findSite({ ...evidence, paths })
  const readAs = inFolders.map(({ folder, site }) => `${folder}/ as ${site.readAs}`)
  return {
    of: (path) => find(path) ?? around,
    around,
    all: [around, ...inFolders.map(({ site }) => site)],
    readAs: [around.readAs, ...readAs].join('; '),
  }
}

interface SiteInFolder {
  readonly folder: string
  readonly site: Site
}

/** @returns Undefined without a configuration that covers the folder. */
function findSiteIn(folder: string, evidence: SiteEvidence): SiteInFolder | undefined {
  const base = join(evidence.base, folder)
  if (folder === '' || !isConfigured({ ...evidence, base })) return undefined
  const start = `${folder}/`
  const inSite = (path: string): string => path.slice(start.length)
  const paths = evidence.paths.filter((path) => path.startsWith(start)).map(inSite)
  const site = findSite({ ...evidence, base, paths }, start)
  const [content = base] = site.rootFolders
  const isOf = (path: string): boolean =>
    markdownEnding.test(path) && isWithin(join(base, path), content)
  if (!paths.some(isOf)) return undefined
  return { folder, site }
}

const configNames = new Set(generators.flatMap(({ configNames: names }) => names))
const hiddenNames = [...configNames].filter((name) => name.startsWith('.'))

/** Folders below the base that contain a configuration's name, the outer ones first. */
function foldersWithConfig({ base, paths, fileSystem }: SiteEvidence): string[] {
  const visitedFolders = new Set<string>()
  const configFolders = new Set<string>()
  for (const path of paths) {
    for (let folder = folderOf(path); folder !== '' && !visitedFolders.has(folder); ) {
      visitedFolders.add(folder)
      // The tree's list has no hidden files, so look for them directly.
      if (hiddenNames.some((name) => fileSystem.exists(join(base, folder, name))))
        configFolders.add(folder)
      folder = folderOf(folder)
    }
    for (const above of configFoldersOf(path)) configFolders.add(above)
  }
  return [...configFolders]
    .sort((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1))
    .slice(0, maxFolders)
}

/** Folders from which a path is a configuration's name, such as `config/_default/hugo.toml`. */
function configFoldersOf(path: string): string[] {
  const parts = path.split('/')
  return [1, 2, 3]
    .filter((count) => count < parts.length && configNames.has(parts.slice(-count).join('/')))
    .map((count) => parts.slice(0, -count).join('/'))
}
