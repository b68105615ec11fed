/** A code block, fenced or indented, with its language and the title that its info string may give. @module */
import type { Code } from 'mdast'
import { nodeRules } from '../../adf/content-rules.ts'
import { markedLinesId } from '../../adf/local-ids.ts'
import { problems } from '../../adf/problems.ts'
import type { AdfNode } from '../../adf/types.ts'
import type { BlockHandler } from '../conversion.ts'
import { type LooseNode, textNode } from '../loose-adf.ts'
import { MarkdownLimitError } from '../markdown-limit-error.ts'
import { lineOf } from '../parse-markdown.ts'
import { jsonInside, type WriteBlock } from '../plain-page.ts'
import { readCodeInfo } from './code-info.ts'
import { jsonOfText } from './text.ts'

export const code: BlockHandler<Code> = (node, conversion) => {
  const line = lineOf(node)
  const info = infoOf(node)
  if (info === 'adf') return adfBlock(node.value, line)
  if (node.lang === 'math') conversion.warnings.add('math-shown', line)
  const { language, title, marked, hasMore } = readCodeInfo(info)
  if (hasMore) conversion.warnings.add('code-info-dropped', line)
  const block = codeBlock(node.value, language, line, marked)
  return title === '' ? [block] : [titleLine(title, line), block]
}

function infoOf({ lang, meta }: Code): string {
  return `${lang ?? ''}${meta ? ` ${meta}` : ''}`
}

export const writeCode: WriteBlock = (id, page) => {
  const node = page.nodes.node(id) as Code
  const info = infoOf(node)
  if (info === 'adf') return undefined
  const line = lineOf(node)
  if (node.lang === 'math') page.warn('math-shown', line)
  const { language, title, marked, hasMore } = readCodeInfo(info)
  if (hasMore) page.warn('code-info-dropped', line)
  const members = [
    ...(language === undefined ? [] : [`"language":"${jsonInside(language)}"`]),
    ...(marked === '' ? [] : [`"localId":"${markedLinesId(marked, line)}"`]),
  ]
  const attrs = members.length === 0 ? '' : `,"attrs":{${members.join(',')}}`
  page.addLine(title)
  page.addLine(node.value)
  const content = node.value === '' ? '' : `,"content":[${jsonOfText(node.value, '')}]`
  const block = `{"type":"codeBlock"${attrs}${content}}`
  if (title === '') return block
  return `{"type":"paragraph","content":[${jsonOfText(title, '{"type":"strong"}')}]},${block}`
}

/** @param marked The lines of it that are marked; empty for none. */
export function codeBlock(
  value: string,
  language: string | undefined,
  line: number,
  marked = '',
): LooseNode {
  const text = textNode(value, [])
  const attrs = {
    ...(language !== undefined && { language }),
    ...(marked !== '' && { localId: markedLinesId(marked, line) }),
  }
  return {
    type: 'codeBlock',
    ...(Object.keys(attrs).length === 0 ? {} : { attrs }),
    ...(text === undefined ? {} : { content: [text] }),
    line,
  }
}

/** ADF's code blocks have no title: it is a line of its own. */
function titleLine(title: string, line: number): LooseNode {
  return { type: 'paragraph', content: [{ type: 'text', text: title, marks: [strong] }], line }
}

const strong = { type: 'strong' } as const

/**
 * Insert the blocks of a piece of ADF.
 * @param json A document, a list of blocks, or one block.
 * @throws {MarkdownLimitError} When it is no valid ADF.
 */
function adfBlock(json: string, line: number): LooseNode[] {
  const content = blocksOf(parseJson(json, line))
  const [problem] = problems({ type: 'doc', version: 1, content })
  if (problem !== undefined) throw refusal(line, problem.replace(/^doc\.content/, 'content'))
  // What has no problems is a list of nodes.
  return (content as AdfNode[]).map((node) => withLines(node, line, 1))
}

/** A longer reason, which may quote the document, would make a message that no one can read. */
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

/** Levels in such a block: with those of Markdown around it, less than any renderer can walk. */
const maxDepth = 100

/** Blocks without a line would count as placed already; what stands in a sentence has none. */
function withLines(node: LooseNode, line: number, depth: number): LooseNode {
  if (depth > maxDepth) throw refusal(line, `it nests deeper than ${maxDepth} levels`)
  const { content } = node
  if (content === undefined || nodeRules[node.type].children.has('text')) return { ...node, line }
  return { ...node, content: content.map((child) => withLines(child, line, depth + 1)), line }
}
