/** What would go wrong with a page, found before anything is sent. @module */
import { contractLimits } from '../../importing/contract.ts'
import type { PageNode } from './page-node.ts'

/**
 * Check the length of a title.
 * @param title The title.
 * @returns What is wrong with it.
 */
export function checkTitle(title: string): PageNode['problem'] {
  const { maxTitleLength } = contractLimits
  if (title.length <= maxTitleLength) return undefined
  return {
    outcome: 'failed',
    message: `The title has ${title.length} characters, and at most ${maxTitleLength} are allowed. Give a shorter one as \`title\` in the front matter.`,
  }
}

/**
 * Take a page out of a circle of parents; only `parent` in front matter can make one.
 * @param node The page; one that is above itself gets its `problem` and stands at the top.
 */
export function breakCycle(node: PageNode): void {
  const chain = new Set<PageNode>()
  for (let above = node.parent; above !== undefined; above = above.parent) {
    if (above === node) {
      node.parent = undefined
      node.problem = {
        outcome: 'conflict',
        message: `Its \`parent\` leads back to itself. Change \`parent\` in the front matter.`,
      }
      return
    }
    if (chain.has(above)) return
    chain.add(above)
  }
}

/**
 * Find the pages with one title below one page, which no service could keep apart.
 * @param nodes All pages; each of those gets its `problem`.
 * @param topId Id of the page above all others, where it is known.
 */
export function findClashes(nodes: readonly PageNode[], topId: string | undefined): void {
  const byPlace = new Map<PageNode | string | undefined, Map<string, PageNode[]>>()
  for (const node of nodes) {
    const place = node.parentId ?? node.parent ?? topId
    const byTitle = byPlace.get(place) ?? new Map<string, PageNode[]>()
    byPlace.set(place, byTitle)
    const key = node.title.normalize('NFC')
    byTitle.set(key, [...(byTitle.get(key) ?? []), node])
  }
  for (const byTitle of byPlace.values()) {
    for (const clashing of byTitle.values()) {
      if (clashing.length < 2) continue
      for (const node of clashing) {
        const others = clashing.filter((other) => other !== node)
        node.problem = { outcome: 'conflict', message: clashMessage(node, others) }
      }
    }
  }
}

const maxNamed = 3

function clashMessage({ title }: PageNode, others: readonly PageNode[]): string {
  const named = others.slice(0, maxNamed).map(({ path }) => path)
  const rest = others.length - named.length
  const files = `${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
  return `The title "${title}" is also that of ${files}, below the same page. Change one, by its heading or by \`title\` in its front matter.`
}
