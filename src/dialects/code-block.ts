/** Blocks of code, made of lines, and groups of them. @module */
import { detailsAround } from './details.ts'
import { kindsOf, type Line } from './line.ts'

/**
 * Put lines into a block of code.
 * @param info Its language, and what else stands behind the opening marks.
 * @param content The lines.
 * @param line The line of the file that opens it.
 */
export function codeBlockAround(
  info: string,
  content: readonly Line[],
  line: number,
): readonly Line[] {
  const longest = content.reduce(
    (most, { text }) => Math.max(most, /^\s*(`{3,})/.exec(text)?.[1]?.length ?? 0),
    2,
  )
  const marks = '`'.repeat(longest + 1)
  const last = content.at(-1)?.line ?? line
  return [{ text: marks + info.trim(), line }, ...content, { text: marks, line: last }]
}

/**
 * Put each block of code into a part of its own that opens; what else there is stays.
 * @param content Lines with blocks of code that have a label: `[npm]` or a title.
 */
export function codeGroupOf(content: readonly Line[]): readonly Line[] {
  const kinds = kindsOf(content)
  const out: Line[] = []
  let block: Line[] | undefined
  for (const [index, one] of content.entries()) {
    if (kinds[index] === 'text') out.push(one)
    else if (block === undefined) block = [one]
    else {
      block.push(one)
      if (kinds[index] === 'fence') {
        out.push(...codePart(block))
        block = undefined
      }
    }
  }
  return [...out, ...(block ?? [])]
}

const titled = /\s*(?:\[([^\][]+)\]|\b(?:title|filename|label)="([^"]+)")/

function codePart(block: readonly Line[]): readonly Line[] {
  const [opening, ...others] = block as [Line, ...Line[]]
  const [, marks = '', info = ''] = /^\s*([`~]{3,})\s*(.*)$/.exec(opening.text) ?? []
  const [language = '', ...words] = info.trim().split(/\s+/)
  const found = titled.exec(info)
  const label = found?.[1] ?? found?.[2]
  const spoken =
    label ??
    (words
      .join(' ')
      .replace(/\{[^}]*\}|[\w-]+=\S+/g, '')
      .trim() ||
      language)
  // The label of the part takes the title's place.
  const rest = label === undefined ? language : info.replace(found?.[0] as string, '')
  const first = { ...opening, text: `${marks}${rest}` }
  return detailsAround(spoken, [first, ...others], { line: opening.line })
}
