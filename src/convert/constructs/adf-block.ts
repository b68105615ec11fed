/** ADF that a writer put into a code block. @module */
import { nodeRules } from '../adf/content-rules.ts'
import { anchorMacro } from '../adf/heading-names.ts'
import { nodeText } from '../adf/node-text.ts'
import { problems } from '../adf/problems.ts'
import type { AdfMark, AdfNode } from '../adf/types.ts'
import type { Conversion } from '../conversion.ts'
import { linklessWords, wordsOfParts } from '../headings.ts'
import { MarkdownLimitError } from '../markdown-limit-error.ts'
import type { AdfWriter } from '../writer/adf-writer.ts'
import { bits, noMarks, type TextMarks } from '../writer/marks.ts'
import type { NodeAttributes } from '../writer/open-node.ts'
import { putHeading } from './heading.ts'
import { attributesInSentence } from './image.ts'

/**
 * Write ADF.
 * @param json A document, a list of blocks, or one block.
 * @throws {MarkdownLimitError} When it is not valid ADF.
 */
export function writeAdf(json: string, line: number, conversion: Conversion): void {
  for (const node of readBlocks(json, line)) writeNode(node, line, 1, conversion)
}

function readBlocks(json: string, line: number): readonly AdfNode[] {
  const content = blocksOf(parseJson(json, line))
  const [problem] = problems({ type: 'doc', version: 1, content })
  if (problem !== undefined) throw refusal(line, problem.replace(/^doc\.content/, 'content'))
  // `problems` has checked that this is a list of nodes.
  return content as AdfNode[]
}

/** Write the words of ADF into the sentence, where HTML puts it there. */
export function writeAdfWords(json: string, line: number, conversion: Conversion): void {
  for (const node of readBlocks(json, line)) writeWords(node, conversion)
}

function writeWords(node: AdfNode, conversion: Conversion): void {
  const { sentence } = conversion
  const { content = [] } = node as AnyNode
  if (node.type === 'text') sentence.text(node.text, marksOf(node))
  else if (node.type === 'mediaSingle') writeFile(node, conversion)
  else if (nodeRules.paragraph.children.has(node.type)) {
    sentence.node(node as AdfNode<'emoji'>, nodeText({ type: 'paragraph', content: [node] }))
  } else {
    if (node.type === 'expand') {
      sentence.text(node.attrs?.title ?? '', noMarks)
      sentence.lineBreak()
    }
    for (const child of content) writeWords(child as AdfNode, conversion)
    sentence.lineBreak()
  }
}

function marksOf({ marks = [] }: AdfNode<'text'>): TextMarks {
  return marks.reduce((all, mark) => all.with(bits[mark.type], JSON.stringify(mark)), noMarks)
}

function writeFile(
  { attrs: block, content }: AdfNode<'mediaSingle'>,
  { sentence }: Conversion,
): void {
  const [media, caption] = content
  if (media?.type !== 'media') return
  const title = caption === undefined ? '' : nodeText(caption)
  const attrs = attributesInSentence(media.attrs, block, title)
  const marks = media.marks?.filter(({ type }) => nodeRules.mediaInline.marks.has(type))
  const node = { type: 'mediaInline', attrs, ...(marks?.length && { marks }) } as const
  sentence.node(node as AdfNode<'mediaInline'>, attrs.alt ?? '')
}

/** A longer reason may quote the document and would be unreadable. */
const maxReasonLength = 160

function refusal(line: number, reason: string, cause?: unknown): MarkdownLimitError {
  const shown = reason.length > maxReasonLength ? `${reason.slice(0, maxReasonLength)}…` : reason
  const message = `content has an adf block at line ${line} that is not valid: ${shown}. Correct it, or name another language.`
  return new MarkdownLimitError(message, { cause })
}

function parseJson(json: string, line: number): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw refusal(line, 'it is no JSON', error)
  }
}

function blocksOf(value: unknown): unknown {
  if (Array.isArray(value)) return value
  const isDoc =
    typeof value === 'object' && value !== null && 'type' in value && value.type === 'doc'
  return isDoc && 'content' in value ? value.content : [value]
}

/** Together with the levels of Markdown around it, renderers can still walk this depth. */
const maxDepth = 100

interface AnyNode {
  readonly type: AdfNode['type']
  readonly attrs?: object | undefined
  readonly content?: readonly AnyNode[] | undefined
  readonly marks?: readonly AdfMark[] | undefined
}

function writeNode(node: AdfNode, line: number, depth: number, conversion: Conversion): void {
  if (depth > maxDepth) throw refusal(line, `it nests deeper than ${maxDepth} levels`)
  const { type, attrs, content, marks } = node as AnyNode
  const { children } = nodeRules[type]
  if (node.type === 'heading') writeHeading(node, line, conversion)
  else if (children.size === 0 || children.has('text') || children.has('media')) {
    writeLeaf(node, line, conversion)
  } else {
    const { writer } = conversion
    writer.open(type, line, attrs as NodeAttributes | undefined, marks)
    for (const child of content ?? []) writeNode(child as AdfNode, line, depth + 1, conversion)
    writer.close()
  }
}

function writeLeaf(node: AdfNode, line: number, { writer }: Conversion): void {
  writer.placeFor(node.type, line)
  const json = JSON.stringify(placed(node, line, writer))
  const isWordless = node.type === 'rule' || node.type === 'mediaSingle'
  writer.put(json, nodeText(node), isWordless ? 'wordless' : 'words')
}

/**
 * Copy a block with the marks that it may have there. The members get the order in which we write
 * them, because `appendToParagraph` finds the end of a paragraph's content by it.
 */
function placed(node: AnyNode, line: number, writer: AdfWriter): object {
  const { type, attrs, content } = node
  const marks = node.marks?.filter((mark) => writer.canPlaceMark(mark.type, line))
  return {
    type,
    attrs,
    content: content?.length === 0 ? undefined : content,
    marks: marks?.length === 0 ? undefined : marks,
  }
}

function writeHeading(node: AdfNode<'heading'>, line: number, conversion: Conversion): void {
  const { headings, writer } = conversion
  const { attrs, content = [] } = node
  const words = wordsOfParts(content, '\n')
  const heading = { level: attrs.level, line, words, described: words }
  headings.add(heading)
  if (writer.placeFor('heading', line) === 'heading') {
    const json = JSON.stringify(placed(node, line, writer))
    const text = nodeText(node)
    putHeading({ heading, json, text, parts: content, plainWords: linklessWords(node) }, conversion)
  } else {
    const place = anchorMacro(headings.placeOf(heading))
    const paragraph = { type: 'paragraph', content: [place, ...content.map(inBold)] }
    writer.put(JSON.stringify(paragraph), nodeText(paragraph))
  }
}

function inBold(node: AdfNode): AdfNode {
  if (node.type !== 'text') return node
  const { marks = [] } = node
  const isBold = marks.some(({ type }) => type === 'strong' || type === 'code')
  return isBold ? node : { ...node, marks: [...marks, { type: 'strong' }] }
}
