/** Reads the files of folders and plans the tree of pages, before anything is sent. @module */
import { toDialect } from '../dialects/dialects.ts'
import { fileWatch } from '../documents/file-watch.ts'
import { findMarkdownFiles } from '../files/find-markdown-files.ts'
import { guardedFiles } from '../files/guarded-files.ts'
import { findRepository, selectPaths } from '../files/select-paths.ts'
import { pathFrom } from '../files/tree-paths.ts'
import { type FolderSource, sourceSettings } from '../folder-options.ts'
import { type Notice, type NoticeCode, wordNotice } from '../notices.ts'
import { generatorNames } from '../site/find-site.ts'
import { findSourceUrl } from '../site/source-url.ts'
import type { PageTree } from './page-tree.ts'
import { type PlannedTree, planTree } from './plan-tree.ts'

export interface FolderPlan extends PlannedTree {
  /** Folders that were read completely. */
  readonly folders: readonly string[]
  /** Folders that could not be read, so files there may still exist. */
  readonly unreadable: readonly string[]
  readonly emptiness: string | undefined
}

export async function planFolder(source: FolderSource): Promise<FolderPlan> {
  const selection = selectPaths(source.paths, source.importedBase)
  const { base } = selection
  const notices: { path: string; notice: Notice }[] = []
  const unreadable: string[] = []
  const onNotice = (path: string, code: NoticeCode, detail: string): void => {
    notices.push({ path, notice: wordNotice(code, detail) })
    if (code === 'folder-unreadable') unreadable.push(path)
  }
  const { exclude, glob, maxBodyBytes, allowIgnored, fileTimeoutMs } = sourceSettings(source)
  const around = findRepository(base)
  const named = [...selection.folders, ...selection.files]
  const fileSystem = guardedFiles({ top: around, named, allowIgnored, generatorNames })
  const { files, others, ignored } = await findMarkdownFiles(selection, {
    fileSystem,
    exclude,
    glob,
    onNotice,
  })
  const namedFiles = new Set(selection.named.map((file) => pathFrom(base, file)))
  const wanted = selection.isPart ? namedFiles : undefined
  const { dialects, docsVersion, pageIds, parentId, sourceUrl } = source
  const plan = await planTree({
    base,
    around,
    fileSystem,
    watch: fileWatch(fileTimeoutMs),
    files,
    others,
    dialects: dialects?.map(toDialect),
    docsVersion,
    pageIds,
    parentId,
    maxBodyBytes,
    wanted,
    named: namedFiles,
    // Single files say nothing about the order of their siblings.
    isOrdered: selection.isPart || selection.folders.length > 0,
  })
  const { tree } = plan
  const all = [...notices, ...plan.notices]
  return {
    ...plan,
    sourceUrl: sourceUrl ?? findSourceUrl(plan.repository),
    notices: wanted === undefined ? all : all.filter(concerns(tree, wanted)),
    folders: selection.folders,
    unreadable,
    emptiness:
      missingVersion(plan, docsVersion) ??
      (tree.nodes.length > 0 || unreadable.length > 0
        ? undefined
        : nothingIn(base, ignored, glob.length > 0)),
  }
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

function missingVersion({ sites }: PlannedTree, docsVersion?: string): string | undefined {
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
