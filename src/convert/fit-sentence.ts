/** Fits what holds running text: marks that ADF cannot combine, and images, which it keeps apart. @module */
import { besideCode } from '../adf/mark-rules.ts'
import type { AdfMark } from '../adf/marks.ts'
import type { AdfNode } from '../adf/types.ts'
import { anchorMacro } from './anchor-macro.ts'
import { type LooseNode, textNode, withContent } from './loose-adf.ts'
import type { Warnings } from './warnings.ts'

/**
 * Make a paragraph, heading, task or caption valid.
 * @param node The node, with images still inside.
 * @param warnings Takes what had to be changed.
 * @returns The node; for a paragraph with images, its parts and the images in between.
 */
export function fitSentence(node: LooseNode, line: number, warnings: Warnings): AdfNode[] {
  const content = node.content ?? []
  if (!content.some(({ type }) => type === 'mediaSingle')) {
    return [withContent(node, fitInlines(content, line, warnings))]
  }
  if (node.type !== 'paragraph') {
    warnings.add('image-linked', line)
    const linked = content.flatMap((child) =>
      child.type === 'mediaSingle' ? imageLink(child) : [child],
    )
    return [withContent(node, fitInlines(linked, line, warnings))]
  }
  return splitAtImages(node, content, line, warnings)
}

function splitAtImages(
  node: LooseNode,
  content: readonly LooseNode[],
  line: number,
  warnings: Warnings,
): AdfNode[] {
  const parts: AdfNode[] = []
  let run: AdfNode[] = []
  let hasText = false
  const close = (): void => {
    const trimmed = trim(run)
    if (trimmed.length > 0) {
      parts.push(withContent(node, trimmed))
      hasText = true
    }
    run = []
  }
  for (const child of content) {
    if (child.type !== 'mediaSingle') run.push(fitInline(child, line, warnings))
    else {
      close()
      parts.push(withoutLines(child))
    }
  }
  close()
  if (hasText) warnings.add('image-split', line)
  else if (parts.length > 1) warnings.add('images-stacked', line)
  return parts
}

/** Leave out the space around a place where a sentence was cut. */
function trim(run: readonly AdfNode[]): AdfNode[] {
  const nodes = [...run]
  const isBlank = (node: AdfNode | undefined): boolean =>
    node?.type === 'hardBreak' || (node?.type === 'text' && node.text.trim() === '')
  while (isBlank(nodes[0])) nodes.shift()
  while (isBlank(nodes.at(-1))) nodes.pop()
  const [first] = nodes
  if (first?.type === 'text') nodes[0] = { ...first, text: first.text.trimStart() }
  const last = nodes.at(-1)
  if (last?.type === 'text') nodes[nodes.length - 1] = { ...last, text: last.text.trimEnd() }
  return nodes
}

/** Most sentences stay as they are, and are not worth a copy. */
function fitInlines(
  nodes: readonly LooseNode[],
  line: number,
  warnings: Warnings,
): readonly AdfNode[] {
  if (nodes.some(hasSeveralMarks)) return nodes.map((node) => fitInline(node, line, warnings))
  // No two marks, so that none excludes another: nothing that handlers make for a sentence is wrong.
  return nodes as readonly AdfNode[]
}

function hasSeveralMarks({ marks }: LooseNode): boolean {
  return marks !== undefined && marks.length > 1
}

function fitInline(node: LooseNode, line: number, warnings: Warnings): AdfNode {
  const { marks } = node
  // As in `fitInlines`.
  if (marks === undefined || marks.length < 2) return node as AdfNode
  const fitted = fitMarks(marks)
  if (marks.some(({ type }) => type !== 'code' && !fitted.some((mark) => mark.type === type))) {
    warnings.add('mark-dropped', line)
  }
  return { ...node, marks: fitted } as AdfNode
}

/** Each mark once; code stands alone, and gives way to a link. */
function fitMarks(marks: readonly AdfMark[]): AdfMark[] {
  const unique = marks.filter(
    (mark, index) => marks.findIndex(({ type }) => type === mark.type) === index,
  )
  if (!unique.some(({ type }) => type === 'code')) return unique
  const isLinked = unique.some(({ type }) => type === 'link')
  return unique.filter(({ type }) => (isLinked ? type !== 'code' : besideCode.has(type)))
}

/** An image where only text may stand: its description, linked to where it or its link leads. */
function imageLink(node: LooseNode): LooseNode[] {
  const [media] = node.content ?? []
  if (media?.type !== 'media') return []
  const { attrs, marks = [] } = media
  const url = attrs.type === 'external' ? attrs.url : ''
  const links = marks.filter(({ type }) => type === 'link')
  if (links.length === 0 && url !== '') links.push({ type: 'link', attrs: { href: url } })
  // A file of the wiki has no address; by its id it can at least be found.
  const id = attrs.type === 'external' ? '' : attrs.id
  const text = textNode(attrs.alt || url || id, links)
  return text === undefined ? [] : [text]
}

/** An image as its handler made it, which is valid but for the lines. */
function withoutLines({ line: _, content, ...rest }: LooseNode): AdfNode {
  return (content === undefined ? rest : { ...rest, content: content.map(withoutLines) }) as AdfNode
}

/** Turn a heading into a paragraph of bold text, with a place that links can lead to. */
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
