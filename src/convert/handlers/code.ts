/** Converts code blocks, with the language and the title of the info string. @module */
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

/** @param marked Marked lines as for `markedLinesId`; empty for none. */
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

/** ADF's code blocks have no title, so it becomes a line above. */
function titleLine(title: string, line: number): LooseNode {
  return { type: 'paragraph', content: [{ type: 'text', text: title, marks: [strong] }], line }
}

const strong = { type: 'strong' } as const

/**
 * Insert ADF written in a code block.
 * @param json A document, a list of blocks, or one block.
 * @throws {MarkdownLimitError} When it is not valid ADF.
 */
function adfBlock(json: string, line: number): LooseNode[] {
  const content = blocksOf(parseJson(json, line))
  const [problem] = problems({ type: 'doc', version: 1, content })
  if (problem !== undefined) throw refusal(line, problem.replace(/^doc\.content/, 'content'))
  // `problems` has checked that this is a list of nodes.
  return (content as AdfNode[]).map((node) => withLines(node, line, 1))
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

/**
 * Give each block a line: without one, the fit pass would take it for placed. Sentences need none.
 */
function withLines(node: LooseNode, line: number, depth: number): LooseNode {
  if (depth > maxDepth) throw refusal(line, `it nests deeper than ${maxDepth} levels`)
  const { content } = node
  if (content === undefined || nodeRules[node.type].children.has('text')) return { ...node, line }
  return { ...node, content: content.map((child) => withLines(child, line, depth + 1)), line }
}
