/** Finds the block that an id of Obsidian names. @module */
import { kindsOf, type Line } from '../line.ts'
import { withoutBlankEnds } from '../lines-of.ts'

const item = /^\s*(?:[-*+]|\d{1,9}[.)])\s/
const headingMarks = /^#{1,6}\s/

/**
 * Give the lines of the block that an id names: it ends a paragraph or a list item, or stands on a
 * line of its own below a list, a quote, a table or any other block.
 * https://help.obsidian.md/links#Link+to+a+block+in+a+note
 * @returns Undefined where nothing has the id.
 */
export function namedBlock(lines: readonly Line[], id: string): readonly Line[] | undefined {
  const mark = `^${id}`
  const kinds = kindsOf(lines)
  const at = lines.findIndex(({ text }, index) => {
    const written = text.trimEnd()
    return (
      kinds[index] === 'text' && written.endsWith(mark) && /(?:^|[\s>])\^[^\s^]+$/.test(written)
    )
  })
  if (at === -1) return undefined
  const named = lines[at] as Line
  const text = named.text.trimEnd().slice(0, -mark.length).trimEnd()
  const texts = lines.map((line) => line.text)
  texts[at] = text
  const isAlone = isBlank(text) && isBlank(texts[at - 1])
  const end = isAlone ? at : endOfItem(texts, at)
  const last = lastText(texts, isAlone ? at : end)
  const start = isAlone
    ? startOfBlock(texts, last, text.startsWith('>'))
    : startOfPart(texts, lastText(texts, at))
  const shown = lines.map((line, index) => (index === at ? { ...named, text } : line))
  return withoutBlankEnds(shown.slice(start, last + 1))
}

/** Blank, or nothing but the mark of a quote. */
function isBlank(text: string | undefined): boolean {
  return text === undefined || /^[\s>]*$/.test(text)
}

function lastText(texts: readonly string[], from: number): number {
  let last = from
  while (last > 0 && isBlank(texts[last])) last -= 1
  return last
}

/** An item, or a paragraph; a heading stands alone. */
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

/** A list as a whole, with what stands in its items; any other block. */
function startOfBlock(texts: readonly string[], last: number, isQuoted: boolean): number {
  let start = last
  let list: number | undefined
  for (let index = last; index >= 0; index -= 1) {
    const text = texts[index] as string
    if (headingMarks.test(text)) return list ?? start
    // Inside a quote its mark alone parts blocks, outside it belongs to the quote.
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

/** What is indented below an item belongs to it. */
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
