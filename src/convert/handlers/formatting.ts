/** Converts emphasis, strong, strikethrough, code, and formulas. @module */
import type { Delete, Emphasis, InlineCode, Paragraph, Strong } from 'mdast'
import { formulaAttributes } from '../../adf/formula.ts'
import type { AdfMark } from '../../adf/marks.ts'
import type { BlockHandler, Conversion, InlineHandler } from '../conversion.ts'
import { type LooseNode, textNode, titleMark } from '../loose-adf.ts'
import { type InlineMath, lineOf, type MarkdownNode, type MathBlock } from '../parse-markdown.ts'
import { addMark, isLinked, type WriteInline } from '../plain-page.ts'
import { codeBlock } from './code.ts'
import { writeWords } from './text.ts'

export const emphasis: InlineHandler<Emphasis> = marked('em')
export const strong: InlineHandler<Strong> = marked('strong')
export const strike: InlineHandler<Delete> = marked('strike')

type MarkType = 'em' | 'strong' | 'strike'

function marked(type: MarkType): InlineHandler<Emphasis | Strong | Delete> {
  const mark: AdfMark = { type }
  return (node, marks, conversion) => {
    const isThere = marks.some((outer) => outer.type === type)
    // The mark of a title gives way to the writer's own.
    const inner = isThere
      ? marks.map((outer) => (outer.type === type ? mark : outer))
      : [...marks, mark]
    return conversion.inlines(node.children, inner)
  }
}

export const writeEmphasis: WriteInline = markedWriter('em')
export const writeStrong: WriteInline = markedWriter('strong')
export const writeStrike: WriteInline = markedWriter('strike')

function markedWriter(type: MarkType): WriteInline {
  const mark = `{"type":"${type}"}`
  // Quotation marks in strings are escaped, so no string can contain this.
  return (id, marks, page) => page.inlines(id, marks.includes(mark) ? marks : addMark(marks, mark))
}

export const inlineCode: InlineHandler<InlineCode> = (node, marks, conversion) =>
  codeText(node.value, lineOf(node), marks, conversion)

/**
 * Make a text with the code mark. Warn where other marks are lost by it, but not for links, which
 * win over code.
 */
function codeText(
  value: string,
  line: number,
  marks: readonly AdfMark[],
  { warnings }: Conversion,
): readonly LooseNode[] {
  const isLinked = marks.some(({ type }) => type === 'link')
  if (!isLinked && marks.some((mark) => mark !== titleMark)) warnings.add('mark-dropped', line)
  const text = textNode(value, isLinked ? marks : [{ type: 'code' }])
  return text === undefined ? [] : [text]
}

export const writeInlineCode: WriteInline = (id, marks, page) => {
  const { nodes } = page
  if (isLinked(marks)) return writeWords(nodes.valueOf(id), marks, page)
  if (marks !== '') page.warn('mark-dropped', nodes.lineOf(id))
  return writeWords(nodes.valueOf(id), '{"type":"code"}', page)
}

export const math: BlockHandler<MathBlock> = (node, conversion) => [
  formulaBlock(node.value, lineOf(node), conversion),
]

/**
 * Convert a paragraph that is a single formula.
 * @returns Undefined for any other paragraph.
 */
export function displayMath(
  { children }: Paragraph,
  conversion: Conversion,
): LooseNode | undefined {
  const [only, ...others]: readonly MarkdownNode[] = children
  if (only?.type !== 'inlineMath' || others.length > 0 || !only.value.startsWith('$$'))
    return undefined
  return formulaBlock(texIn(only.value), lineOf(only), conversion)
}

function formulaBlock(tex: string, line: number, { warnings }: Conversion): LooseNode {
  warnings.add('math-shown', line)
  return codeBlock(tex, 'tex', line)
}

export const inlineMath: InlineHandler<InlineMath> = (node, marks, conversion) => {
  if (marks.every(isWeight) && conversion.formulas.take(1)) {
    return [{ type: 'inlineExtension', attrs: formulaAttributes(texIn(node.value)) }]
  }
  conversion.warnings.add('math-shown', lineOf(node))
  return codeText(node.value.replaceAll('\n', ' '), lineOf(node), marks, conversion)
}

/** Macros carry no marks, and a formula looks the same without these. */
function isWeight({ type }: AdfMark): boolean {
  return type === 'strong' || type === 'em'
}

/** Remove the dollar signs, the same number on both sides, and GitHub's backticks inside them. */
function texIn(written: string): string {
  const signs = /^\$*/.exec(written)?.[0].length ?? 0
  const tex = written.slice(signs, written.length - signs).trim()
  return tex.length > 2 && tex.startsWith('`') && tex.endsWith('`') ? tex.slice(1, -1) : tex
}
