/** A code block, fenced or indented, with its language and the title that its info string may give. @module */
import type { Code } from 'mdast'
import { nodeRules } from '../../adf/content-rules.ts'
import { markedLinesId } from '../../adf/local-ids.ts'
import { decodePart } from '../../adf/node-text.ts'
import { problems } from '../../adf/problems.ts'
import type { AdfNode } from '../../adf/types.ts'
import type { BlockHandler } from '../conversion.ts'
import { jsonInside } from '../json-text.ts'
import { type LooseNode, textNode } from '../loose-adf.ts'
import { MarkdownLimitError } from '../markdown-limit-error.ts'
import { lineOf } from '../parse-markdown.ts'
import type { WriteBlock } from '../plain-page.ts'
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

export interface CodeInfo {
  /** The writer's word, in lower case. */
  readonly language: string | undefined
  /** Empty without one. */
  readonly title: string
  /** Lines that are to be seen first, as `1,3-4`; empty without one. */
  readonly marked: string
  /** There is more in it than that. */
  readonly hasMore: boolean
}

const titleAttribute =
  /(?<=^|[\s{,])(?:title|filename|file|name)=(?:"([^"]*)"|'([^']*)'|([^\s"'{}]*[^\s"'{},]))/
/** `{1,3-4}` of most, `hl_lines` of Python-Markdown, Hugo and Zola, and names that others give it. */
const markedLines =
  /(?:(?<=^|[\s{,])(?:hl_lines|mark_lines|highlight|mark|emphasize-lines)=(?:"([\d,\s-]+)"|\{([\d,\s-]+)\}|\[([\d,\s"-]+)\]|(\d[\d-]*(?:[ ,]\d[\d-]*)*))(?![\w-]))|\{([\d,\s-]+)\}/
const separator = /[\s{},]+/
const attribute = /(?<![\w-])[\w-]+=(?:"[^"]*"|'[^']*'|[^\s"'{},]+)/g
/** Nearly all of them. */
const simpleName = /^[a-z]*$/i
/** Data URLs may have short names at this time, of which nothing is to be seen in the page. */
const dataUrl = /data:[^\s{}]*/gi
const languageName = /^\.?([\p{L}\p{N}_+.-][\p{L}\p{N}_+#.-]*)(?::\S*)?$/u

/**
 * Read `js`, `{.python #id}`, `{r, echo=FALSE}`, `ts:a.ts`, `title="a.js" hl_lines="2"` and the like. The
 * language is the first word that can be one.
 * @param info The whole string.
 */
function readCodeInfo(info: string): CodeInfo {
  if (simpleName.test(info)) {
    return { language: codeLanguage(info), title: '', marked: '', hasMore: false }
  }
  const hasAttributes = info.includes('=')
  const [titled = '', double, single, bare] = (hasAttributes && titleAttribute.exec(info)) || []
  const mayMark = hasAttributes || info.includes('{')
  const [marking = '', ...markings] = (mayMark && markedLines.exec(info)) || []
  const others = info.replace(titled, ' ').replace(marking, ' ')
  const words = info.replace(dataUrl, ' ').replace(attribute, ' ').split(separator)
  const word = words.find((one) => languageName.test(one) && /\p{L}/u.test(one))
  const [, name = ''] = languageName.exec(word ?? '') ?? []
  const [, after = ''] = /:(.*)/.exec(word ?? '') ?? []
  const isTitle = titled === '' && !/^(?:no-)?line-numbers$/.test(after)
  return {
    language: codeLanguage(name),
    title:
      double ??
      single ??
      (bare === undefined ? undefined : fromQuery(bare)) ??
      (isTitle ? after : ''),
    marked: Array.from(markings.join(' ').matchAll(/\d+(?:-\d+)?/g), String).join(','),
    hasMore:
      (after !== '' && !isTitle) ||
      others.split(separator).some((one) => one !== '' && one !== word),
  }
}

/** Players of code on React Native's site are told all as an address is: `name=A%20list&ext=tsx`. */
function fromQuery(written: string): string {
  return written.includes('%') ? decodePart(written.replace(/&.*$/s, '')) : written
}

/** What Microsoft Learn lets its readers run. */
const interactive = '-interactive'

/**
 * Read the name of a language.
 * @param name The writer's word; may be empty.
 * @returns `undefined` when the word names none.
 */
export function codeLanguage(name: string): string | undefined {
  const word = name.toLowerCase()
  const isRun = word.endsWith(interactive) && word.length > interactive.length
  return (isRun ? word.slice(0, -interactive.length) : word) || undefined
}

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
