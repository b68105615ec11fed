/** Emphasis, strong emphasis and strikethrough: each is one mark around its content. @module */
import type { Delete, Emphasis, Strong } from 'mdast'
import type { AdfMark } from '../../adf/marks.ts'
import type { InlineHandler } from '../conversion.ts'
import { addMark, type WriteInline } from '../plain-page.ts'

export const emphasis: InlineHandler<Emphasis> = marked('em')
export const strong: InlineHandler<Strong> = marked('strong')
export const strike: InlineHandler<Delete> = marked('strike')

type MarkType = 'em' | 'strong' | 'strike'

function marked(type: MarkType): InlineHandler<Emphasis | Strong | Delete> {
  const mark: AdfMark = { type }
  return (node, marks, conversion) => {
    const isThere = marks.some((outer) => outer.type === type)
    return conversion.inlines(node.children, isThere ? marks : [...marks, mark])
  }
}

export const writeEmphasis: WriteInline = markedWriter('em')
export const writeStrong: WriteInline = markedWriter('strong')
export const writeStrike: WriteInline = markedWriter('strike')

function markedWriter(type: MarkType): WriteInline {
  const mark = `{"type":"${type}"}`
  // No string inside the marks reads like one: its quotation marks are escaped.
  return (id, marks, page) => page.inlines(id, marks.includes(mark) ? marks : addMark(marks, mark))
}
