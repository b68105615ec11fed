/** Puts Markdown in place of tags: within a sentence, or as blocks with lines of their own. @module */
import type { Line } from './line.ts'
import { findTagPairs, type TagPair, type TagSyntax } from './tags.ts'

/** A tag, or a pair of tags with what stands between them. */
export interface TagElement extends Pick<TagPair, 'kind' | 'name' | 'attributes' | 'position'> {
  readonly parent: Pick<TagPair, 'name' | 'attributes'> | undefined
  /** It has its lines for itself. */
  readonly isBlock: boolean
  readonly line: number
  /** What stands between its tags, read, without the indentation that all of it has. */
  readonly content: readonly Line[]
  /** The same with all its spaces: parts of lines that go on in a sentence. */
  readonly sentence: readonly Line[]
  /** The same as it is written. */
  readonly source: string
}

/** What stands in place of an element: itself, a part of a sentence, or lines of their own. */
export type Replacement =
  | undefined
  | { readonly inline: string | readonly Line[] }
  | { readonly block: readonly (Line | string)[] }

/**
 * Replace the tags of a document, from the inside out.
 * @param lines The document, whole.
 * @param syntax How its tags are written.
 * @param replace Gives what stands in place of one.
 */
export function replaceTags(
  lines: readonly Line[],
  syntax: TagSyntax,
  replace: (element: TagElement) => Replacement,
): readonly Line[] {
  const source = lines.map(({ text }) => text).join('\n')
  const pairs = findTagPairs(lines, source, syntax)
  if (pairs.length === 0) return lines
  const lineStarts = startsOf(lines)
  let next = 0

  return render(0, source.length)

  /** Give a part of the document; its first line and its last one may be parts of lines. */
  function render(from: number, to: number): Line[] {
    const out = written(from, from)
    let at = from
    for (;;) {
      const pair = pairs[next]
      if (pair === undefined || pair.start >= to) break
      next += 1
      append(out, written(at, pair.start))
      at = put(pair, out)
    }
    append(out, written(at, to))
    return out
  }

  function put(pair: TagPair, out: Line[]): number {
    const isLong = endOfLine(pair.start) - startOfLine(pair.start) > maxLineLength
    const before = isLong ? '' : (out.at(-1) as Line).text
    const prefix = blockPrefix.exec(before)?.[0] as string
    const inner = render(pair.contentStart, pair.contentEnd)
    if (isLong) return putAsWritten(pair, inner, out)
    const after = source.slice(pair.end, endOfLine(pair.end))
    const { line } = lines[lineAt(pair.start)] as Line
    const replacement = replace({
      ...pair,
      line,
      isBlock: prefix === before && after.trim() === '',
      content: withoutIndent(inner, prefix),
      sentence: inner,
      source: source.slice(pair.contentStart, pair.contentEnd),
    })
    if (replacement === undefined) return putAsWritten(pair, inner, out)
    if ('inline' in replacement) append(out, toLines([replacement.inline].flat(), line))
    else {
      const block = trimmed(toLines(replacement.block, line))
      // A row of a table is one line.
      if (/^[\s>]*\|/.test(before)) append(out, [{ text: asSentence(block), line }])
      else return putBlock(block, prefix, pair.end, out)
    }
    return pair.end
  }

  function putAsWritten(pair: TagPair, inner: readonly Line[], out: Line[]): number {
    append(out, written(pair.start, pair.contentStart))
    append(out, inner)
    append(out, written(pair.contentEnd, pair.end))
    return pair.end
  }

  /** @returns The index from which the text goes on. */
  function putBlock(block: readonly Line[], prefix: string, end: number, out: Line[]): number {
    const { text: before, line } = out.at(-1) as Line
    const later = prefix.replace(/[^\s>]/g, ' ')
    if (prefix !== before) {
      out.pop()
      out.push({ text: before.trimEnd(), line }, { text: later.trimEnd(), line })
      out.push({ text: later, line })
      // The first line of a part goes on with one that is not seen here.
    } else if (prefix === later && (out.length === 2 || !isBlank(out.at(-2)?.text))) {
      out.splice(-1, 0, { text: later.trimEnd(), line })
    }
    for (const [index, one] of block.entries()) {
      if (index === 0) append(out, [one])
      else out.push({ ...one, text: (later + one.text).trimEnd() })
    }
    const lineEnd = endOfLine(end)
    const rest = source.slice(end, lineEnd)
    const blank = { text: later.trimEnd(), line: (out.at(-1) as Line).line }
    if (rest.trim() !== '') {
      out.push(blank, { ...blank, text: later })
      return lineEnd - rest.trimStart().length
    }
    if (!isBlank(source.slice(lineEnd + 1, endOfLine(lineEnd + 1)))) out.push(blank)
    return lineEnd
  }

  function written(from: number, to: number): Line[] {
    const first = lineAt(from)
    return source
      .slice(from, to)
      .split('\n')
      .map((text, index) => ({ text, line: (lines[first + index] as Line).line }))
  }

  function lineAt(index: number): number {
    let low = 0
    let high = lineStarts.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((lineStarts[middle] as number) <= index) low = middle
      else high = middle - 1
    }
    return low
  }

  function startOfLine(index: number): number {
    return lineStarts[lineAt(index)] as number
  }

  function endOfLine(index: number): number {
    return (lineStarts[lineAt(index) + 1] ?? source.length + 1) - 1
  }
}

/** The tags of a longer line are left as they are written: each asks for what stands before it. */
const maxLineLength = 10_000

/** What may stand before a block on its first line: indentation, marks of quotes and of lists. */
const blockPrefix = /^(?:\s|>|(?:[-*+]|\d{1,9}[.)])(?=\s))*/

function startsOf(lines: readonly Line[]): number[] {
  let start = 0
  return lines.map(({ text }) => {
    const own = start
    start += text.length + 1
    return own
  })
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || /^[\s>]*$/.test(text)
}

function toLines(parts: readonly (Line | string)[], line: number): Line[] {
  return parts.flatMap((part) =>
    typeof part === 'string' ? part.split('\n').map((text) => ({ text, line })) : [part],
  )
}

/** The first of the lines goes on with the last one that is there. */
function append(out: Line[], lines: readonly Line[]): void {
  const last = out.pop() as Line
  const [first = { ...last, text: '' }, ...others] = lines
  out.push(last.text === '' ? first : { ...last, text: last.text + first.text })
  for (const line of others) out.push(line)
}

/** Blank lines around a block stand there already. */
function trimmed(lines: readonly Line[]): readonly Line[] {
  const from = lines.findIndex(({ text }) => text.trim() !== '')
  return from === -1
    ? []
    : lines.slice(from, lines.findLastIndex(({ text }) => text.trim() !== '') + 1)
}

function asSentence(lines: readonly Line[]): string {
  const texts = lines.map(({ text }) => {
    const words = text.replace(/^[\s>]+/, '').trim()
    const [marker = '', type = ''] = /^\[!(\w+)\]\s*/.exec(words) ?? []
    if (marker === '') return words
    const kind = type.charAt(0) + type.slice(1).toLowerCase()
    return `**${kind}:** ${words.slice(marker.length)}`.trimEnd()
  })
  return texts.filter((text) => text !== '').join(' ')
}

function withoutIndent(lines: readonly Line[], prefix: string): readonly Line[] {
  const quotes = prefix.replace(/[^>]/g, '').length
  const marks = new RegExp(`^(?:\\s{0,3}>){1,${Math.max(1, quotes)}} ?`)
  const texts = lines.map(({ text }, index) => {
    if (index === 0) return text.trimStart()
    return quotes === 0 ? text : text.replace(marks, '')
  })
  const indents = texts
    .slice(1)
    .flatMap((text) => (text.trim() === '' ? [] : [text.length - text.trimStart().length]))
  const indent = indents.reduce((least, one) => Math.min(least, one), Number.MAX_SAFE_INTEGER)
  const from = texts.findIndex((text) => text.trim() !== '')
  const to = texts.findLastIndex((text) => text.trim() !== '')
  return lines.slice(Math.max(from, 0), to + 1).map(({ line }, index) => {
    const text = texts[from + index] as string
    return { text: from + index === 0 ? text : text.slice(indent), line }
  })
}
