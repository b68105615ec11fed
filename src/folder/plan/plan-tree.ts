/** Makes the tree of pages of the files that were found, wherever they are. @module */
import { basename, join } from 'node:path'
import { guessSiteRoot, withSiteRoot } from '../content/guess-site-root.ts'
import type { DialectName } from '../dialects/dialects.ts'
import { type DocumentReader, documentReader } from '../documents/document-reader.ts'
import type { FileWatch } from '../documents/file-watch.ts'
import { isExportedPage, isExportedTree } from '../files/exported-tree.ts'
import { type FileIndex, fileIndex } from '../files/file-index.ts'
import type { MarkdownFile } from '../files/find-markdown-files.ts'
import type { FileSystem } from '../files/guarded-files.ts'
import { commonFolder, folderOf, indexNames, nameOf, pathFrom } from '../files/tree-paths.ts'
import { type FolderNavigation, isOutside, pathsOf } from '../navigation/navigation.ts'
import { readNavigation } from '../navigation/read-navigation.ts'
import { type Notice, type NoticeCode, wordNotice } from '../notices.ts'
import { findSites, type Sites } from '../site/find-sites.ts'
import { isLitter } from '../site/litter.ts'
import { type PageTree, pageTree } from './page-tree.ts'
import { readSources } from './read-sources.ts'

export interface PlannedTree {
  readonly base: string
  /** Images may be read from this folder and below. */
  readonly repository: string
  readonly fileSystem: FileSystem
  readonly tree: PageTree
  readonly sites: Sites
  /** Whether the tree is an exported space, which needs no detection. */
  readonly isExport: boolean
  readonly files: FileIndex
  /** Absolute paths of the files that symlinks lead to, by the links' paths. */
  readonly linkTargets: ReadonlyMap<string, string>
  readonly declared: ReadonlyMap<string, readonly string[]>
  /** Prefix of source links. */
  readonly sourceUrl: string | undefined
  readonly documents: DocumentReader
  readonly notices: readonly { readonly path: string; readonly notice: Notice }[]
}

interface TreeFiles {
  readonly base: string
  readonly around: string
  readonly fileSystem: FileSystem
  readonly files: readonly MarkdownFile[]
  readonly others: readonly string[]
  readonly dialects?: readonly DialectName[] | undefined
  readonly docsVersion?: string | undefined
  readonly pageIds?: boolean | undefined
  readonly parentId?: string | undefined
  readonly maxBodyBytes: number
  readonly watch: FileWatch
  readonly wanted?: ReadonlySet<string> | undefined
  /** Files whose paths were given, not only those of their folders. */
  readonly named?: ReadonlySet<string>
  readonly isOrdered: boolean
}

/** Enough to tell which root most links use. */
const maxRooted = 2_000

export async function planTree(request: TreeFiles): Promise<PlannedTree> {
  const { base, around, files, others, parentId, wanted } = request
  const notices: { path: string; notice: Notice }[] = []
  const onNotice = (path: string, code: NoticeCode, detail: string): void => {
    notices.push({ path, notice: wordNotice(code, detail) })
  }
  const paths = [...files.map(({ path }) => path), ...others]
  const isExport = isExportedTree(request)
  const unreadConfigs = new Map<string, string>()
  const sites = findSites({
    base,
    repository: around,
    fileSystem: request.fileSystem,
    // Nothing in an export is a configuration.
    paths: isExport ? [] : paths,
    dialects: isExport ? ['github'] : request.dialects,
    docsVersion: request.docsVersion,
    onRefused: (file, refusal) =>
      onNotice(pathFrom(base, file), `settings-${refusal}`, pathFrom(base, file)),
    // Each site of the tree may read a configuration.
    onUnread: (file, reason) => void unreadConfigs.set(file, reason),
    watch: request.watch,
  })
  for (const [file, reason] of unreadConfigs)
    onNotice(pathFrom(base, file), 'settings-not-read', reason)
  for (const { configFile, computed } of sites.all) {
    if (configFile !== undefined && computed.length > 0)
      onNotice(pathFrom(base, configFile), 'settings-computed', computed.join(', '))
  }
  const { folder } = sites.around
  // A site's folder may lie outside of the repository or beside the files.
  const repository = commonFolder(around, folder)
  const fileSystem = request.fileSystem.with(folder)
  const index = fileIndex(paths)
  const { watch } = request
  const documents = documentReader({
    base,
    sites,
    fileSystem,
    paths,
    watch,
    files: index,
    isExport,
  })
  const navigation = readNavigation({
    base,
    sites,
    fileSystem,
    paths: isExport ? [] : paths,
    watch,
  })
  for (const notice of navigation.notices) notices.push(notice)
  const requestedPaths = new Set(request.named)
  for (const { entries } of navigation.folders)
    for (const path of pathsOf(entries)) requestedPaths.add(path)
  const leftOut = new Map<string, number>()
  const pages = files.filter(({ path }) => {
    if (isExport) return isExportedPage(path)
    const version = sites.of(path).docsVersions.otherOf(path)
    if (version !== undefined) {
      leftOut.set(version, (leftOut.get(version) ?? 0) + 1)
      return false
    }
    const isPart = sites.of(path).isPart(path)
    if (isPart && !navigation.contents.has(path)) onNotice(path, 'part-left-out', '')
    if (isPart || navigation.contents.has(path)) return false
    const isOut = !requestedPaths.has(path) && isLitter(base, path, sites.of(path))
    if (isOut) onNotice(path, 'litter-left-out', '')
    return !isOut
  })
  for (const [version, count] of leftOut) onNotice('', 'version-left-out', `${version} (${count})`)
  for (const path of paths) {
    if (sites.of(path).isOtherPage(path)) onNotice(path, 'format-left-out', '')
  }
  const rooted = new Map<string, string>()
  const documentSources = await readSources(pages, documents, {
    onNotice,
    onRooted(path, links) {
      for (const link of links) if (rooted.size < maxRooted) rooted.set(link, path)
    },
    pageIds: request.pageIds ?? true,
    maxBodyBytes: request.maxBodyBytes,
  })
  const sources = documentSources.map((source) =>
    sites.of(source.path).isFolderPage(source.path)
      ? { ...source, isFolderPage: true as const }
      : source,
  )
  const roots = contentRoots(base, sites, sources)
  const tree = pageTree(sources, {
    name: basename(base),
    passed: new Set(roots.flatMap(({ passed }) => passed)),
    ...(parentId === undefined ? {} : { parentId }),
    navigation: [...navigation.folders, ...roots.flatMap(({ named }) => named ?? [])],
    isThere: (path) => request.fileSystem.exists(join(base, path)),
    onNotice,
    ...(wanted === undefined ? {} : { wanted }),
    isOrdered: request.isOrdered && !isExport,
  })
  for (const { path, lists, description } of tree.nodes) {
    const rest = description === undefined ? 'nothing' : 'its description'
    if (lists?.length === 0) onNotice(path, 'page-empty', rest)
  }
  const declared = new Map(sources.map(({ path, addresses = [] }) => [path, addresses]))
  const linkTargets = new Map(files.flatMap(({ path, target }) => (target ? [[path, target]] : [])))
  const addressing = { base, repository, sites, tree, declared, linkTargets }
  const siteRoot = isExport ? undefined : guessSiteRoot(addressing, rooted)
  if (siteRoot !== undefined) {
    const { prefix, folder } = siteRoot
    onNotice(
      '',
      'site-root-guessed',
      `${prefix} are looked up in ${folder === '' ? 'the folder' : `${folder}/`}`,
    )
  }
  return {
    ...addressing,
    sites: siteRoot === undefined ? sites : withSiteRoot(sites, base, siteRoot),
    fileSystem,
    isExport,
    files: index,
    documents,
    notices,
    sourceUrl: undefined,
  }
}

interface ContentRoot {
  /** The folders above it that hold nothing else. */
  readonly passed: readonly string[]
  readonly named: FolderNavigation | undefined
}

/** Content folders of sites that lie inside the tree. */
function contentRoots(
  base: string,
  sites: Sites,
  files: readonly { readonly path: string }[],
): readonly ContentRoot[] {
  const roots = sites.all.flatMap(({ name, rootFolders }) =>
    rootFolders.map((root, index) => ({ name: index === 0 ? name : undefined, root })),
  )
  return roots.flatMap(({ name, root }) => {
    const folder = pathFrom(base, root)
    if (folder === '' || isOutside(folder)) return []
    const above: string[] = []
    for (let parent = folderOf(folder); parent !== ''; parent = folderOf(parent)) above.push(parent)
    const passed = above.filter((parent) =>
      files.every(({ path }) => !path.startsWith(`${parent}/`) || path.startsWith(`${folder}/`)),
    )
    // Readers of the site never see the name of such a folder.
    const isUnseen = /^(?:src|source|content)$/.test(nameOf(folder))
    const hasPage = files.some(({ path }) => folderOf(path) === folder && isIndex(path))
    const isNamed = name !== undefined && isUnseen && !hasPage
    return [{ passed, named: isNamed ? { folder, title: name, entries: [] } : undefined }]
  })
}

function isIndex(path: string): boolean {
  return indexNames.some((pattern) => pattern.test(nameOf(path)))
}
