/** Opens sealed code for constructs that generators read inside code. @module */
import { kindOf, type Line } from './line.ts'
import { marks, open, seal, sealedSpan, sealSpan } from './sealed-code.ts'

interface OpenedLine {
  /** The marks of quotes and lists before the line, and the mark of sealed code. */
  readonly prefix: string
  readonly content: string
}

const wholeLine = /^([^\uf4a3-\uf4a7]*(?:\uf4a5[^\uf4a5]*\uf4a5|[\uf4a3-\uf4a7]))(.*)$/s

export function openedLine(text: string): OpenedLine | undefined {
  const [, prefix, content = ''] = wholeLine.exec(text) ?? []
  return prefix === undefined || prefix.endsWith(marks.frontMatter)
    ? undefined
    : { prefix, content: open(content) }
}

export function sealedAgain({ prefix, content }: OpenedLine): string {
  return prefix + seal(content)
}

/**
 * Change the code of a document.
 * @param change Returns the new text of a line of code, or of a code span with its backquotes;
 * undefined removes the line.
 */
export function mapCode(
  lines: readonly Line[],
  change: (code: string, kind: 'line' | 'span') => string | undefined,
): readonly Line[] {
  return lines.flatMap((one) => {
    const text = changedCode(one.text, change)
    if (text === undefined) return []
    return [text === one.text ? one : { ...one, text }]
  })
}

function changedCode(
  text: string,
  change: (code: string, kind: 'line' | 'span') => string | undefined,
): string | undefined {
  const opened = openedLine(text)
  if (opened === undefined) {
    return text.replace(sealedSpan, (span) => {
      const code = open(span)
      const changed = change(code, 'span') ?? ''
      return changed === code ? span : sealSpan(changed, span.endsWith(marks.spanGoesOn))
    })
  }
  if (kindOf(text) === 'fence') return text
  const content = change(opened.content, 'line')
  return content === undefined ? undefined : sealedAgain({ ...opened, content })
}

/** A fenced code block. */
export interface FencedBlock {
  /** The info string. */
  readonly info: string
  readonly opening: Line
  readonly code: readonly Line[]
  /** The closing line; empty when it is missing. */
  readonly closing: readonly Line[]
}

/** Change the fenced code blocks of a document. */
export function mapFencedBlocks(
  lines: readonly Line[],
  change: (block: FencedBlock) => readonly Line[],
): readonly Line[] {
  const result: Line[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const opening = lines[index] as Line
    if (!opening.text.includes(marks.fence)) {
      result.push(opening)
      continue
    }
    const start = index + 1
    while (lines[index + 1]?.text.includes(marks.code)) index += 1
    const code = lines.slice(start, index + 1)
    const isClosed = lines[index + 1]?.text.includes(marks.fenceEnd) === true
    const closing = lines.slice(index + 1, index + (isClosed ? 2 : 1))
    index += closing.length
    for (const one of change({ info: infoOf(opening), opening, code, closing })) result.push(one)
  }
  return result
}

function infoOf({ text }: Line): string {
  return (openedLine(text)?.content ?? '').replace(/^[`~]+/, '').trim()
}
