/** Names of panels, which have a kind but no title in ADF. @module */
import { type AnyNode, contentOf, findMark } from './any-node.ts'

/** Markdown's notes are info panels. */
export const panelNames: Readonly<Record<string, string>> = {
  info: 'Note',
  note: 'Note',
  tip: 'Tip',
  warning: 'Warning',
  error: 'Error',
  success: 'Success',
}

/**
 * Tell whether a panel's first block is its title: a paragraph that is all bold, except for code.
 */
export function isPanelTitle(node: AnyNode | undefined): boolean {
  if (node?.type !== 'paragraph') return false
  const words = contentOf(node)
  const isBold = (word: AnyNode): boolean => findMark(word, 'strong') !== undefined
  return (
    words.some(isBold) &&
    words.every((word) => word.type === 'text' && (isBold(word) || findMark(word, 'code')))
  )
}
