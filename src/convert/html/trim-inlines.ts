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
    trimmed.push({ ...node, text })
    endsWithSpace = /[ \n]$/.test(text)
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
  const text = last.text.slice(0, last.text.search(/(?<![ \n])[ \n]*$/))
  if (text === '') trimEnd(nodes)
  else nodes.push({ ...last, text })
}
