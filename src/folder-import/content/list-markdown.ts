/** The content of a folder's page where no README gives it: links to the pages below. @module */
import type { PageNode } from '../plan/page-node.ts'

/**
 * List the pages below a folder.
 * @param node The folder's page.
 * @param below The pages below it.
 */
export function listMarkdown({ path }: PageNode, below: readonly PageNode[]): string {
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
