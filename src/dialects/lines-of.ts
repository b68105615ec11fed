/** A text as lines, and lines as a text. @module */
import { htmlBlockAt } from '../convert/code/block-starts.ts'
import type { CodeRules } from '../convert/code/code-rules.ts'
import { findCode } from '../convert/code/find-code.ts'
import type { LineCode } from '../convert/code/found-code.ts'
import { splitLines } from '../convert/code/line-reader.ts'
import { kindOf, type Line } from './line.ts'
import { besideSealed, marks, open, seal, sealSpan } from './sealed-code.ts'

/**
 * Take a text apart; its code is sealed.
 * @param text A document or a part of one, as its author has written it, from its first line on.
 */
export function sealedLines(text: string, rules: CodeRules, firstLine = 1): readonly Line[] {
  const texts = splitLines(text)
  const code = findCode(texts, rules)
  return texts.map((one, index) => ({
    text: sealedLine(one, code[index] as LineCode),
    line: index + firstLine,
  }))
}

function sealedLine(text: string, code: LineCode): string {
  if (code.kind === 'frontMatter') return marks.frontMatter + seal(text)
  if (code.kind !== 'text') {
    const { kind, prefix, indentation, content } = code
    const start = indentation === undefined ? '' : seal(indentation) + marks.indented
    return prefix + marks[kind] + start + seal(content)
  }
  let at = 0
  let sealed = ''
  for (const { from, to, goesOn } of code.parts) {
    sealed += besideSealed(text.slice(at, from)) + sealSpan(text.slice(from, to), goesOn)
    at = to
  }
  return sealed + besideSealed(text.slice(at))
}

export function withoutBlankEnds(lines: readonly Line[]): readonly Line[] {
  const isText = ({ text }: Line): boolean => text.trim() !== ''
  const from = lines.findIndex(isText)
  return from === -1 ? [] : lines.slice(from, lines.findLastIndex(isText) + 1)
}

export function textOfLines(lines: readonly Line[]): string {
  return lines.map(({ text }) => text).join('\n')
}

/**
 * Put a blank line between HTML and a fence, or CommonMark would take the fence for HTML.
 * @param lines Lines with sealed code.
 */
export function fencesApart(lines: readonly Line[]): readonly Line[] {
  const apart: Line[] = []
  let isHtml = false
  for (const one of lines) {
    const [before = '', ...marked] = one.text.split(marks.fence)
    if (isHtml && marked.length > 0) {
      apart.push({ ...one, text: before.replace(/[^\s>]/g, ' ').trimEnd() })
    }
    isHtml = marked.length === 0 && (beginsHtml(one.text) || (isHtml && !isBlank(one.text)))
    apart.push(one)
  }
  return apart.length === lines.length ? lines : apart
}

const beforeTag = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(?=<)/

/** Tell whether a line begins an HTML block that ends at a blank line. */
function beginsHtml(text: string): boolean {
  const before = beforeTag.exec(text)?.[0]
  const html = before === undefined ? undefined : htmlBlockAt(text.slice(before.length))
  return html !== undefined && html.end === undefined
}

/**
 * Open sealed code again. Indented code that now stands below text gets a fence.
 * @param lines Lines with sealed code.
 */
export function openLines(lines: readonly Line[]): readonly Line[] {
  const opened: Line[] = []
  let lastCode = -1
  for (let index = 0; index < lines.length; index += 1) {
    const one = lines[index] as Line
    if (kindOf(one.text) === 'text') opened.push(openText(one))
    else if (one.text.includes(marks.indented)) {
      const start = index
      while (lines[index + 1]?.text.includes(marks.indented)) index += 1
      const above = opened.findLastIndex(({ text }) => !isBlank(text))
      const isApart = above < opened.length - 1 && above !== lastCode
      for (const code of indentedCode(lines.slice(start, index + 1), isApart || above === -1))
        opened.push(code)
      lastCode = opened.length - 1
    } else opened.push({ ...one, text: openCode(one.text) })
  }
  return opened
}

function isBlank(text: string): boolean {
  return /^[\s>]*$/.test(text)
}

function openText(line: Line): Line {
  const text = open(line.text)
  return text === line.text ? line : { ...line, text }
}

function openCode(text: string): string {
  const opened = open(text)
  return text.endsWith(marks.code) ? opened.trimEnd() : opened
}

/** @param isApart Whether a blank line, and no other code, stands above it. */
function indentedCode(code: readonly Line[], isApart: boolean): readonly Line[] {
  const parts = code.map(({ text, line }) => {
    const [prefix = '', , ...content] = text.split(marks.indented)
    return { prefix, content: open(content.join('')), line }
  })
  const [first] = parts as [(typeof parts)[number]]
  const isItem = /[^\s>]/.test(first.prefix)
  const later = first.prefix.replace(/[^\s>]/g, ' ')
  if (isApart || isItem) {
    return parts.map(({ prefix, content, line }) => ({
      text: content === '' ? prefix.trimEnd() : `${prefix}    ${content}`,
      line,
    }))
  }
  const fence = fenceAround(parts.map(({ content }) => content))
  return [
    { text: first.prefix + fence, line: first.line },
    ...parts.map(({ prefix, content, line }) => ({ text: prefix + content, line })),
    { text: later + fence, line: (code.at(-1) as Line).line },
  ]
}

/** Make a fence that is longer than any in the code. */
export function fenceAround(code: readonly string[]): string {
  let longest = 2
  for (const text of code) {
    const row = /^\s*(`{3,})/.exec(text)?.[1]?.length ?? 0
    if (row > longest) longest = row
  }
  return '`'.repeat(longest + 1)
}
