/** What panels are called: ADF gives them a kind and no title. @module */

/** Markdown's notes are panels of the kind info. */
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

/** Tell whether a panel's first block is its title: a paragraph that is bold throughout, but for its code. */
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
