/**
 * The canonical form of ADF: one text for all that a save by the API or by the editor makes of the same
 * block. What it drops was recorded on a live site by ckedwards/rfluence and pmarschik/adfast.
 * @module
 */
import type { AnyNode } from '../../render/unchecked-node.ts'
import { canonicalAdfAttributes } from './canonical-adf-attributes.ts'
import { canonicalMarks } from './canonical-marks.ts'
import { childrenOf } from './sent-node.ts'

/**
 * Write a node in its canonical form, without comments.
 * @param node Any node that does not nest too deep to be read.
 */
export function canonicalAdf(node: AnyNode): string {
  const type = node.type === 'blockTaskItem' ? 'taskItem' : node.type
  const head = `${nameOf(type)}${canonicalAdfAttributes(node)}${canonicalMarks(node)}`
  const children = childrenOf(node)
  const inside = canonicalChildren(type === 'taskItem' ? sentencesIn(children) : children)
  return inside === '' ? head : `${head}[${inside}]`
}

/** Neighbouring texts with the same marks are one text. */
function canonicalChildren(children: readonly AnyNode[]): string {
  let written = ''
  let text = ''
  let marks = ''
  const flush = (): void => {
    if (text !== '') written += `${JSON.stringify(text)}${marks}`
    text = ''
  }
  for (const child of children) {
    if (child.type !== 'text') {
      flush()
      written += canonicalAdf(child)
      continue
    }
    if (typeof child.text !== 'string' || child.text === '') continue
    const own = canonicalMarks(child)
    if (own !== marks) flush()
    marks = own
    text += child.text
  }
  flush()
  return written
}

/** Confluence keeps a task of blocks as a task of sentences. */
function sentencesIn(children: readonly AnyNode[]): readonly AnyNode[] {
  return children.flatMap((child) => (Array.isArray(child.content) ? childrenOf(child) : [child]))
}

/** Types are words; another one cannot be taken for what stands around it. */
function nameOf(type: string): string {
  return /^\w+$/.test(type) ? type : `?${JSON.stringify(type)}`
}
