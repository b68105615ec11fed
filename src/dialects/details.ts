/** A part of a page that opens: what tabs and foldable blocks become. @module */
import { tabName } from '../adf/local-ids.ts'
import type { Line } from './line.ts'
import { open } from './sealed-code.ts'

/** Where a part that opens stands. */
export interface DetailsPlace {
  /** The line of the file that opens it. */
  readonly line: number
  /** The line that closes it; without it, that of the last line of the content. */
  readonly lastLine?: number
  /** It is one of several, of which a page shows one at a time. */
  readonly isTab?: boolean
  /** What stands before each of its lines: the spaces of a list item, the `> ` of a quote. */
  readonly indent?: string
}

/**
 * Put lines into a part that opens. Blank lines stand around it and around its content, which is
 * therefore read as Markdown.
 * @param label The words that are always seen, as Markdown; their formatting is left out.
 */
export function detailsAround(
  label: string,
  content: readonly Line[],
  place: DetailsPlace,
): readonly Line[] {
  const { line, lastLine = content.at(-1)?.line ?? line } = place
  return [...openDetails(label, place), ...content, ...closeDetails({ ...place, line: lastLine })]
}

/**
 * Make the lines that open such a part.
 * @param label The words that are always seen, as Markdown; their formatting is left out.
 */
export function openDetails(
  label: string,
  { line, isTab = false, indent = '' }: DetailsPlace,
): readonly Line[] {
  const blank = { text: indent.trimEnd(), line }
  // Without quotation marks, which would end a value of a tag that this stands in.
  const text = `${indent}<details${isTab ? ` name=${tabName}` : ''}><summary>${wordsToHtml(plainLabel(label))}</summary>`
  return [blank, { text, line }, blank]
}

/** Make the lines that close such a part. */
export function closeDetails({ line, indent = '' }: DetailsPlace): readonly Line[] {
  const blank = { text: indent.trimEnd(), line }
  return [blank, { text: `${indent}</details>`, line }, blank]
}

/** Write lines below others; a blank line that they begin or end with is left out beside another. */
export function writeApart(written: Line[], block: readonly Line[], isBlankBelow: boolean): void {
  const isBlankAbove = (written.at(-1)?.text ?? '').trim() === ''
  for (const [index, one] of block.entries()) {
    const isDoubled = (index === 0 && isBlankAbove) || (index === block.length - 1 && isBlankBelow)
    if (one.text.trim() !== '' || !isDoubled) written.push(one)
  }
}

function plainLabel(label: string): string {
  return withoutFormatting(label.trim()) || 'Details'
}

/** Write words so that they mean themselves inside HTML. */
export function wordsToHtml(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const formatting = /`+|\*{2,}|<\/?(?:b|i|em|strong|code|kbd|span|small)(?:\s[^<>]{0,500})?>/g

/** A link or an image, of which the words are seen. */
const link = /!?\[([^\][]{0,500})\]\((?:[^()\s]|\([^()\s]{0,500}\)){0,1000}(?:\s"[^"]{0,500}")?\)/g

/** Tell whether a label leads somewhere, which its words alone do not say. */
export function hasLink(label: string): boolean {
  return label.search(link) !== -1
}

/** Leave the marks of formatting out, where a wiki knows words only. */
export function withoutFormatting(label: string): string {
  return open(label.replaceAll(link, '$1')).replaceAll(formatting, '')
}
