/**
 * Writes parts as Markdown. Only this module decides on fences, escapes, indentation and blank
 * lines. @module
 */
import { tabName } from '../../../convert/adf/local-ids.ts'
import type {
  Alert,
  Code,
  CodeSpan,
  Details,
  ImagePart,
  LineOfCode,
  LinkPart,
  Part,
} from './part.ts'
import { closedMarkdown, linkDestination, oneLine, plainLabel, wordsToHtml } from './words.ts'

export interface WrittenLine {
  readonly text: string
  /** Source line. */
  readonly line: number
  /** Undefined for text. */
  readonly kind?: 'fence' | 'fenceEnd' | 'code' | 'frontMatter'
  /** Column where code begins. */
  readonly codeAt?: number
  /** Whether a code span continues on the next line. */
  readonly goesOn?: boolean
}

/** @param line Source line of the first part. */
export function writeParts(parts: readonly Part[], line: number): readonly WrittenLine[] {
  const writer = new Writer(line)
  writer.write(parts)
  return writer.lines
}

/** Write parts without blank lines around them. */
function writeApart(parts: readonly Part[], line: number): readonly WrittenLine[] {
  const lines = writeParts(parts, line)
  const from = lines.findIndex(isNotBlank)
  return from === -1 ? [] : lines.slice(from, lines.findLastIndex(isNotBlank) + 1)
}

function isNotBlank({ text, kind }: WrittenLine): boolean {
  return kind !== undefined || text.trim() !== ''
}

export function writtenText(parts: readonly Part[]): string {
  return writeParts(parts, 0)
    .map(({ text }) => text)
    .join('\n')
}

const blockPrefix = /^(?:\s|>|(?:[-*+]|\d{1,9}[.)])(?=\s))*/
/** Longer prefixes count as text. */
const maxPrefix = 1_000

interface Head {
  readonly prefix: string
  /** Whether the line is only a prefix so far. */
  readonly isAll: boolean
  readonly isRow: boolean
}

const noHead: Head = { prefix: '', isAll: true, isRow: false }

class Writer {
  readonly lines: WrittenLine[]
  private head = noHead
  private lastCode = -1

  constructor(line: number) {
    this.lines = [{ text: '', line }]
  }

  write(parts: readonly Part[]): void {
    for (let index = 0; index < parts.length; index += 1) {
      const part = parts[index] as Part
      const block = blockOf(part)
      if (block === undefined) this.writeInline(part)
      else if (part.type === 'item' && part.isTight) this.writeLines(block)
      else if (this.head.isRow) this.append(asSentence(block))
      else index = this.writeBlock(block, parts, index)
    }
  }

  private writeInline(part: Part): void {
    switch (part.type) {
      case 'break':
        this.push({ text: '', line: part.line })
        return
      case 'span':
        this.writeSpan(part)
        return
      case 'text':
      case 'raw':
        this.append(part.text)
        return
      case 'link':
        this.append(linkOf(part))
        return
      case 'image':
        this.append(imageOf(part))
        return
      case 'frontMatter':
        this.lines.pop()
        for (const [index, text] of part.lines.entries())
          this.push({ text, line: part.line + index, kind: 'frontMatter', codeAt: 0 })
        return
      case 'code':
        this.writeCode(part)
        return
      case 'tag':
        this.append(part.opening)
        this.write(part.children)
        this.append(part.closing)
    }
  }

  /**
   * Put a block on its own lines with blank lines around it.
   * @returns Index of the last part written.
   */
  private writeBlock(block: readonly WrittenLine[], parts: readonly Part[], index: number): number {
    const { prefix, isAll } = this.head
    const later = prefix.replace(/[^\s>]/g, ' ')
    const last = this.lines.at(-1) as WrittenLine
    const blank = { text: later.trimEnd(), line: last.line }
    const above = this.lines.at(-2)
    if (!isAll) {
      this.lines[this.lines.length - 1] = { ...last, text: last.text.trimEnd() }
      this.push(blank)
      this.push({ text: later, line: last.line })
    } else if (prefix === later && (this.lines.length === 2 || hasContent(above))) {
      this.lines.splice(-1, 0, blank)
    }
    this.writeLines(block)
    const end = { ...blank, line: (this.lines.at(-1) as WrittenLine).line }
    let rest = index + 1
    let text = ''
    for (; rest < parts.length; rest += 1) {
      const part = parts[rest] as Part
      if (part.type !== 'text' || part.text.trim() !== '') break
      text += part.text
    }
    const next = parts[rest]
    if (next === undefined) return rest - 1
    if (next.type !== 'break') {
      this.push(end)
      this.push({ text: later, line: end.line })
      return text === '' ? index : rest - 1
    }
    if (!isBlankRow(parts, rest + 1)) this.push(end)
    return rest - 1
  }

  private writeLines(lines: readonly WrittenLine[]): void {
    const later = this.head.prefix.replace(/[^\s>]/g, ' ')
    for (const [at, line] of lines.entries()) {
      if (at === 0) this.lines.push(withPrefix(this.lines.pop() as WrittenLine, line))
      else this.push(withPrefix({ text: later, line: line.line }, line))
    }
    if (lines.length > 0) this.head = { prefix: '', isAll: false, isRow: false }
  }

  private writeSpan({ text, goesOn = false }: CodeSpan): void {
    const { text: before } = this.lines.at(-1) as WrittenLine
    const { prefix, isAll } = this.head
    this.append(text)
    const last = this.lines.at(-1) as WrittenLine
    const begins = isAll && /^[\s>]*$/.test(prefix) ? { codeAt: before.length } : {}
    this.lines[this.lines.length - 1] = { ...last, ...begins, goesOn }
  }

  private writeCode(code: Code): void {
    const { fence = '', info, lines, closing, line } = code
    if (fence === '') {
      if (lines.every(({ indentation }) => indentation !== undefined)) {
        this.writeIndented(code)
        return
      }
      this.lines.pop()
      this.writeCodeLines(lines)
      return
    }
    const marks = isClosing(fence, info, lines) ? fence : fenceAround(code)
    const { text: before } = this.lines.pop() as WrittenLine
    this.push({ text: before + marks + info, line, kind: 'fence', codeAt: before.length })
    this.writeCodeLines(lines)
    if (closing === undefined) return
    const { prefix, text, line: lastLine } = closing
    const closingText = text.trimEnd().startsWith(marks) ? text : marks
    const codeAt = prefix.length
    this.push({ text: prefix + closingText, line: lastLine, kind: 'fenceEnd', codeAt })
  }

  private writeCodeLines(lines: readonly LineOfCode[]): void {
    for (const { prefix, text, line } of lines)
      this.push({ text: prefix + text, line, kind: 'code', codeAt: prefix.length })
  }

  /** Indented code directly below text would be part of the paragraph, so it gets a fence. */
  private writeIndented(code: Code): void {
    const first = this.lines.at(-1) as WrittenLine
    const above = this.lines.slice(0, -1).findLastIndex((line) => hasContent(line))
    const isApart = above < this.lines.length - 2 && above !== this.lastCode
    const isItem = /[^\s>]/.test(first.text)
    if (!isApart && above !== -1 && !isItem) this.writeLines(codeLines(code))
    else {
      this.lines.pop()
      for (const [index, codeLine] of code.lines.entries()) {
        const prefix = index === 0 ? first.text : codeLine.prefix
        const isBlank = codeLine.text === ''
        this.push({
          text: isBlank ? prefix.trimEnd() : prefix + codeLine.indentation + codeLine.text,
          line: codeLine.line,
          kind: 'code',
          codeAt: isBlank ? prefix.trimEnd().length : prefix.length,
        })
      }
    }
    this.lastCode = this.lines.length - 1
  }

  private append(text: string): void {
    for (const [index, lineText] of text.split('\n').entries()) {
      const last = this.lines.at(-1) as WrittenLine
      if (index > 0) this.push({ text: lineText, line: last.line + 1 })
      else {
        this.lines[this.lines.length - 1] = { ...last, text: last.text + lineText }
        this.readPrefix(lineText)
      }
    }
  }

  private push(line: WrittenLine): void {
    this.lines.push(line)
    this.head = noHead
    this.readPrefix(line.text)
  }

  private readPrefix(text: string): void {
    // A line may be very long, so do not search its text again for each part.
    if (!this.head.isAll || text === '') return
    const start = this.head.prefix + text.slice(0, maxPrefix)
    const prefix = blockPrefix.exec(start)?.[0] as string
    const isAll = prefix.length === start.length && prefix.length < maxPrefix
    this.head = { prefix, isAll, isRow: start[prefix.length] === '|' }
  }
}

function hasContent(line: WrittenLine | undefined): boolean {
  return line !== undefined && (line.kind !== undefined || !/^[\s>]*$/.test(line.text))
}

function isBlankRow(parts: readonly Part[], from: number): boolean {
  for (let index = from; index < parts.length; index += 1) {
    const part = parts[index] as Part
    if (part.type === 'break') return true
    if (part.type !== 'text' || /[^\s>]/.test(part.text)) return false
  }
  return true
}

function withPrefix(before: WrittenLine, after: WrittenLine): WrittenLine {
  const { codeAt } = after
  if (codeAt === undefined) return { ...after, text: (before.text + after.text).trimEnd() }
  const text = before.text + after.text
  const lineText = after.text === '' ? text.trimEnd() : text
  return {
    ...after,
    text: lineText,
    codeAt: Math.min(lineText.length, codeAt + before.text.length),
  }
}

function blockOf(part: Part): readonly WrittenLine[] | undefined {
  switch (part.type) {
    case 'block':
      return writeApart(part.children, part.line)
    case 'alert':
      return alertLines(part)
    case 'details':
      return detailsLines(part)
    case 'item': {
      const { marker, children, line } = part
      const [first = { text: '', line }, ...others] = writeApart(children, line)
      const before = { text: marker, line }
      const later = { text: ' '.repeat(marker.length), line }
      return [
        withPrefix(before, first),
        ...others.map((outputLine) => withPrefix(later, outputLine)),
      ]
    }
    case 'code':
      return part.fence === undefined ? codeLines(part) : undefined
    default:
      return undefined
  }
}

function codeLines(code: Code): readonly WrittenLine[] {
  const row = fenceAround(code)
  const { info, lines, line } = code
  const last = lines.at(-1)?.line ?? line
  return [
    { text: row + info, line, kind: 'fence', codeAt: 0 },
    ...lines.map(({ text, line }) => ({ text, line, kind: 'code', codeAt: 0 }) as const),
    { text: row, line: last, kind: 'fenceEnd', codeAt: 0 },
  ]
}

/** Choose a fence longer than any in the code; an info with backquotes needs tildes. */
function fenceAround({ info, lines }: Pick<Code, 'info' | 'lines'>): string {
  const mark = info.includes('`') ? '~' : '`'
  let longest = 2
  for (const { text } of lines) {
    const row = new RegExp(`^\\s*(${mark}{3,})`).exec(text)?.[1]?.length ?? 0
    if (row > longest) longest = row
  }
  return mark.repeat(longest + 1)
}

/** Whether the old fence still fits, since the code may have changed. */
function isClosing(fence: string, info: string, lines: readonly LineOfCode[]): boolean {
  if (fence.startsWith('`') && info.includes('`')) return false
  const closing = new RegExp(`^\\s{0,3}${fence[0]}{${fence.length},}\\s*$`)
  return !lines.some(({ text }) => closing.test(text))
}

function alertLines({ kind, title, children, line }: Alert): readonly WrittenLine[] {
  const content = writeApart(children, line)
  const first = content.findIndex(isNotBlank)
  const words = content.map((contentLine, index) =>
    index === first && contentLine.kind === undefined
      ? // Without a term above it, a colon begins no definition.
        { ...contentLine, text: contentLine.text.replace(meaning, '$1\\') }
      : contentLine,
  )
  const marker = `> [!${kind.toUpperCase()}] ${closedMarkdown(title)}`.trimEnd()
  return [
    { text: marker, line },
    // A definition directly below would take the marker for its term.
    ...(beginsWithTerm(words) ? [{ text: '>', line }] : []),
    ...words.map((contentLine) => withPrefix({ text: '> ', line }, contentLine)),
  ]
}

const meaning = /^(\s*)(?=:\s)/

function beginsWithTerm(content: readonly WrittenLine[]): boolean {
  const end = content.findIndex(({ text }) => text.trim() === '' || meaning.test(text))
  const { text = '' } = content[end] ?? {}
  const { text: below = '' } = content[end + 1] ?? {}
  return meaning.test(text.trim() === '' ? below : text)
}

function detailsLines({ label, isTab, children, line }: Details): readonly WrittenLine[] {
  const content = writeApart(children, line)
  const last = content.at(-1)?.line ?? line
  // No quotes around the value: the element may stand in an attribute.
  const opening = `<details${isTab ? ` name=${tabName}` : ''}>`
  return [
    { text: `${opening}<summary>${wordsToHtml(plainLabel(label))}</summary>`, line },
    { text: '', line },
    ...content,
    { text: '', line: last },
    { text: '</details>', line: last },
  ]
}

function linkOf({ address, children }: LinkPart): string {
  return `[${inLabel(oneLine(writtenText(children)))}](${linkDestination(address)})`
}

/** Escape unbalanced brackets. */
function inLabel(words: string): string {
  let depth = 0
  for (const [mark] of words.matchAll(/\\.|[[\]]/g)) {
    if (mark === '[') depth += 1
    else if (mark === ']') depth -= 1
    if (depth < 0) break
  }
  return closedMarkdown(depth === 0 ? words : words.replace(/\\.|[[\]]/g, escapeBracket))
}

function escapeBracket(mark: string): string {
  return mark.length === 1 ? `\\${mark}` : mark
}

function imageOf({ address, alt = '', caption = '', width, height }: ImagePart): string {
  const words = closedMarkdown(oneLine(alt).replace(/[\\[\]<$`]/g, '\\$&'))
  const title = caption.trim() === '' ? '' : ` "${oneLine(caption).replace(/["\\<$]/g, '\\$&')}"`
  const sides = [width && `width=${width}`, height && `height=${height}`].filter(Boolean)
  const size = sides.length === 0 ? '' : `{${sides.join(' ')}}`
  return `![${words}](${linkDestination(address)}${title})${size}`
}

/** Within a table row, a block must become one line. */
function asSentence(lines: readonly WrittenLine[]): string {
  const texts = lines.map(({ text }) => {
    const words = text.replace(/^[\s>]+/, '').trim()
    const [marker = '', type = ''] = /^\[!(\w+)\]\s*/.exec(words) ?? []
    if (marker === '') return words
    const kind = type.charAt(0) + type.slice(1).toLowerCase()
    return `**${kind}:** ${words.slice(marker.length)}`.trimEnd()
  })
  return texts.filter((text) => text !== '').join(' ')
}
