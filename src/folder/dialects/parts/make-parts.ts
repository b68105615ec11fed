/** Constructors for the parts that constructs return. @module */

import { lineMarksInfo } from '../../../convert/adf/local-ids.ts'
import { alertKind, findAlertType } from '../../../convert/alert-types.ts'
import {
  type Block,
  type Code,
  type CodeSpan,
  type Details,
  type ImagePart,
  type LinkPart,
  type Part,
  partsOfText,
  type Raw,
  stack,
} from './part.ts'
import type { Content } from './part-construct.ts'
import { closedMarkdown, nameInWords, oneLine } from './words.ts'

export function contentParts(content: Content, line: number): readonly Part[] {
  if (typeof content !== 'string') return 'type' in content ? [content] : content
  return partsOfText('text', content, () => line)
}

/** Parts on their own lines, separated by blank lines. */
export function makeBlock(groups: readonly (Content | undefined)[], line: number): Block {
  const children = groups.map((group) => contentParts(group ?? '', line))
  return { type: 'block', children: stack(children, line), line }
}

/** Aliases of the converter's alert types. */
const otherNames: Readonly<Record<string, string>> = {
  alert: 'warning',
  aside: 'note',
  deprecated: 'warning',
  primary: 'info',
  secondary: 'note',
  default: 'note',
  neutral: 'note',
  warn: 'warning',
  negative: 'danger',
  positive: 'success',
  pitfall: 'warning',
}

/** The converter's word for a kind of alert; undefined where it is none. */
function alertWord(kind: string): string | undefined {
  const word = kind.toLowerCase()
  if (findAlertType(word) !== undefined) return word
  return Object.hasOwn(otherNames, word) ? otherNames[word] : undefined
}

export function isAlertKind(kind: string): boolean {
  return alertWord(kind) !== undefined
}

/** What to call a note that has no title. */
export function alertTitle(kind: string): string {
  return findAlertType(kind)?.title ?? nameInWords(kind)
}

/**
 * @param kind The dialect's word; an unknown word becomes the title of a note.
 * @param title Markdown.
 */
export function makeAlert(
  kind: string,
  title: string | undefined,
  children: readonly Part[],
  line: number,
): Part {
  const word = alertWord(kind)
  const { kind: alertName, title: defaultTitle } = alertKind(word ?? 'note')
  const heading = oneLine(title ?? '') || (word === undefined ? nameInWords(kind) : defaultTitle)
  return { type: 'alert', kind: alertName, title: heading, children, line }
}

/** @param label Markdown; its formatting is dropped. */
export function makeDetails(label: string, children: readonly Part[], line: number): Details {
  return { type: 'details', label, isTab: false, children, line }
}

export function makeTab(label: string, children: readonly Part[], line: number): Details {
  return { ...makeDetails(label, children, line), isTab: true }
}

/** @param lines The code, from one line of the source or from several from `line` on. */
export function makeCode(info: string, lines: string | readonly string[], line: number): Code {
  const texts = typeof lines === 'string' ? lines.split('\n') : lines
  return {
    type: 'code',
    info: oneLine(info),
    lines: texts.map((text) => ({ prefix: '', text, line })),
    line,
  }
}

export function codeInfo(language: string, title: string | undefined, lineRanges?: string): string {
  const titleInfo = title === undefined ? '' : ` title="${oneLine(title).replaceAll('"', "'")}"`
  const lines = lineRanges !== undefined && /^[\d,\s-]+$/.test(lineRanges) ? ` {${lineRanges}}` : ''
  return language + titleInfo + lines
}

/**
 * Mark lines of a code block.
 * @param lineMarks Each as `markedLinesId` has it, counted from 1: `1`, `i2`, `d3`.
 */
export function withMarkedLines(code: Code, lineMarks: readonly string[]): Code {
  if (lineMarks.length === 0 || code.fence === '') return code
  return { ...code, info: `${code.info.trimEnd()} ${lineMarksInfo(lineMarks.join(','))}` }
}

export function makeSpan(code: string): CodeSpan {
  const text = oneLine(code) === '' ? code : code.replace(/\s*\n\s*/g, ' ')
  const longest = Array.from(text.matchAll(/`+/g), ([row]) => row.length)
  const row = '`'.repeat(longest.reduce((most, length) => Math.max(most, length), 0) + 1)
  const space = /^`|`$/.test(text) ? ' ' : ''
  return { type: 'span', text: row + space + text + space + row }
}

/** @param words Markdown, or parts of a sentence. */
export function makeLink(address: string, words: string | readonly Part[]): LinkPart {
  const children = typeof words === 'string' ? [makeText(oneLine(words))] : words
  return { type: 'link', address, children }
}

/** @param words Plain words. */
export function makeImage(address: string, words: Omit<ImagePart, 'type' | 'address'>): ImagePart {
  return { type: 'image', address, ...words }
}

export function makeText(markdown: string): Part {
  return { type: 'text', text: markdown }
}

export function makeStrong(words: readonly Part[] | string): readonly Part[] {
  return [
    makeText('**'),
    ...(typeof words === 'string' ? [makeText(closedMarkdown(words))] : words),
    makeText('**'),
  ]
}

/** @param value Empty for an attribute that has none. */
export type ShownAttributes = readonly (readonly [name: string, value: string])[]

export function openingTag(name: string, attributes: ShownAttributes = []): Raw {
  const attributeText = attributes.map(([key, value]) =>
    value === '' ? ` ${key}` : ` ${key}="${oneLine(value).replaceAll('"', '&quot;')}"`,
  )
  return { type: 'raw', text: `<${name}${attributeText.join('')}>` }
}

export function makeElement(
  name: string,
  children: readonly Part[],
  attributes?: ShownAttributes,
): readonly Part[] {
  return [openingTag(name, attributes), ...children, { type: 'raw', text: `</${name}>` }]
}
