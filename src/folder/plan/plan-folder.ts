/** Reads the files of folders and plans the tree of pages, before anything is sent. @module */
import { basename, join } from 'node:path'
import { guessSiteRoot, withSiteRoot } from '../content/guess-site-root.ts'
import type { AddressTree } from '../content/link-rules.ts'
import { toDialect } from '../dialects/dialects.ts'
import { type DocumentReader, documentReader } from '../documents/document-reader.ts'
import { fileWatch } from '../documents/file-watch.ts'
import { isExportedPage, isExportedTree } from '../files/exported-tree.ts'
import { fileIndex } from '../files/file-index.ts'
import { findMarkdownFiles, type MarkdownFile } from '../files/find-markdown-files.ts'
import { type FileSystem, guardedFiles } from '../files/guarded-files.ts'
import { findRepository, selectPaths } from '../files/select-paths.ts'
import {
  commonFolder,
  folderOf,
  isIndex,
  isInside,
  isWithin,
  nameOf,
  pathFrom,
  stemOf,
} from '../files/tree-paths.ts'
import { type FolderSource, sourceSettings } from '../folder-options.ts'
import { type FolderNavigation, isOutside, pathsOf } from '../navigation/navigation.ts'
import { readNavigation } from '../navigation/read-navigation.ts'
import { type Notice, type NoticeCode, wordNotice } from '../notices.ts'
import { generatorNames } from '../site/find-site.ts'
import { findSites, type Sites } from '../site/find-sites.ts'
import type { Site, SiteEvidence } from '../site/site.ts'
import { findSourceUrl } from '../site/source-url.ts'
import type { OnPlanNotice } from './decide-parents.ts'
import { type PageTree, pageTree } from './page-tree.ts'
import { readSources } from './read-sources.ts'

export interface FolderPlan extends AddressTree {
  readonly fileSystem: FileSystem
  readonly tree: PageTree
  readonly sites: Sites
  /** Whether the tree is an exported space, which needs no detection. */
  readonly isExport: boolean
  /** Prefix of source links. */
  readonly sourceUrl: string | undefined
  readonly documents: DocumentReader
  readonly notices: readonly PlanNotice[]
  /** Folders that were read completely. */
  readonly folders: readonly string[]
  /** Folders that could not be read, so files there may still exist. */
  readonly unreadable: readonly string[]
  /** Why there is nothing to import; undefined where there is something. */
  readonly emptiness: string | undefined
}

interface PlanNotice {
  readonly path: string
  readonly notice: Notice
}

/** @param guard Refuses files that must not be read. Tests replace it to prove that nothing else does. */
export async function planFolder(
  source: FolderSource,
  guard: typeof guardedFiles = guardedFiles,
): Promise<FolderPlan> {
  const settings = sourceSettings(source)
  const { exclude, glob, maxBodyBytes, allowIgnored, docsVersion } = settings
  const { parentId, sourceUrl, pageIds = true } = source
  const selection = selectPaths(source.paths, source.importedBase)
  const { base, folders, isPart } = selection
  const notices: PlanNotice[] = []
  const unreadable: string[] = []
  const onNotice = (path: string, code: NoticeCode, detail: string): void => {
    notices.push({ path, notice: wordNotice(code, detail) })
    if (code === 'folder-unreadable') unreadable.push(path)
  }
  const around = findRepository(base)
  const named = [...folders, ...selection.files]
  const filesAround = guard({ top: around, named, allowIgnored, generatorNames })
  const walk = { fileSystem: filesAround, exclude, glob, onNotice }
  const { files, others, ignored } = await findMarkdownFiles(selection, walk)
  const paths = [...files.map(({ path }) => path), ...others]
  const isExport = isExportedTree({ base, others, fileSystem: filesAround })
  // Nothing in an export is a configuration.
  const configPaths = isExport ? [] : paths
  const watch = fileWatch(settings.fileTimeoutMs)
  const place = { base, fileSystem: filesAround, paths: configPaths, watch }
  const dialects = isExport ? (['github'] as const) : settings.dialects?.map(toDialect)
  const sites = readSites({ ...place, repository: around, dialects, docsVersion }, onNotice)
  const { folder } = sites.around
  // A site's folder may lie outside of the repository or beside the files.
  const repository = commonFolder(around, folder)
  const fileSystem = filesAround.with(folder)
  const index = fileIndex(paths)
  const reading = { sites, fileSystem, paths, files: index, isExport, maxBodyBytes }
  const documents = documentReader({ ...place, ...reading })
  const navigation = readNavigation({ ...place, sites, fileSystem })
  notices.push(...navigation.notices)
  const namedFiles = new Set(selection.named.map((file) => pathFrom(base, file)))
  const listedPaths = navigation.folders.flatMap(({ entries }) => pathsOf(entries))
  const requestedPaths = new Set([...namedFiles, ...listedPaths])
  const pageFiles = isExport
    ? files.filter(({ path }) => isExportedPage(path))
    : choosePages(files, { base, sites, requestedPaths, contents: navigation.contents }, onNotice)
  for (const path of paths) {
    if (sites.of(path).isOtherPage(path)) onNotice(path, 'format-left-out', '')
  }
  const reader = { documents, sites, pageIds, onNotice }
  const { sources, rooted } = await readSources(pageFiles, reader)
  const roots = contentRoots(base, sites, sources)
  const wanted = isPart ? namedFiles : undefined
  const tree = pageTree(sources, {
    name: basename(base),
    passed: new Set(roots.flatMap(({ passed }) => passed)),
    parentId,
    navigation: [...navigation.folders, ...roots.flatMap(({ named }) => named ?? [])],
    isThere: (path) => fileSystem.exists(join(base, path)),
    onNotice,
    wanted,
    // Single files say nothing about the order of their siblings.
    isOrdered: (isPart || folders.length > 0) && !isExport,
  })
  for (const { path, lists, description } of tree.nodes) {
    const rest = description === undefined ? 'nothing' : 'its description'
    if (lists?.length === 0) onNotice(path, 'page-empty', rest)
  }
  const linkTargets = new Map(files.flatMap(({ path, target }) => (target ? [[path, target]] : [])))
  const addressing = { base, repository, sites, files: index, tree, linkTargets }
  const siteRoot = isExport ? undefined : guessSiteRoot(addressing, rooted)
  if (siteRoot !== undefined) {
    const { prefix } = siteRoot
    const rootName = siteRoot.folder === '' ? 'the folder' : `${siteRoot.folder}/`
    onNotice('', 'site-root-guessed', `${prefix} are looked up in ${rootName}`)
  }
  return {
    ...addressing,
    sites: siteRoot === undefined ? sites : withSiteRoot(sites, base, siteRoot),
    fileSystem,
    isExport,
    documents,
    sourceUrl: sourceUrl ?? findSourceUrl(repository),
    notices: wanted === undefined ? notices : notices.filter(concerns(tree, wanted)),
    folders,
    unreadable,
    emptiness:
      missingVersion(sites, docsVersion) ??
      (tree.nodes.length > 0 || unreadable.length > 0
        ? undefined
        : nothingIn(base, ignored, glob.length > 0)),
  }
}

function readSites(
  evidence: Omit<SiteEvidence, 'onRefused' | 'onUnread'>,
  onNotice: OnPlanNotice,
): Sites {
  const pathOf = (file: string): string => pathFrom(evidence.base, file)
  // Several sites of the tree may read one configuration, which is then reported once.
  const unreadConfigs = new Map<string, string>()
  const sites = findSites({
    ...evidence,
    onRefused: (file, refusal) => onNotice(pathOf(file), `settings-${refusal}`, pathOf(file)),
    onUnread: (file, reason) => void unreadConfigs.set(file, reason),
  })
  for (const [file, reason] of unreadConfigs) onNotice(pathOf(file), 'settings-not-read', reason)
  for (const { configFile = evidence.base, computed, otherModules } of sites.all) {
    const lists = { 'settings-computed': computed, 'modules-left-out': otherModules } as const
    for (const [code, names] of Object.entries(lists) as [keyof typeof lists, readonly string[]][])
      if (names.length > 0) onNotice(pathOf(configFile), code, names.join(', '))
  }
  return sites
}

interface PageChoice {
  readonly base: string
  readonly sites: Sites
  /** Files that the user names or a navigation lists. */
  readonly requestedPaths: ReadonlySet<string>
  /** Paths of files that only list other pages, such as `SUMMARY.md`. */
  readonly contents: ReadonlySet<string>
}

/** Leave out files of other versions, parts of pages, and files for developers alone. */
function choosePages(
  files: readonly MarkdownFile[],
  { base, sites, requestedPaths, contents }: PageChoice,
  onNotice: OnPlanNotice,
): readonly MarkdownFile[] {
  const leftOut = new Map<string, number>()
  const pages = files.filter(({ path }) => {
    const site = sites.of(path)
    const version = site.docsVersions.otherOf(path)
    if (version !== undefined) {
      leftOut.set(version, (leftOut.get(version) ?? 0) + 1)
      return false
    }
    if (contents.has(path)) return false
    const isPart = site.isPart(path)
    if (isPart) onNotice(path, 'part-left-out', '')
    const isOut = !isPart && !requestedPaths.has(path) && isLitter(base, path, site)
    if (isOut) onNotice(path, 'litter-left-out', '')
    return !isPart && !isOut
  })
  for (const [version, count] of leftOut) onNotice('', 'version-left-out', `${version} (${count})`)
  return pages
}

/** Tell whether the whole base was read, so that missing files are really gone. */
export function isPlanWhole({ base, folders, unreadable }: FolderPlan): boolean {
  return folders.length === 1 && folders[0] === base && unreadable.length === 0
}

function concerns(
  { nodes }: PageTree,
  wanted: ReadonlySet<string>,
): (notice: { readonly path: string }) => boolean {
  const paths = new Set([...wanted, ...nodes.map(({ path }) => path)])
  return ({ path }) => paths.has(path)
}

function missingVersion(sites: Sites, docsVersion?: string): string | undefined {
  const all = sites.all.flatMap(({ docsVersions }) => docsVersions.all)
  if (docsVersion === undefined || all.includes(docsVersion)) return undefined
  const versions = all.length === 0 ? 'it holds one only' : `it has ${all.join(', ')}`
  return `There is no version ${JSON.stringify(docsVersion)} of the docs in this tree: ${versions}.`
}

function nothingIn(base: string, ignored: number, isGlobbed: boolean): string {
  const reasons = `.gitignore${isGlobbed ? ', --exclude and --glob' : ' and --exclude'}`
  const leftOut =
    ignored === 0
      ? ''
      : `; ${reasons} left out ${ignored} ${ignored === 1 ? 'file or folder' : 'files and folders'}`
  return `There is nothing to import in ${base}: files of Markdown end in .md, .mdx, .markdown, .mdown, .mkd or .qmd${leftOut}.`
}

/** Find where the content of sites begins, for sites inside the tree. */
function contentRoots(base: string, sites: Sites, files: readonly { readonly path: string }[]) {
  const roots = sites.all.flatMap(({ name, rootFolders }) =>
    rootFolders.map((root, index) => ({ name: index === 0 ? name : undefined, root })),
  )
  return roots.flatMap(({ name, root }) => {
    const folder = pathFrom(base, root)
    if (folder === '' || isOutside(folder)) return []
    const above: string[] = []
    for (let parent = folderOf(folder); parent !== ''; parent = folderOf(parent)) above.push(parent)
    // Folders above the content that hold nothing else.
    const passed = above.filter((parent) =>
      files.every(({ path }) => !path.startsWith(`${parent}/`) || path.startsWith(`${folder}/`)),
    )
    // Readers of the site never see the name of such a folder.
    const isUnseen = /^(?:src|source|content)$/.test(nameOf(folder))
    const hasPage = files.some(({ path }) => folderOf(path) === folder && isIndex(path))
    const isNamed = name !== undefined && isUnseen && !hasPage
    const named: FolderNavigation = { folder, title: name ?? '', entries: [] }
    return [{ passed, named: isNamed ? named : undefined }]
  })
}

/** Files for programs, lawyers and forges. */
const neverRead =
  /^(?:CLAUDE|AGENTS?|GEMINI|LICEN[CS]E|COPYING|(?:PULL_REQUEST|ISSUE)_TEMPLATE)(?:[-._][\w.-]+)?$/

/** Files that forges show to contributors; they are pages only inside of the site's root folder. */
const ofForge = /^(?:CODEOWNERS|CONTRIBUTING|GOVERNANCE|MAINTAINERS|SECURITY|SUPPORT)$/

/** Tell whether a file is for those who work on the repository, and not for readers. */
function isLitter(base: string, path: string, site: Site): boolean {
  const file = join(base, path)
  const name = stemOf(path)
  if (neverRead.test(name)) return true
  if (site.dialects.length === 0) return false
  const [root = base] = site.rootFolders
  const isRooted = (folder: string): boolean =>
    site.rootFolders.some(
      (rootFolder) => isInside(rootFolder, folder) && isWithin(file, rootFolder),
    )
  return (
    name === 'CODE_OF_CONDUCT' ||
    (ofForge.test(name) && !isWithin(file, root)) ||
    site.litterFolders.some((folder) => isWithin(file, folder) && !isRooted(folder))
  )
}
