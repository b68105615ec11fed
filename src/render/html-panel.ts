/** Panels as HTML, each with one label: its title, or else what kind it is. @module */
import { type AnyNode, findMark, textValue, type UncheckedNode } from './unchecked-node.ts'

/** Markdown's notes are ADF's panels of the kind info. */
const labels: Readonly<Record<string, string>> = {
  info: 'Note',
  note: 'Note',
  tip: 'Tip',
  warning: 'Warning',
  error: 'Error',
  success: 'Success',
}

export function panelHtml(
  { attrs, content }: UncheckedNode<'panel'>,
  render: (nodes: unknown) => string,
): string {
  const type = textValue(attrs?.panelType)
  const known = Object.hasOwn(labels, type) ? type : 'custom'
  const label = labels[known] ?? 'Note'
  const [first, ...rest]: readonly AnyNode[] = Array.isArray(content) ? content : []
  const isTitled = isTitle(first)
  const shown = isTitled ? render(first.content) : label
  return `<div class="panel panel-${known}" role="note" aria-label="${label}"><p class="panel-label">${shown}</p>${render(isTitled ? rest : content)}</div>`
}

/** ADF's panels have no titles: theirs is a first paragraph that is bold throughout. */
function isTitle(node: AnyNode | undefined): node is AnyNode {
  if (node?.type !== 'paragraph' || !Array.isArray(node.content)) return false
  const words: readonly (AnyNode | null)[] = node.content
  return words.length > 0 && words.every((word) => word?.type === 'text' && isStrong(word))
}

function isStrong(text: AnyNode): boolean {
  return findMark(text, 'strong') !== undefined
}
