/** Parses a document into parts in one pass, whatever syntaxes its dialect has. @module */
import { append } from '../../../contract/base/lists.ts'
import type { CodeRules } from '../../../convert/code/code-rules.ts'
import { findCode } from '../../../convert/code/find-code.ts'
import type { CodeLine, LineCode } from '../../../convert/code/line-code.ts'
import { splitLines } from '../../../convert/code/line-reader.ts'
import { pairTags, type TagToken } from './pair-tags.ts'
import { type Code, type LineOfCode, type Part, partsOfText, type Tag } from './part.ts'
import type { PlacedToken, SourceDocument, Syntax } from './syntax.ts'

/** A token of a tag, or parts without tags. */
export interface SourceItem {
  readonly start: number
  readonly end: number
  readonly tag?: PlacedToken & { readonly syntax: Syntax }
  readonly parts?: readonly Part[]
  readonly isCode?: true
}

export interface Notation {
  /** The syntaxes, in the order in which they are tried. */
  readonly syntaxes: readonly Syntax[]
  readonly rules: CodeRules
}

/** @param lineOf Source line number of a row of the text. */
export function readParts(
  text: string,
  { syntaxes, rules }: Notation,
  lineOf: (row: number) => number = (row) => row + 1,
): readonly Part[] {
  const texts = splitLines(text)
  const source = texts.join('\n')
  const lines = new LineNumbers(texts, lineOf)
  const hiddenRows = new Set<number>()
  const fences = syntaxes.reduce(withoutTagsBesideFences, texts)
  for (let tries = maxTries; ; tries -= 1) {
    const visible =
      hiddenRows.size === 0 ? fences : fences.map((text, row) => (hiddenRows.has(row) ? '' : text))
    const document = { source, texts, starts: lines.starts, code: findCode(visible, rules) }
    const leaves = [...codeOf(document, fences, lines), ...spansOf(document, lines)]
    const items = findItems(document, syntaxes, leaves, lines)
    if (tries === 0 || !hideCode(items, leaves, lines, hiddenRows))
      return buildTree(source, pairTags(items), lines)
  }
}

function withoutTagsBesideFences(
  texts: readonly string[],
  { besideFence }: Syntax,
): readonly string[] {
  if (besideFence === undefined) return texts
  const tags = `(?:${besideFence.source}[ \\t]*){1,5}`
  const before = new RegExp(`^([ \\t>]*(?:[-*+\\d][.)]?[ \\t]+)?)${tags}(?=\`{3,}[^\`]*$|~{3})`)
  const behind = new RegExp(`^([ \\t>]*(?:\`{3,}|~{3,}))[ \\t]*${tags}$`)
  return texts.map((text) =>
    besideFence.test(text) ? text.replace(before, '$1').replace(behind, '$1') : text,
  )
}

/** A tag may hide a fence, which changes what is code. We then read again, at most this often. */
const maxTries = 10

/**
 * Collect the rows of tags and comments that reach into code: a fence in them opens no code.
 * @returns Whether it found further rows.
 */
function hideCode(
  items: readonly SourceItem[],
  leaves: readonly SourceItem[],
  lines: LineNumbers,
  hiddenRows: Set<number>,
): boolean {
  const countBefore = hiddenRows.size
  const code = leaves.filter(({ isCode }) => isCode)
  let next = 0
  for (const { tag, start, end } of items) {
    if (tag === undefined) continue
    while (next < code.length && (code[next] as SourceItem).end <= start) next += 1
    const first = code[next]
    if (first === undefined || first.start <= start || first.start >= end || end >= first.end)
      continue
    for (let row = lines.rowAt(start) + 1; row <= lines.rowAt(end); row += 1) hiddenRows.add(row)
  }
  return hiddenRows.size > countBefore
}

class LineNumbers {
  readonly starts: readonly number[]
  readonly numberOf: (row: number) => number

  constructor(texts: readonly string[], numberOf: (row: number) => number) {
    let start = 0
    this.numberOf = numberOf
    this.starts = texts.map(({ length }) => {
      const lineStart = start
      start += length + 1
      return lineStart
    })
  }

  rowAt(index: number): number {
    let low = 0
    let high = this.starts.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.starts[middle] as number) <= index) low = middle
      else high = middle - 1
    }
    return low
  }

  startOf(index: number): number {
    return this.starts[this.rowAt(index)] as number
  }

  lineAt(index: number): number {
    return this.numberOf(this.rowAt(index))
  }
}

/** @param fences The texts without the tags beside fences, which stay outside of the code. */
function codeOf(
  { texts, code }: SourceDocument,
  fences: readonly string[],
  lines: LineNumbers,
): readonly SourceItem[] {
  const items: SourceItem[] = []
  const tagsBefore = (row: number): number => {
    const { kind, content } = code[row] as CodeLine
    const [text, fence] = [texts[row] as string, fences[row] as string]
    return kind === 'fence' && text !== fence && text.endsWith(content)
      ? text.length - content.length
      : 0
  }
  const itemOf = (from: number, to: number, parts: readonly Part[]): SourceItem => {
    const [text, fence] = [texts[to] as string, fences[to] as string]
    const isBeforeTags = code[to]?.kind === 'fenceEnd' && text.startsWith(fence)
    return {
      start: (lines.starts[from] as number) + tagsBefore(from),
      end: (lines.starts[to] as number) + (isBeforeTags ? fence : text).length,
      parts,
      isCode: true,
    }
  }
  for (let row = 0; row < texts.length; row += 1) {
    const from = row
    const first = code[row] as LineCode
    if (first.kind === 'text') continue
    if (first.kind === 'frontMatter') {
      while (code[row + 1]?.kind === 'frontMatter') row += 1
      const part = {
        type: 'frontMatter',
        lines: texts.slice(from, row + 1),
        line: lines.numberOf(from),
      } as const
      items.push(itemOf(from, row, [part]))
      continue
    }
    const contentKind = first.kind === 'indented' ? 'indented' : 'code'
    while (code[row + 1]?.kind === contentKind && isContinued(code[row + 1] as LineCode)) row += 1
    if (first.kind === 'fence' && code[row + 1]?.kind === 'fenceEnd') row += 1
    const part = codePart(
      code.slice(from, row + 1),
      fences.slice(from, row + 1),
      lines.numberOf(from),
    )
    const prefix = { type: 'text', text: first.prefix } as const
    const hasPrefix = first.prefix !== '' && tagsBefore(from) === 0
    items.push(itemOf(from, row, hasPrefix ? [prefix, part] : [part]))
  }
  return items
}

/** Indented code behind a list marker begins another block. */
function isContinued(line: LineCode): boolean {
  return line.kind !== 'indented' || /^[\s>]*$/.test(line.prefix)
}

function codePart(code: readonly LineCode[], texts: readonly string[], line: number): Code {
  const codeLines = code.map((lineCode, index): LineOfCode => {
    const { prefix, content, indentation } = lineCode as Exclude<
      LineCode,
      { kind: 'text' | 'frontMatter' }
    >
    const indentedText = (indentation ?? '') + content
    const sourceText = texts[index] as string
    // A tab may belong to the prefix and to the code.
    const before = sourceText.endsWith(indentedText)
      ? sourceText.slice(0, sourceText.length - indentedText.length)
      : prefix
    const text = { prefix: before, text: content, line: line + index }
    return indentation === undefined ? text : { ...text, indentation }
  })
  if (code[0]?.kind !== 'fence')
    return { type: 'code', fence: '', info: '', lines: codeLines, line }
  const [opening = '', marks = ''] = /^(`+|~+)/.exec((codeLines[0] as LineOfCode).text) ?? []
  const isClosed = code.at(-1)?.kind === 'fenceEnd'
  return {
    type: 'code',
    fence: marks,
    info: (codeLines[0] as LineOfCode).text.slice(opening.length),
    lines: codeLines.slice(1, isClosed ? -1 : undefined),
    line,
    ...(isClosed ? { closing: codeLines.at(-1) as LineOfCode } : {}),
  }
}

/** Find code spans; a span that continues over lines is a single item. */
function spansOf({ texts, code }: SourceDocument, lines: LineNumbers): readonly SourceItem[] {
  const items: SourceItem[] = []
  let parts: Part[] = []
  let start = 0
  for (const [row, lineCode] of code.entries()) {
    if (lineCode.kind !== 'text') continue
    for (const { from, to, goesOn } of lineCode.spans) {
      const at = (lines.starts[row] as number) + from
      if (parts.length === 0) start = at
      else parts.push({ type: 'break', line: lines.numberOf(row) })
      const before = parts.length === 0 ? '' : (texts[row] as string).slice(0, from)
      if (before !== '') parts.push({ type: 'raw', text: before })
      parts.push({ type: 'span', text: (texts[row] as string).slice(from, to), goesOn })
      if (goesOn && code[row + 1]?.kind === 'text') break
      items.push({ start, end: (lines.starts[row] as number) + to, parts })
      parts = []
    }
  }
  return items
}

/** Find tags and comments; they do not overlap. */
function findItems(
  document: SourceDocument,
  syntaxes: readonly Syntax[],
  leaves: readonly SourceItem[],
  lines: LineNumbers,
): readonly SourceItem[] {
  const { source } = document
  const blockTags = syntaxes.flatMap((syntax) =>
    (syntax.findTags?.(document) ?? []).map((tag) => ({
      start: tag.start,
      end: tag.end,
      tag: { ...tag, syntax },
    })),
  )
  const knownItems = [...leaves, ...blockTags].sort((a, b) => a.start - b.start || a.end - b.end)
  const readers = syntaxes.flatMap((syntax) =>
    syntax.readTag === undefined
      ? []
      : [{ syntax, start: new RegExp(syntax.start.source, `${syntax.start.flags}y`) }],
  )
  const anyStart = new RegExp(
    ['<!--', ...readers.map(({ syntax }) => `(?:${syntax.start.source})`)].join('|'),
    readers.some(({ syntax }) => syntax.start.flags.includes('i')) ? 'gi' : 'g',
  )
  const lastClosing = source.lastIndexOf('-->')
  const items: SourceItem[] = []
  let at = 0
  let next = 0
  const takeKnown = (before: number): void => {
    for (; next < knownItems.length && (knownItems[next] as SourceItem).start < before; next += 1) {
      const item = knownItems[next] as SourceItem
      if (item.start < at) continue
      items.push(item)
      at = Math.max(at, item.end)
    }
  }
  const itemAt = (index: number): SourceItem | undefined => {
    if (source[index] === '<' && isEscaped(source, index)) return undefined
    for (const { syntax, start } of readers) {
      start.lastIndex = index
      if (!start.test(source)) continue
      const tag = syntax.readTag?.(source, index)
      if (tag === undefined) continue
      return { start: index, end: tag.end, tag: { ...tag, start: index, syntax } }
    }
    return source.startsWith('<!--', index)
      ? commentAt(source, index, lastClosing, lines)
      : undefined
  }
  for (;;) {
    anyStart.lastIndex = at
    const index = anyStart.exec(source)?.index ?? source.length
    const before = at
    takeKnown(index + 1)
    if (index === source.length) break
    // This start lies inside code.
    if (at > index) continue
    const item = itemAt(index)
    if (item === undefined) at = Math.max(index + 1, before + 1)
    else {
      items.push(item)
      at = Math.max(item.end, index + 1)
    }
  }
  takeKnown(Number.POSITIVE_INFINITY)
  return items
}

function isEscaped(source: string, index: number): boolean {
  let start = index
  while (source[start - 1] === '\\') start -= 1
  return (index - start) % 2 === 1
}

/** Comments within a sentence are read up to this length. */
const maxComment = 10_000

/** A comment at the start of a line spans blank lines, and ends with the document if unclosed. */
function commentAt(
  source: string,
  start: number,
  lastClosing: number,
  lines: LineNumbers,
): SourceItem | undefined {
  const before = source.slice(Math.max(lines.startOf(start), start - maxSpaces), start)
  const isInSentence = /[^\s>]/.test(before)
  const [, comment] = isInSentence
    ? (/^(<!--.*?-->)/s.exec(source.slice(start, start + maxComment)) ?? [])
    : [
        undefined,
        source.slice(start, start < lastClosing ? source.indexOf('-->', start) + 3 : undefined),
      ]
  if (comment === undefined || (isInSentence && /\n[\s>]*\n/.test(comment))) return undefined
  const parts = commentLines(comment, lines.lineAt(start))
  return { start, end: start + comment.length, parts }
}

export function commentLines(comment: string, line: number): readonly Part[] {
  return rawLines(comment, line).map((part) =>
    part.type === 'raw' ? { ...part, isComment: true } : part,
  )
}

/** Text that starts on a line and stays as it is. */
export function rawLines(text: string, line: number): readonly Part[] {
  return partsOfText('raw', text, (row) => line + row)
}

function buildTree(
  source: string,
  items: ReturnType<typeof pairTags>,
  lines: LineNumbers,
): readonly Part[] {
  let next = 0

  function build(from: number, to: number, parent: Tag | undefined): Part[] {
    const parts: Part[] = []
    const positions = new Map<string, number>()
    let at = from
    for (;;) {
      const [item, closing] = items[next] ?? []
      if (item === undefined || item.start >= to) break
      next += 1
      addText(parts, at, item.start)
      at = closing?.end ?? item.end
      append(parts, item.parts ?? [])
      const { tag } = item
      if (tag === undefined) continue
      const position = positions.get(tag.name) ?? 0
      positions.set(tag.name, position + 1)
      parts.push(tagOf(tag, closing, parent, position))
    }
    addText(parts, at, to)
    return parts
  }

  /** A tag without its other end has no content. */
  function tagOf(
    tag: TagToken,
    closing: SourceItem | undefined,
    parent: Tag | undefined,
    position: number,
  ): Tag {
    const { start, end: contentStart } = tag
    const { start: contentEnd, end } = closing ?? { start: contentStart, end: contentStart }
    const children: Part[] = []
    const result: Tag = {
      type: 'tag',
      syntax: tag.syntax,
      name: tag.name,
      kind: closing === undefined ? tag.kind : 'pair',
      attributes: tag.attributes,
      opening: source.slice(start, contentStart),
      closing: source.slice(contentEnd, end),
      children,
      source: source.slice(contentStart, contentEnd),
      before: source.slice(Math.max(lines.startOf(start), start - maxSpaces), start),
      line: lines.lineAt(start),
      contentLine: lines.lineAt(contentStart),
      closingLine: lines.lineAt(contentEnd),
      endsLine: /^[^\S\n]*(?:\n|$)/.test(source.slice(end, end + maxSpaces)),
      parent,
      position,
      ...(tag.indent === undefined ? {} : { indent: tag.indent }),
    }
    append(children, build(contentStart, contentEnd, result))
    return result
  }

  function addText(parts: Part[], from: number, to: number): void {
    if (from >= to) return
    const row = lines.rowAt(from)
    append(
      parts,
      partsOfText('text', source.slice(from, to), (index) => lines.numberOf(row + index)),
    )
  }

  return build(0, source.length, undefined)
}

const maxSpaces = 1_000
