/** Reads the files once and makes the tree of pages, before anything is sent. @module */
import { basename } from 'node:path'
import { findMarkdownFiles, findRepository, type Selection } from './markdown-files.ts'
import { type Notice, type NoticeCode, notice } from './notices.ts'
import { type PageTree, pageTree, type SourceFile } from './page-tree.ts'
import { DocumentError, readDocument, readMarkdown } from './read-document.ts'

export interface FolderPlan {
  readonly base: string
  /** Images may be read from here and below. */
  readonly repository: string
  readonly tree: PageTree
  readonly notices: readonly { readonly path: string; readonly notice: Notice }[]
  /** Folders that could not be looked into: what was in them is not gone. */
  readonly unreadable: readonly string[]
}

/** Text from elsewhere than a file. */
export interface StandardInput {
  readonly title: string | undefined
  readonly markdown: string
}

/**
 * Plan an import.
 * @param selection The files, or text from standard input.
 * @param options What to leave out, and the most that one file may hold.
 */
export async function planFolder(
  selection: Selection | { readonly base: string; readonly input: StandardInput },
  options: { readonly exclude: readonly string[]; readonly maxBodyBytes: number },
): Promise<FolderPlan> {
  const notices: { path: string; notice: Notice }[] = []
  const unreadable: string[] = []
  const onNotice = (path: string, code: NoticeCode, detail: string): void => {
    notices.push({ path, notice: notice(code, detail) })
    if (code === 'folder-unreadable') unreadable.push(path)
  }
  const sources: SourceFile[] = []
  if ('input' in selection) sources.push(inputSource(selection.input))
  else {
    for await (const { path, file } of findMarkdownFiles(selection, { ...options, onNotice })) {
      const source = await readSource(path, file, options.maxBodyBytes)
      if (source !== undefined) sources.push(source)
    }
  }
  const { base } = selection
  const repository = await findRepository(base)
  return { base, repository, tree: pageTree(sources, basename(base)), notices, unreadable }
}

const inputName = 'standard input'

function inputSource({ title, markdown }: StandardInput): SourceFile {
  const { frontMatter, titleHeading } = readDocument(markdown)
  return {
    path: inputName,
    file: inputName,
    text: markdown,
    title: title ?? frontMatter.title ?? titleHeading?.text,
    parent: frontMatter.parent,
  }
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
    if (!(error instanceof DocumentError)) throw error
    return { path, file, title: undefined, parent: undefined, problem: error.message }
  }
}
