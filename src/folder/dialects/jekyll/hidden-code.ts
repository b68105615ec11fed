/**
 * Replaces code by noncharacters of Unicode while templates are evaluated, and marks line starts
 * in the same way, because evaluation moves lines. @module
 */
import type { CodeRules } from '../../../convert/code/code-rules.ts'
import { findCode } from '../../../convert/code/find-code.ts'
import type { LineCode } from '../../../convert/code/line-code.ts'
import { splitLines } from '../../../convert/code/line-reader.ts'
import type { EvaluatedText } from '../parts/part-construct.ts'

const anyMark = /[\ufdd0-\ufdef]/g
const lineStart = '\ufdd0'
const pieceStart = '\ufdd1'
const end = '\ufdd2'
/** The noncharacters from here on are digits. */
const zero = 0xfdd3
const radix = 16

export const lineMark: RegExp = /\ufdd0[\ufdd3-\ufde2]+\ufdd2/g
const piece = /\ufdd1([\ufdd3-\ufde2]+)\ufdd2/g

/** The hidden pieces of a document and its included files. */
export class HiddenCode {
  private readonly pieces: { readonly text: string; readonly length: number }[] = []
  private readonly rules: CodeRules

  constructor(rules: CodeRules) {
    this.rules = rules
  }

  private hide(text: string): string {
    if (text === '') return ''
    const number = this.pieces.push({ text, length: this.lengthOf(text) }) - 1
    return pieceStart + digitsOf(number) + end
  }

  /** The length of a text with its hidden pieces. */
  lengthOf(text: string): number {
    let { length } = text
    for (const [, digits = ''] of text.matchAll(piece))
      length += this.pieces[numberOf(digits)]?.length ?? 0
    return length
  }

  /** Hide code, front matter, and sections that Liquid does not evaluate. */
  hideCode(text: string, lineOf?: (row: number) => number): string {
    const texts = splitLines(text.replace(anyMark, ''))
    const code = findCode(texts, this.rules)
    const lines = texts.map((line, row) => this.hideCodeOf(line, code[row] as LineCode))
    return this.hideSections(
      (lineOf === undefined ? lines : withLineNumbers(lines, lineOf)).join('\n'),
    )
  }

  private hideCodeOf(text: string, code: LineCode): string {
    if (code.kind !== 'text') return this.hide(text)
    let at = 0
    let result = ''
    for (const { from, to } of code.parts) {
      result += text.slice(at, from) + this.hide(text.slice(from, to))
      at = to
    }
    return result + text.slice(at)
  }

  private hideSections(text: string): string {
    const marks = [...text.matchAll(sectionMark)]
    const lastEnds = new Map(
      marks.flatMap(({ 1: ends, 2: name, index }) => (ends ? [[name, index]] : [])),
    )
    let result = ''
    let at = 0
    let open: { readonly name: string | undefined; readonly start: number } | undefined
    for (const { 0: mark, 1: ends, 2: name, index } of marks) {
      if (open === undefined) {
        if (!ends && (lastEnds.get(name) ?? -1) > index) open = { name, start: index }
      } else if (ends && open.name === name) {
        result += text.slice(at, open.start)
        at = index + mark.length
        result += this.hide(text.slice(open.start, at))
        open = undefined
      }
    }
    return result + text.slice(at)
  }

  private open(text: string): string {
    const result = text.replace(
      piece,
      (_, digits: string) => this.pieces[numberOf(digits)]?.text ?? '',
    )
    return result === text ? text : this.open(result)
  }

  /** Restore what is hidden, and read the source lines. */
  openLines(text: string): EvaluatedText {
    let last = 1
    const origins: number[] = []
    const texts = splitLines(this.open(text)).map((line) => {
      const plain = withoutLineMarks(line)
      if (plain !== line) last = lineBefore(line, line.length)
      origins.push(last)
      return plain
    })
    return { text: texts.join('\n'), lineOf: (row) => origins[row] ?? last }
  }
}

const sectionMark = /\{%-?\s*(end)?(raw|comment|highlight)\b[^%{}]*%\}/g

/** Begin each line with its number, except inside tags and where a tag trims spaces. */
function withLineNumbers(
  lines: readonly string[],
  lineOf: (row: number) => number,
): readonly string[] {
  let isInTag = false
  return lines.map((text, row) => {
    const isMarkable = !isInTag && !/^\s*(?:$|\{[{%]-)/.test(text)
    const lastMark = text.match(/\{[{%]|[%}]\}/g)?.at(-1)
    isInTag = lastMark === undefined ? isInTag : lastMark.startsWith('{')
    const mark = lineStart + digitsOf(lineOf(row)) + end
    return isMarkable ? text.replace(/^\s*/, (spaces) => spaces + mark) : text
  })
}

/** Whether the evaluation cut no mark. */
export function hasWholeMarks(text: string): boolean {
  return text.replace(lineMark, '').replace(piece, '').search(anyMark) === -1
}

export function hasCode(text: string): boolean {
  return text.includes(pieceStart)
}

export function withoutLineMarks(text: string): string {
  return text.replace(lineMark, '')
}

/** The source line at a position. */
export function lineBefore(text: string, at: number): number {
  const from = text.lastIndexOf(lineStart, at)
  return from === -1 ? 1 : numberOf(text.slice(from + 1, text.indexOf(end, from)))
}

function digitsOf(number: number): string {
  return Array.from(number.toString(radix), (digit) =>
    String.fromCharCode(zero + Number.parseInt(digit, radix)),
  ).join('')
}

function numberOf(digits: string): number {
  return Array.from(digits).reduce((sum, digit) => sum * radix + digit.charCodeAt(0) - zero, 0)
}
