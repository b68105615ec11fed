/** Names of panels, which have a kind but no title in ADF. @module */

/** Markdown's notes are info panels. */
export const panelNames: Readonly<Record<string, string>> = {
  info: 'Note',
  note: 'Note',
  tip: 'Tip',
  warning: 'Warning',
  error: 'Error',
  success: 'Success',
}

interface AnyNode {
  readonly type?: unknown
  readonly content?: unknown
  readonly marks?: unknown
}

/**
 * Tell whether a panel's first block is its title: a paragraph that is all bold, except for code.
 */
export function isPanelTitle(node: AnyNode | undefined): boolean {
  if (node?.type !== 'paragraph' || !Array.isArray(node.content)) return false
  const words: readonly (AnyNode | null)[] = node.content
  return (
    words.some((word) => hasMark(word, 'strong')) &&
    words.every(
      (word) => word?.type === 'text' && (hasMark(word, 'strong') || hasMark(word, 'code')),
    )
  )
}

function hasMark(word: AnyNode | null, type: string): boolean {
  const { marks } = word ?? {}
  return Array.isArray(marks) && marks.some((mark: AnyNode | null) => mark?.type === type)
}
