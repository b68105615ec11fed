/** The Markdown that a page is made from, which need not be in a file. @module */
import { DocumentError } from '../documents/document-error.ts'
import { readMarkdown } from '../documents/read-markdown.ts'
import { compareNames, folderOf, relativePath } from '../files/tree-paths.ts'
import type { PageNode } from '../plan/page-node.ts'

/**
 * Read the Markdown of a page: its file's, or links to the pages below it where that has none.
 * @param node The page.
 * @param others Pages below it that are no part of the import.
 * @param maxBytes The most that a request could hold.
 * @throws {DocumentError} When there is none.
 */
export async function pageMarkdown(
  node: PageNode,
  others: readonly PageNode[],
  maxBytes: number,
): Promise<string> {
  if (node.text !== undefined) return node.text
  const markdown = node.file === undefined ? '' : await readMarkdown(node.file, maxBytes)
  if (markdown.trim() !== '') return markdown
  const below = [...node.children, ...others].sort((a, b) => compareNames(a.path, b.path))
  if (below.length > 0) return listMarkdown(node, below)
  throw new DocumentError(
    'There is no text in this file, and a page needs some. Exclude the file, or write it.',
  )
}

function listMarkdown({ path }: PageNode, below: readonly PageNode[]): string {
  return below
    .map(
      (child) => `- [${escapeText(child.title)}](<${relativePath(folderOf(path), child.path)}>)\n`,
    )
    .join('')
}

function escapeText(text: string): string {
  return text.replace(/[\\`*_{}[\]<>()#+.!|~$:&@^=-]/g, '\\$&')
}
