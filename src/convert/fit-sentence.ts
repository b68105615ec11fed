/**
 * Fits sentences to ADF: combinations of marks that it does not allow, and images among words.
 * @module
 */
import { nodeRules } from '../adf/content-rules.ts'
import { columnPixels, inlineAttributes } from '../adf/images.ts'
import { besideCode } from '../adf/mark-rules.ts'
import type { AdfMark } from '../adf/marks.ts'
import type { AdfNode } from '../adf/types.ts'
import { anchorMacro } from './anchor-macro.ts'
import { trimInlines } from './html/trim-inlines.ts'
import { type LooseNode, plainText, titleMark, withContent } from './loose-adf.ts'
import type { Warnings } from './warnings.ts'

type Image = LooseNode<'mediaSingle'>

/**
 * Make a paragraph, heading, task or caption valid.
 * @returns Its nodes; an image alone replaces the paragraph, and an image with text around it
 * stands before it.
 */
export function fitSentence(node: LooseNode, line: number, warnings: Warnings): AdfNode[] {
  const content = node.content ?? []
  if (!content.some(isImage)) return [withContent(node, fitInlines(content, line, warnings))]
  return node.type === 'paragraph'
    ? fitParagraph(node, content, line, warnings)
    : [withImages(node, content, line, warnings)]
}

function fitParagraph(
  node: LooseNode,
  content: readonly LooseNode[],
  line: number,
  warnings: Warnings,
): AdfNode[] {
  const found = content.findIndex((child) => !isFloating(child) && !isBlank(child))
  const start = found === -1 ? content.length : found
  const blocks = content.slice(0, start).filter(isImage)
  const rest = start === 0 ? content : trimInlines(content.slice(start))
  const [only, ...others] = rest.filter((child) => !isBlank(child))
  const isAlone = only !== undefined && others.length === 0 && isImage(only)
  if (isAlone || only === undefined)
    return [...blocks, ...(isAlone ? [only] : [])].map(withoutLines)
  return [...blocks.map(withoutLines), withImages(node, rest, line, warnings)]
}

function withImages(
  node: LooseNode,
  content: readonly LooseNode[],
  line: number,
  warnings: Warnings,
): AdfNode {
  if (content.some(isFloating)) warnings.add('alignment-dropped', line)
  const inline = content.flatMap((child) => (isImage(child) ? inSentence(child) : [child]))
  return withContent(node, fitInlines(inline, line, warnings))
}

function isImage(node: LooseNode): node is Image {
  return node.type === 'mediaSingle'
}

function isFloating(node: LooseNode): boolean {
  return isImage(node) && (node.attrs.layout === 'wrap-left' || node.attrs.layout === 'wrap-right')
}

function isBlank(node: LooseNode): boolean {
  return node.type === 'hardBreak' || (node.type === 'text' && node.text.trim() === '')
}

/** Most sentences need no change, so they are not copied. */
function fitInlines(
  nodes: readonly LooseNode[],
  line: number,
  warnings: Warnings,
): readonly AdfNode[] {
  if (nodes.some(hasSeveralMarks)) return nodes.map((node) => fitInline(node, line, warnings))
  // Marks exclude each other only in twos, so sentences without two marks on a node are valid.
  return nodes as readonly AdfNode[]
}

function hasSeveralMarks({ marks }: LooseNode): boolean {
  return marks !== undefined && marks.length > 1
}

function fitInline(node: LooseNode, line: number, warnings: Warnings): AdfNode {
  const { marks } = node
  if (marks === undefined || marks.length < 2) return node as AdfNode
  const fitted = fitMarks(marks)
  const isLost = (mark: AdfMark): boolean =>
    mark.type !== 'code' && mark !== titleMark && !fitted.some(({ type }) => type === mark.type)
  if (marks.some(isLost)) {
    warnings.add('mark-dropped', line)
  }
  return { ...node, marks: fitted } as AdfNode
}

/** Keep each mark once. Code excludes all other marks, and gives way to a link. */
function fitMarks(marks: readonly AdfMark[]): AdfMark[] {
  const unique = marks.filter(
    (mark, index) => marks.findIndex(({ type }) => type === mark.type) === index,
  )
  if (!unique.some(({ type }) => type === 'code')) return unique
  const isLinked = unique.some(({ type }) => type === 'link')
  return unique.filter(({ type }) => (isLinked ? type !== 'code' : besideCode.has(type)))
}

/** Inline images have no caption, so the title joins the description. */
function inSentence({ attrs: block, content = [] }: Image): LooseNode[] {
  const [media, caption] = content
  if (media?.type !== 'media') return []
  const words = new Set([media.attrs.alt, plainText(caption?.content ?? [])])
  const alt = [...words].filter(Boolean).join(' ')
  const own = { ...media.attrs, ...(alt === '' ? {} : { alt }), ...sizeOfShare(block, media.attrs) }
  // The file's own size is always complete, so another one was given by the writer.
  const isSized =
    block.width !== undefined || (own.width === undefined) !== (own.height === undefined)
  const attrs = inlineAttributes(own, isSized)
  const marks = (media.marks ?? []).filter(({ type }) => nodeRules.mediaInline.marks.has(type))
  return [{ type: 'mediaInline', attrs, ...(marks.length === 0 ? {} : { marks }) }]
}

/** Inline images cannot have a width in per cent of the page. */
function sizeOfShare(
  { width: share, widthType }: Image['attrs'],
  { width, height }: LooseNode<'media'>['attrs'],
): Pick<LooseNode<'media'>['attrs'], 'width' | 'height'> {
  if (share === undefined || widthType === 'pixel') return {}
  const shown = Math.round((share * columnPixels) / 100)
  const isKnown = width !== undefined && height !== undefined
  return { width: shown, ...(isKnown ? { height: Math.round((height * shown) / width) } : {}) }
}

/** Drop the source lines; an image is valid otherwise. */
function withoutLines({ line: _, content, ...rest }: LooseNode): AdfNode {
  return (content === undefined ? rest : { ...rest, content: content.map(withoutLines) }) as AdfNode
}

export function strongParagraph(heading: LooseNode, place: string | undefined): LooseNode {
  const strong: AdfMark = { type: 'strong' }
  const content = (heading.content ?? []).map((child) => {
    const marks = child.marks ?? []
    const isStrong = marks.some(({ type }) => type === 'strong' || type === 'code')
    return child.type !== 'text' || isStrong ? child : { ...child, marks: [...marks, strong] }
  })
  const placed = place === undefined ? content : [anchorMacro(place), ...content]
  return { type: 'paragraph', content: placed, ...(heading.line ? { line: heading.line } : {}) }
}

/** Turn a table into one paragraph for each block of its cells, row by row. */
export function tableRowsAsParagraphs(table: LooseNode): LooseNode[] {
  const cells = (table.content ?? []).flatMap((row) => row.content ?? [])
  return cells
    .flatMap((cell) => cell.content ?? [])
    .map(({ marks: _, ...block }) => block)
    .filter(({ type, content }) => type !== 'paragraph' || (content ?? []).length > 0)
}
