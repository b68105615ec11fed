/** Finds a named block of a note. @module */
import { plainRules } from '../../../convert/code/code-rules.ts'
import { findCode } from '../../../convert/code/find-code.ts'
import { withoutBlankEnds } from '../shared/file-parts.ts'

const item = /^\s*(?:[-*+]|\d{1,9}[.)])\s/
const headingMarks = /^#{1,6}(?=\s)/

/**
 * Find a block by its id, which ends a paragraph or list item, or stands on a line below a list,
 * quote or table: https://help.obsidian.md/links#Link+to+a+block+in+a+note
 */
export function namedBlock(note: string, id: string): string | undefined {
  const mark = `^${id}`
  const { texts, shapes } = readNote(note)
  const at = shapes.findIndex((shape) => {
    const text = shape.trimEnd()
    return text.endsWith(mark) && /(?:^|[\s>\]])\^[^\s^]+$/.test(text)
  })
  if (at === -1) return undefined
  const text = (shapes[at] as string).trimEnd().slice(0, -mark.length).trimEnd()
  shapes[at] = text
  texts[at] = text
  const isAlone = isBlank(text) && isBlank(shapes[at - 1])
  const end = isAlone ? at : endOfItem(shapes, at)
  const last = lastText(shapes, isAlone ? at : end)
  const start = isAlone
    ? startOfBlock(shapes, last, text.startsWith('>'))
    : startOfPart(shapes, lastText(shapes, at))
  return withoutBlankEnds(texts.slice(start, last + 1).join('\n'))
}

/** The lines of a note, also with code hidden by one placeholder per line. */
function readNote(note: string): { readonly texts: string[]; readonly shapes: string[] } {
  const texts = note.split(/\r?\n/)
  const shapes = findCode(texts, plainRules).map((line, row) => {
    if (line.kind === 'text') return texts[row] as string
    return 'prefix' in line ? `${line.prefix}\uFFFC` : '\uFFFC'
  })
  return { texts, shapes }
}

/** Whether a line is blank or has only a quote mark. */
function isBlank(text: string | undefined): boolean {
  return text === undefined || /^[\s>]*$/.test(text)
}

function lastText(texts: readonly string[], from: number): number {
  let last = from
  while (last > 0 && isBlank(texts[last])) last -= 1
  return last
}

/** The start of an item or paragraph; a heading stands alone. */
function startOfPart(texts: readonly string[], last: number): number {
  let start = last
  while (start > 0 && !item.test(texts[start] as string) && !isBlank(texts[start - 1])) {
    if (
      headingMarks.test(texts[start] as string) ||
      headingMarks.test(texts[start - 1] as string)
    ) {
      return start
    }
    start -= 1
  }
  return start
}

/** The start of a whole list, with everything in its items, or of another block. */
function startOfBlock(texts: readonly string[], last: number, isQuoted: boolean): number {
  let start = last
  let list: number | undefined
  for (let index = last; index >= 0; index -= 1) {
    const text = texts[index] as string
    if (headingMarks.test(text)) return list ?? start
    // A line with only a quote mark separates blocks inside the quote.
    if (text.trim() === '' || (isQuoted && isBlank(text))) {
      const above = lastText(texts, index)
      const goesOn = /^\s/.test(texts[start] as string) || list === start
      if (!goesOn || !isOfList(texts[above])) break
    } else {
      start = index
      if (item.test(text)) list = index
    }
  }
  return list ?? start
}

function isOfList(text: string | undefined): boolean {
  return text !== undefined && (item.test(text) || /^(?:\s{2}|\t)/.test(text))
}

/** The end of an item, which includes the indented lines below. */
function endOfItem(texts: readonly string[], at: number): number {
  const start = startOfPart(texts, at)
  const text = texts[start] as string
  if (!item.test(text)) return at
  const indent = indentOf(text)
  let end = at
  for (let index = at + 1; index < texts.length; index += 1) {
    const below = texts[index] as string
    if (isBlank(below)) continue
    if (indentOf(below) <= indent) break
    end = index
  }
  return end
}

function indentOf(text: string): number {
  return /^\s*/.exec(text.replaceAll('\t', '    '))?.[0].length ?? 0
}
