/** Code blocks between tags, groups of them, and rules of what is no code. @module */
import type { TagRule } from '../../../convert/code/code-rules.ts'
import { withoutPlace } from '../parts/content.ts'
import { makeSpan, makeTab } from '../parts/make-parts.ts'
import type { Code, CodeSpan, LineOfCode, Part } from '../parts/part.ts'
import type { Context, VisitedTag } from '../parts/part-construct.ts'

const marksOfBlocks = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*/

/** The lines of code between two tags, without the indentation and quote marks of their place. */
export function codeInTag({
  content,
  source,
  before,
}: Pick<VisitedTag, 'content' | 'source' | 'before'>): readonly string[] {
  const [only] = content
  if (content.length === 1 && only?.type === 'code' && only.fence === '')
    return only.lines.map(({ text, indentation = '' }) => indentation + text)
  const prefix = (marksOfBlocks.exec(before) as RegExpExecArray)[0]
  const [first = '', ...lines] = source.split('\n')
  while (lines.length > 0 && /^[\s>]*$/.test(lines.at(-1) as string)) lines.pop()
  const below = lines.map((line) => withoutPlace(line, prefix))
  return first.trim() === '' ? below : [first, ...below]
}

/** Remove common indentation and the blank lines around the code. */
export function outdentedCode(lines: readonly string[]): readonly string[] {
  const hasText = (line: string): boolean => line.trim() !== ''
  const indents = lines.filter(hasText).map((line) => line.search(/\S/))
  const indent = indents.reduce(
    (least, columns) => Math.min(least, columns),
    Number.MAX_SAFE_INTEGER,
  )
  const from = Math.max(lines.findIndex(hasText), 0)
  return lines.slice(from, lines.findLastIndex(hasText) + 1).map((line) => line.slice(indent))
}

/** Change code without adding lines; undefined where nothing changes. */
export function changedCode(
  code: Code | CodeSpan,
  change: (text: string) => string,
): readonly [Code | CodeSpan] | undefined {
  if (code.type === 'span') {
    const text = change(code.text)
    if (text === code.text) return undefined
    const isClosed = backquotes(text) === backquotes(code.text)
    return [isClosed ? { ...code, text } : makeSpan(text.replace(/^`+|`+$/g, ''))]
  }
  const before = code.lines.map(({ text }) => text).join('\n')
  const after = change(before)
  if (after === before) return undefined
  const texts = after.split('\n')
  return [{ ...code, lines: code.lines.map((line, at) => ({ ...line, text: texts[at] ?? '' })) }]
}

function backquotes(text: string): number {
  return text.split('`').length
}

/** HTML may be indented and continue over blank lines; Markdown would misread both. */
export function htmlInCode(lines: readonly LineOfCode[], context: Context): readonly Part[] {
  const html = lines.map((line) => ({ ...line, text: line.text.trim() }))
  return context.readCode(html.filter(({ text }) => text !== ''))
}

export function isFenced(part: Part): part is Code {
  return part.type === 'code' && part.fence !== ''
}

/** @param content Parts whose code blocks have a label: `[npm]` or a title. */
export function codeGroup(content: readonly Part[]): readonly Part[] {
  return content.map((part) => (isFenced(part) ? codeTab(part) : part))
}

/** Code that moves into another part: it gets a new fence there. */
export function movedCode({ info, lines, line }: Code): Code {
  return { type: 'code', info, lines: lines.map((text) => ({ ...text, prefix: '' })), line }
}

const titleMark = /(?<!\s)\s*(?:\[([^\][]+)\]|\b(?:title|filename|label)="([^"]+)")/

function codeTab(code: Code): Part {
  const info = code.info.trim()
  const [language = '', ...words] = info.split(/\s+/)
  const titleMatch = titleMark.exec(info)
  const label = titleMatch?.[1] ?? titleMatch?.[2]
  const tabLabel =
    label ??
    (words
      .join(' ')
      .replace(/\{[^}]*\}|[\w-]+=\S+/g, '')
      .trim() ||
      language)
  const rest = label === undefined ? language : info.replace(titleMatch?.[0] as string, '')
  return makeTab(tabLabel, [movedCode({ ...code, info: rest })], code.line)
}

/** For generators that end an HTML block where its element ends. */
export const anyTag: RegExp = /^<\/?[a-z]/i

/** Indented content of these tags is not code. */
export const liquidTags: TagRule = {
  opening: /^\{%-?\s*(?!end)[@a-z]/i,
  tag: /\{%-?\s*(end)?([@a-z][\w-]*)/gi,
}
