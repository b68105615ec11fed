/** Space in HTML: any run of it is one space, and none stands at the ends of a block. @module */
import type { LooseNode } from '../loose-adf.ts'

/** Leave out space at both ends, around line breaks, and where two runs meet. */
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

/** Most stay as they are, and are not worth a copy. */
function withText(node: LooseNode<'text'>, text: string): LooseNode {
  return text.length === node.text.length ? node : { ...node, text }
}
