/** Tabs as HTML: `details` of one name, of which browsers keep one open. @module */
import { isTabId } from '../adf/tab-name.ts'
import type { AnyNode } from './unchecked-node.ts'

/**
 * Find the tabs that begin at a place.
 * @param nodes The blocks of a document, or of a part of it.
 * @param at The place of one of them.
 * @returns Tabs right behind each other; none where they are fewer than two.
 */
export function tabsAt(nodes: readonly unknown[], at: number): readonly AnyNode[] {
  let end = at
  while (isTab(nodes[end])) end += 1
  return end - at < 2 ? [] : (nodes.slice(at, end) as AnyNode[])
}

function isTab(node: unknown): boolean {
  const { type, attrs } = (node ?? {}) as Partial<AnyNode>
  return (type === 'expand' || type === 'nestedExpand') && isTabId(attrs?.localId)
}
