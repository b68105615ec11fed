/** Replaces tags by Markdown, inside a sentence or as blocks. @module */
import type { Line } from './line.ts'
import { withoutBlankEnds } from './lines-of.ts'
import { open } from './sealed-code.ts'
import { findTagPairs, type PairedTag, type TagSyntax } from './tags.ts'

export interface TagElement extends Pick<PairedTag, 'kind' | 'name' | 'attributes' | 'position'> {
  readonly parent: Pick<PairedTag, 'name' | 'attributes'> | undefined
  /** Whether the element stands alone on its lines. */
  readonly isBlock: boolean
  readonly line: number
  /** The content, already read and without its common indentation. */
  readonly content: readonly Line[]
  /** The content with all its spaces, as parts of a sentence. */
  readonly sentence: readonly Line[]
  /** The raw content. */
  readonly source: string
}

export type LineReplacement =
  | undefined
  | { readonly inline: string | readonly Line[] }
  | { readonly block: readonly (Line | string)[] }

/**
 * Replace the tags of a document, innermost first.
 * @returns The same array where nothing was replaced.
 */
export function replaceTags(
  lines: readonly Line[],
  syntax: TagSyntax,
  replace: (element: TagElement) => LineReplacement,
): readonly Line[] {
  const source = lines.map(({ text }) => text).join('\n')
  const pairs = findTagPairs(lines, source, syntax)
  if (pairs.length === 0) return lines
  const lineStarts = startsOf(lines)
  let next = 0
  let isReplaced = false

  const rendered = render(0, source.length)
  return isReplaced ? rendered : lines

  /** Give a part of the document; its first and last lines may be incomplete. */
  function render(from: number, to: number): Line[] {
    const out = growLines((lines[lineAt(from)] as Line).line)
    let at = from
    for (;;) {
      const pair = pairs[next]
      if (pair === undefined || pair.start >= to) break
      next += 1
      out.append(written(at, pair.start))
      at = put(pair, out)
    }
    out.append(written(at, to))
    return out.lines
  }

  function put(pair: PairedTag, out: GrowingLines): number {
    const { prefix, isAll, isRow } = out.head
    const inner = render(pair.contentStart, pair.contentEnd)
    const { line } = lines[lineAt(pair.start)] as Line
    const replacement = replace({
      ...pair,
      line,
      isBlock: isAll && afterSpaces(pair.end) === endOfLine(pair.end),
      content: withoutIndent(inner, prefix),
      sentence: inner,
      source: open(source.slice(pair.contentStart, pair.contentEnd)),
    })
    isReplaced ||= replacement !== undefined
    if (replacement === undefined) {
      out.append(written(pair.start, pair.contentStart))
      out.append(inner)
      out.append(written(pair.contentEnd, pair.end))
    } else if ('inline' in replacement) out.append(toLines([replacement.inline].flat(), line))
    else {
      const block = withoutBlankEnds(toLines(replacement.block, line))
      // A table row must stay on one line.
      if (isRow) out.append([{ text: asSentence(block), line }])
      else return putBlock(block, pair.end, out)
    }
    return pair.end
  }

  /** @returns Index from which the text continues. */
  function putBlock(block: readonly Line[], end: number, out: GrowingLines): number {
    const { prefix, isAll } = out.head
    const { line } = out.lines.at(-1) as Line
    const later = prefix.replace(/[^\s>]/g, ' ')
    const blank = { text: later.trimEnd(), line }
    if (!isAll) {
      const before = out.lines.pop() as Line
      out.lines.push({ ...before, text: before.text.trimEnd() })
      out.push(blank)
      out.push({ text: later, line })
    } else if (prefix === later && (out.lines.length === 2 || !isBlank(out.lines.at(-2)?.text))) {
      out.insert(blank)
    }
    for (const [index, one] of block.entries()) {
      if (index === 0) out.append([one])
      else out.push({ ...one, text: (later + one.text).trimEnd() })
    }
    const last = { ...blank, line: (out.lines.at(-1) as Line).line }
    const lineEnd = endOfLine(end)
    const rest = afterSpaces(end)
    if (rest < lineEnd) {
      out.push(last)
      out.push({ ...last, text: later })
      return rest
    }
    if (!isBlank(lines[lineAt(end) + 1]?.text)) out.push(last)
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

  function endOfLine(index: number): number {
    return (lineStarts[lineAt(index) + 1] ?? source.length + 1) - 1
  }

  function afterSpaces(index: number): number {
    let after = index
    while (/[^\S\n]/.test(source[after] ?? '')) after += 1
    return after
  }
}

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
  const marks = new RegExp(`^(?:\\s*>){1,${Math.max(1, quotes)}} ?`)
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

interface LineHead {
  readonly prefix: string
  /** Whether the line has only a prefix so far. */
  readonly isAll: boolean
  /** Whether the line is a table row. */
  readonly isRow: boolean
}

interface GrowingLines {
  readonly lines: Line[]
  readonly head: LineHead
  append(more: readonly Line[]): void
  push(line: Line): void
  /** Insert a line before the last one. */
  insert(line: Line): void
}

const blockPrefix = /^(?:\s|>|(?:[-*+]|\d{1,9}[.)])(?=\s))*/
/** Longer prefixes count as text. */
const maxPrefix = 1_000
const noHead: LineHead = { prefix: '', isAll: true, isRow: false }

function growLines(line: number): GrowingLines {
  const lines: Line[] = [{ text: '', line }]
  let head = noHead
  const see = (text: string): void => {
    // The line may be very long, so its text is not searched again for each part.
    if (!head.isAll || text === '') return
    const start = head.prefix + text.slice(0, maxPrefix)
    const prefix = blockPrefix.exec(start)?.[0] as string
    const isAll = prefix.length === start.length && prefix.length < maxPrefix
    head = { prefix, isAll, isRow: start[prefix.length] === '|' }
  }
  const push = (one: Line): void => {
    lines.push(one)
    head = noHead
    see(one.text)
  }
  return {
    lines,
    get head() {
      return head
    },
    push,
    append([first, ...others]) {
      if (first === undefined) return
      const last = lines.pop() as Line
      const isEmpty = last.text === ''
      lines.push(isEmpty ? first : { ...last, text: last.text + first.text })
      see(first.text)
      for (const one of others) push(one)
    },
    insert(one) {
      lines.splice(-1, 0, one)
    },
  }
}
