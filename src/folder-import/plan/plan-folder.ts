/** Reads the files once and makes the tree of pages, before anything is sent. @module */
import { basename } from 'node:path'
import { DocumentError } from '../documents/document-error.ts'
import { readDocument } from '../documents/read-document.ts'
import { readMarkdown } from '../documents/read-markdown.ts'
import { findMarkdownFiles, findRepository } from '../files/find-markdown-files.ts'
import { selectPaths } from '../files/select-paths.ts'
import { type Notice, type NoticeCode, notice } from '../notices.ts'
import type { SourceFile } from './page-node.ts'
import { type PageTree, pageTree } from './page-tree.ts'

export interface FolderPlan {
  readonly base: string
  /** Images may be read from here and below. */
  readonly repository: string
  readonly tree: PageTree
  readonly notices: readonly { readonly path: string; readonly notice: Notice }[]
  /** Folders that were looked through whole. */
  readonly folders: readonly string[]
  /** Folders that could not be looked into: what was in them is not gone. */
  readonly unreadable: readonly string[]
}

/** Text from elsewhere than a file. */
export interface StandardInput {
  readonly title: string | undefined
  readonly markdown: string
}

/** What to import, as callers say it. */
export interface FolderSource {
  /** Absolute paths of files and folders; none when `input` is given. */
  readonly paths: readonly string[]
  /** One page whose text comes from elsewhere. */
  readonly input?: StandardInput
  /** The folder that files are named from in events, and that `input` starts in. */
  readonly workingFolder: string
  /** Id of the page above all others. */
  readonly parentId?: string
  /** Patterns as in `.gitignore`. */
  readonly exclude?: readonly string[]
  /** The most that a request may hold; 8 MiB by default. */
  readonly maxBodyBytes?: number
  /** The most Markdown in a page, images not counted; 1 MiB by default. */
  readonly maxMarkdownBytes?: number
}

const defaultMaxBodyBytes = 8 * 1024 * 1024
const defaultMaxMarkdownBytes = 1024 * 1024

/** What holds where callers say nothing. */
export function sourceLimits({ exclude, maxBodyBytes, maxMarkdownBytes }: FolderSource): {
  exclude: readonly string[]
  maxBodyBytes: number
  maxMarkdownBytes: number
} {
  return {
    exclude: exclude ?? [],
    maxBodyBytes: maxBodyBytes ?? defaultMaxBodyBytes,
    maxMarkdownBytes: maxMarkdownBytes ?? defaultMaxMarkdownBytes,
  }
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
    notices.push({ path, notice: notice(code, detail) })
    if (code === 'folder-unreadable') unreadable.push(path)
  }
  const sources: SourceFile[] = []
  if (input !== undefined) sources.push(inputSource(input))
  if (selection !== undefined) {
    for await (const { path, file } of findMarkdownFiles(selection, { ...options, onNotice })) {
      const source = await readSource(path, file, options.maxBodyBytes)
      if (source !== undefined) sources.push(source)
    }
  }
  const base = selection?.base ?? workingFolder
  const repository = await findRepository(base)
  return {
    base,
    repository,
    tree: pageTree(sources, {
      name: basename(base),
      ...(source.parentId === undefined ? {} : { parentId: source.parentId }),
    }),
    notices,
    folders: selection?.folders ?? [],
    unreadable,
  }
}

const inputName = 'standard input'

function inputSource({ title, markdown }: StandardInput): SourceFile {
  const input = { path: inputName, file: inputName, text: markdown }
  try {
    const { frontMatter, titleHeading } = readDocument(markdown)
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
  path: string,
  file: string,
  maxBodyBytes: number,
): Promise<SourceFile | undefined> {
  try {
    const { frontMatter, titleHeading } = readDocument(await readMarkdown(file, maxBodyBytes))
    if (frontMatter.isSkipped) return undefined
    const title = frontMatter.title || titleHeading?.text || undefined
    return { path, file, title, parent: frontMatter.parent }
  } catch (error) {
    return unreadableSource({ path, file }, error)
  }
}
