/**
 * Collapses space as HTML does: a run is one space, and blocks neither begin nor end with space.
 * @module
 */
import type { LooseNode } from '../loose-adf.ts'

/** Remove space at both ends, around line breaks, and where two runs meet. */
export function trimInlines(nodes: readonly LooseNode[]): LooseNode[] {
  const trimmed: LooseNode[] = []
  let endsWithSpace = true
  for (const node of nodes) {
    if (node.type === 'hardBreak') trimEnd(trimmed)
    if (node.type !== 'text') {
      trimmed.push(node)
      endsWithSpace = node.type === 'hardBreak'
      continue
    }
    const text = endsWithSpace ? node.text.replace(/^[ \n]+/, '') : node.text
    if (text === '') continue
    trimmed.push(withText(node, text))
    endsWithSpace = isSpace(text, text.length - 1)
  }
  while (trimmed.at(-1)?.type === 'hardBreak') trimmed.pop()
  trimEnd(trimmed)
  return trimmed
}

function trimEnd(nodes: LooseNode[]): void {
  const last = nodes.pop()
  if (last === undefined) return
  if (last.type !== 'text') {
    nodes.push(last)
    return
  }
  let end = last.text.length
  while (isSpace(last.text, end - 1)) end -= 1
  if (end === 0) trimEnd(nodes)
  else nodes.push(withText(last, last.text.slice(0, end)))
}

function isSpace(text: string, at: number): boolean {
  return text[at] === ' ' || text[at] === '\n'
}

function withText(node: LooseNode<'text'>, text: string): LooseNode {
  return text.length === node.text.length ? node : { ...node, text }
}
