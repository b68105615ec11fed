/** Reads the files once and makes the tree of pages, before anything is sent. @module */
import { basename } from 'node:path'
import { DocumentError } from '../documents/document-error.ts'
import { type DocumentReader, documentReader } from '../documents/document-reader.ts'
import { readMarkdown } from '../documents/read-markdown.ts'
import { type FileIndex, fileIndex } from '../files/file-index.ts'
import {
  findMarkdownFiles,
  findRepository,
  type MarkdownFile,
} from '../files/find-markdown-files.ts'
import { isWithin } from '../files/is-within.ts'
import { selectPaths } from '../files/select-paths.ts'
import { type FolderSource, type StandardInput, sourceLimits } from '../folder-options.ts'
import { type Notice, type NoticeCode, wordNotice } from '../notices.ts'
import { findSite } from '../site/find-site.ts'
import type { Site } from '../site/site.ts'
import { findSourceUrl } from '../site/source-url.ts'
import type { SourceFile } from './page-node.ts'
import { type PageTree, pageTree } from './page-tree.ts'

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
  /** Reads a document of the tree. */
  readonly read: DocumentReader
  readonly notices: readonly { readonly path: string; readonly notice: Notice }[]
  /** Folders that were looked through whole. */
  readonly folders: readonly string[]
  /** Folders that could not be looked into: what was in them is not gone. */
  readonly unreadable: readonly string[]
}

/**
 * Plan an import.
 * @param source The files, or text from standard input.
 */
export async function planFolder(source: FolderSource): Promise<FolderPlan> {
  const options = sourceLimits(source)
  const { input, paths, workingFolder } = source
  const selection = input === undefined ? selectPaths(paths) : undefined
  const notices: { path: string; notice: Notice }[] = []
  const unreadable: string[] = []
  const onNotice = (path: string, code: NoticeCode, detail: string): void => {
    notices.push({ path, notice: wordNotice(code, detail) })
    if (code === 'folder-unreadable') unreadable.push(path)
  }
  const base = selection?.base ?? workingFolder
  const around = await findRepository(base)
  const found: MarkdownFile[] = []
  const others: string[] = []
  if (selection !== undefined) {
    const onOther = (path: string): void => void others.push(path)
    for await (const one of findMarkdownFiles(selection, { ...options, onNotice, onOther })) {
      found.push(one)
    }
  }
  const all = [...found.map(({ path }) => path), ...others]
  const site = findSite({ base, repository: around, paths: all, dialects: source.dialects })
  // A site's files belong together, in a repository or not.
  const repository = isWithin(around, site.folder) ? site.folder : around
  const files = fileIndex(all)
  const read = documentReader({ base, repository, site, files })
  const sources: SourceFile[] = input === undefined ? [] : [inputSource(input, read)]
  for (const one of found) {
    const source = await readSource(one, read, options.maxBodyBytes)
    if (source !== undefined) sources.push(source)
  }
  return {
    base,
    repository,
    site,
    files,
    declared: new Map(sources.map(({ path, addresses = [] }) => [path, addresses])),
    sourceUrl: source.sourceUrl ?? findSourceUrl(repository),
    read,
    tree: pageTree(sources, {
      name: basename(base),
      ...(source.parentId === undefined ? {} : { parentId: source.parentId }),
    }),
    notices,
    folders: selection?.folders ?? [],
    unreadable,
  }
}

/**
 * Tell whether all below the base was looked through: what was not found is not there.
 * @param plan The plan.
 */
export function isPlanWhole({ base, folders, unreadable }: FolderPlan): boolean {
  return folders.length === 1 && folders[0] === base && unreadable.length === 0
}

const inputName = 'standard input'

function inputSource({ title, markdown }: StandardInput, read: DocumentReader): SourceFile {
  const input = { path: inputName, file: inputName, text: markdown }
  try {
    const { frontMatter, titleHeading } = read(inputName, markdown)
    const found = title || frontMatter.title || titleHeading?.text || undefined
    const problem = 'The page has no title. Give one with --title.'
    return {
      ...input,
      title: found,
      parent: frontMatter.parent,
      ...(found === undefined ? { problem } : {}),
    }
  } catch (error) {
    return unreadableSource(input, error)
  }
}

function unreadableSource(
  file: Pick<SourceFile, 'path' | 'file' | 'text'>,
  error: unknown,
): SourceFile {
  if (!(error instanceof DocumentError)) throw error
  return { ...file, title: undefined, parent: undefined, problem: error.message }
}

/** @returns `undefined` for a file that says that it is no page. */
async function readSource(
  { path, file }: MarkdownFile,
  read: DocumentReader,
  maxBodyBytes: number,
): Promise<SourceFile | undefined> {
  try {
    const { frontMatter, titleHeading } = read(path, await readMarkdown(file, maxBodyBytes))
    if (frontMatter.isSkipped) return undefined
    const title = frontMatter.title || titleHeading?.text || undefined
    const { parent, addresses = [] } = frontMatter
    return { path, file, title, parent, addresses }
  } catch (error) {
    return unreadableSource({ path, file }, error)
  }
}
