/** Emphasis, strong emphasis and strikethrough: each is one mark around its content. @module */
import type { Delete, Emphasis, Strong } from 'mdast'
import type { AdfMark } from '../../adf/marks.ts'
import type { InlineHandler } from '../conversion.ts'

export const emphasis: InlineHandler<Emphasis> = marked('em')
export const strong: InlineHandler<Strong> = marked('strong')
export const strike: InlineHandler<Delete> = marked('strike')

function marked(type: 'em' | 'strong' | 'strike'): InlineHandler<Emphasis | Strong | Delete> {
  const mark: AdfMark = { type }
  return (node, marks, conversion) => {
    const isThere = marks.some((outer) => outer.type === type)
    return conversion.inlines(node.children, isThere ? marks : [...marks, mark])
  }
}
