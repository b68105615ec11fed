/** The Markdown that a page is made from, which need not be in a file. @module */
import { DocumentError } from '../documents/document-error.ts'
import { readMarkdown } from '../documents/read-markdown.ts'
import { compareNames } from '../files/tree-paths.ts'
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
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  return below
    .map((child) => `- [${escapeText(child.title)}](<${relativePath(folder, child.path)}>)\n`)
    .join('')
}

/** From a folder with a `/` behind it; both start at the base. */
function relativePath(folder: string, path: string): string {
  const from = folder.split('/').slice(0, -1)
  const to = path.split('/')
  let common = 0
  while (common < from.length && from[common] === to[common]) common += 1
  const steps = [...from.slice(common).map(() => '..'), ...to.slice(common)]
  return steps.map(encodeURIComponent).join('/')
}

function escapeText(text: string): string {
  return text.replace(/[\\`*_{}[\]<>()#+.!|~$:&@^=-]/g, '\\$&')
}
