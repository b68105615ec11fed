/**
 * Code in a sentence. The editor keeps it apart from other formatting, and from links, which are worth
 * more than its look.
 * @module
 */
import type { InlineCode } from 'mdast'
import type { AdfMark } from '../../adf/marks.ts'
import type { Conversion, InlineHandler } from '../conversion.ts'
import { type LooseNode, textNode } from '../loose-adf.ts'
import { lineOf } from '../parse-markdown.ts'
import { isLinked, type WriteInline } from '../plain-page.ts'
import { writeWords } from './text.ts'

export const inlineCode: InlineHandler<InlineCode> = (node, marks, conversion) =>
  codeText(node.value, lineOf(node), marks, conversion)

/**
 * Make a text of code.
 * @param conversion Takes the warning when marks are lost; what is linked loses nothing but the look of code.
 */
export function codeText(
  value: string,
  line: number,
  marks: readonly AdfMark[],
  { warnings }: Conversion,
): readonly LooseNode[] {
  const isLinked = marks.some(({ type }) => type === 'link')
  if (!isLinked && marks.length > 0) warnings.add('mark-dropped', line)
  const text = textNode(value, isLinked ? marks : [{ type: 'code' }])
  return text === undefined ? [] : [text]
}

export const writeInlineCode: WriteInline = (id, marks, page) => {
  const { nodes } = page
  if (isLinked(marks)) return writeWords(nodes.valueOf(id), marks, page)
  if (marks !== '') page.warn('mark-dropped', nodes.lineOf(id))
  return writeWords(nodes.valueOf(id), '{"type":"code"}', page)
}
