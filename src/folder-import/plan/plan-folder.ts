/** Reads the files once and makes the tree of pages, before anything is sent. @module */
import { basename, relative, sep } from 'node:path'
import { type DocumentReader, documentReader } from '../documents/document-reader.ts'
import { type FileIndex, fileIndex } from '../files/file-index.ts'
import {
  findMarkdownFiles,
  findRepository,
  type MarkdownFile,
} from '../files/find-markdown-files.ts'
import { isWithin } from '../files/is-within.ts'
import { type Selection, selectPaths } from '../files/select-paths.ts'
import { isSitePart } from '../files/site-parts.ts'
import { folderOf } from '../files/tree-paths.ts'
import { type FolderSource, sourceLimits } from '../folder-options.ts'
import { readNavigation } from '../navigation/read-navigation.ts'
import { type Notice, type NoticeCode, wordNotice } from '../notices.ts'
import { findSite } from '../site/find-site.ts'
import type { Site } from '../site/site.ts'
import { findSourceUrl } from '../site/source-url.ts'
import { type PageTree, pageTree } from './page-tree.ts'
import { inputSource, readSource } from './read-source.ts'

export interface FolderPlan {
  readonly base: string
  /** Images may be read from here and below. */
  readonly repository: string
  readonly tree: PageTree
  readonly site: Site
  /** All files that were found. */
  readonly files: FileIndex
  /** What files say that the addresses of their pages are, by path. */
  readonly declared: ReadonlyMap<string, readonly string[]>
  /** Where the files of the repository can be seen; stands before their paths. */
  readonly sourceUrl: string | undefined
  /** Reads the documents of the tree. */
  readonly documents: DocumentReader
  readonly notices: readonly { readonly path: string; readonly notice: Notice }[]
  /** Folders that were looked through whole. */
  readonly folders: readonly string[]
  /** Folders that could not be looked into: what was in them is not gone. */
  readonly unreadable: readonly string[]
  /** What is to be said when there is not one page. */
  readonly emptiness: string | undefined
}

/**
 * Plan an import.
 * @param source The files, or text from standard input.
 */
export async function planFolder(source: FolderSource): Promise<FolderPlan> {
  const { input, paths, workingFolder, titleFrom } = source
  const selection = input === undefined ? selectPaths(paths) : undefined
  const base = selection?.base ?? workingFolder
  const notices: { path: string; notice: Notice }[] = []
  const unreadable: string[] = []
  const onNotice = (path: string, code: NoticeCode, detail: string): void => {
    notices.push({ path, notice: wordNotice(code, detail) })
    if (code === 'folder-unreadable') unreadable.push(path)
  }
  const { exclude, glob, maxBodyBytes } = sourceLimits(source)
  const { files, others, ignored } = await walk(selection, { exclude, glob, onNotice })
  const wanted = selection?.isPart
    ? new Set(selection.files.map((file) => relative(base, file).split(sep).join('/')))
    : undefined
  const around = await findRepository(base)
  const all = [...files.map(({ path }) => path), ...others]
  const site = findSite({ base, repository: around, paths: all, dialects: source.dialects })
  // A site's files belong together, in a repository or not.
  const repository = isWithin(around, site.folder) ? site.folder : around
  const index = fileIndex(all)
  const documents = documentReader({ base, repository, site, files: index, paths: all })
  const navigation = await readNavigation({ base, site, paths: all })
  notices.push(...navigation.notices)
  const found = input === undefined ? [] : [inputSource(input, documents, titleFrom)]
  const without = new Map<string, string>()
  const onLeavingOut = (folder: string, reason: string): void => void without.set(folder, reason)
  const reading = { maxBodyBytes, titleFrom, onNotice, onLeavingOut }
  for (const file of files) {
    if (navigation.contents.has(file.path)) continue
    if (isSitePart(file.path, site.dialects)) onNotice(file.path, 'part-left-out', '')
    else found.push(...(await readSource(file, documents, reading)))
  }
  const sources = found.filter(({ path }) => {
    const reason = without.size === 0 ? undefined : reasonFor(path, without)
    if (reason !== undefined) onNotice(path, 'draft-left-out', reason)
    return reason === undefined
  })
  const { parentId } = source
  const tree = pageTree(sources, {
    name: basename(base),
    ...(parentId === undefined ? {} : { parentId }),
    navigation: navigation.folders,
    onNotice,
    ...(wanted === undefined ? {} : { wanted }),
    // Of some files alone nobody knows what stands before them.
    isOrdered: selection !== undefined && (selection.isPart || selection.folders.length > 0),
  })
  for (const { path, lists, description } of tree.nodes) {
    const rest = description === undefined ? 'nothing' : 'its description'
    if (lists?.length === 0) onNotice(path, 'page-empty', rest)
  }
  return {
    base,
    repository,
    site,
    files: index,
    declared: new Map(sources.map(({ path, addresses = [] }) => [path, addresses])),
    sourceUrl: source.sourceUrl ?? findSourceUrl(repository),
    documents,
    tree,
    notices: wanted === undefined ? notices : notices.filter(concerns(tree, wanted)),
    folders: selection?.folders ?? [],
    unreadable,
    emptiness:
      tree.nodes.length > 0 || unreadable.length > 0
        ? undefined
        : nothingIn(base, ignored, glob.length > 0),
  }
}

/**
 * Tell whether all below the base was looked through: what was not found is not there.
 * @param plan The plan.
 */
export function isPlanWhole({ base, folders, unreadable }: FolderPlan): boolean {
  return folders.length === 1 && folders[0] === base && unreadable.length === 0
}

/** What says of a folder above that its files are no pages. */
function reasonFor(path: string, without: ReadonlyMap<string, string>): string | undefined {
  let folder = folderOf(path)
  while (folder !== '' && !without.has(folder)) folder = folderOf(folder)
  return without.get(folder)
}

/** Of files that are not imported nothing is said. */
function concerns(
  { nodes }: PageTree,
  wanted: ReadonlySet<string>,
): (notice: { readonly path: string }) => boolean {
  const paths = new Set([...wanted, ...nodes.map(({ path }) => path)])
  return ({ path }) => paths.has(path)
}

interface FoundFiles {
  readonly files: readonly MarkdownFile[]
  /** Files that are no Markdown. */
  readonly others: readonly string[]
  /** How many files and folders patterns left out. */
  readonly ignored: number
}

async function walk(
  selection: Selection | undefined,
  options: Pick<Parameters<typeof findMarkdownFiles>[1], 'exclude' | 'glob' | 'onNotice'>,
): Promise<FoundFiles> {
  const files: MarkdownFile[] = []
  const others: string[] = []
  let ignored = 0
  if (selection === undefined) return { files, others, ignored }
  const onOther = (path: string): void => void others.push(path)
  const onIgnored = (): void => {
    ignored += 1
  }
  const { base, isPart } = selection
  const whole = isPart ? { ...selection, folders: [base] } : selection
  const known = new Set<string>()
  for await (const file of findMarkdownFiles(whole, { ...options, onOther, onIgnored })) {
    if (!known.has(file.path)) files.push(file)
    known.add(file.path)
  }
  return { files, others, ignored }
}

function nothingIn(base: string, ignored: number, isGlobbed: boolean): string {
  const reasons = `.gitignore${isGlobbed ? ', --exclude and --glob' : ' and --exclude'}`
  const leftOut =
    ignored === 0
      ? ''
      : `; ${reasons} left out ${ignored} ${ignored === 1 ? 'file or folder' : 'files and folders'}`
  return `There is nothing to import in ${base}: files of Markdown end in .md, .mdx, .markdown, .mdown or .mkd${leftOut}.`
}
