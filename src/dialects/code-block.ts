/** Blocks of code, made of lines, and groups of them. @module */
import { lineMarksInfo } from '../adf/local-ids.ts'
import { type FencedBlock, mapFencedBlocks, openedLine, sealedAgain } from './code-lines.ts'
import { detailsAround } from './details.ts'
import type { Line } from './line.ts'
import { fenceAround } from './lines-of.ts'
import type { TagElement } from './replace-tags.ts'
import { marks, open, seal, sealSpan } from './sealed-code.ts'

/**
 * Put lines into a fenced code block.
 * @param info The info string.
 * @param content Lines that may be sealed.
 * @param line The source line that opens the block.
 */
export function codeBlockAround(
  info: string,
  content: readonly Line[],
  line: number,
): readonly Line[] {
  const code = content.map((one) => ({ ...one, text: open(one.text) }))
  const row = fenceAround(code.map(({ text }) => text))
  const last = content.at(-1)?.line ?? line
  return [
    { text: marks.fence + seal(row + open(info).trim()), line },
    ...code.map((one) => ({ ...one, text: marks.code + seal(one.text) })),
    { text: marks.fenceEnd + seal(row), line: last },
  ]
}

/**
 * Read the code between two tags.
 * @param element Its content, read and raw, and the line of the opening tag.
 */
export function codeBetween({
  content,
  source,
  line,
}: Pick<TagElement, 'content' | 'source' | 'line'>): readonly Line[] {
  const code = content.map(({ text }) => openedLine(text))
  if (code.length > 0 && code.every((one) => one !== undefined)) {
    return content.map((one, index) => ({ ...one, text: code[index]?.content as string }))
  }
  const start = /^[^\S\n]*\n/.test(source) ? 1 : 0
  const texts = source.replace(/^[^\S\n]*\n|\n[^\S\n]*$/g, '').split('\n')
  return texts.map((text, index) => ({ text, line: line + start + index }))
}

export function codeBlockOf(info: string, texts: readonly string[], line: number): readonly Line[] {
  return codeBlockAround(
    info,
    texts.map((text) => ({ text, line })),
    line,
  )
}

/**
 * Mark lines of a code block.
 * @param marked Each as `markedLinesId` has it, counted from 1: `1`, `i2`, `d3`.
 */
export function markLines(opening: Line, marked: readonly string[]): Line {
  const opened = openedLine(opening.text)
  if (opened === undefined || marked.length === 0) return opening
  const content = `${opened.content.trimEnd()} ${lineMarksInfo(marked.join(','))}`
  return { ...opening, text: sealedAgain({ ...opened, content }) }
}

export function codeSpanOf(words: string): string {
  const code = open(words)
  const longest = Array.from(code.matchAll(/`+/g), ([row]) => row.length)
  const row = '`'.repeat(longest.reduce((most, one) => Math.max(most, one), 0) + 1)
  const space = /^`|`$/.test(code) ? ' ' : ''
  return sealSpan(row + space + code + space + row)
}

/**
 * Turn each code block into a tab.
 * @param content Lines whose code blocks have a label: `[npm]` or a title.
 */
export function codeGroupOf(content: readonly Line[]): readonly Line[] {
  return mapFencedBlocks(content, codePart)
}

const titled = /(?<!\s)\s*(?:\[([^\][]+)\]|\b(?:title|filename|label)="([^"]+)")/

function codePart({ info, opening, code, closing }: FencedBlock): readonly Line[] {
  const { prefix = '', content = '' } = openedLine(opening.text) ?? {}
  const [row = ''] = /^[`~]+/.exec(content) ?? []
  const [language = '', ...words] = info.split(/\s+/)
  const found = titled.exec(info)
  const label = found?.[1] ?? found?.[2]
  const spoken =
    label ??
    (words
      .join(' ')
      .replace(/\{[^}]*\}|[\w-]+=\S+/g, '')
      .trim() ||
      language)
  // The tab's label replaces the title of the code.
  const rest = label === undefined ? language : info.replace(found?.[0] as string, '')
  const first = { ...opening, text: sealedAgain({ prefix, content: row + rest }) }
  return detailsAround(spoken, [first, ...code, ...closing], { line: opening.line, isTab: true })
}
