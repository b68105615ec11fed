/** Converts the formatting of HTML elements to marks. @module */
import names from 'color-name'
import { jsonOfLink } from '../constructs/link.ts'
import type { Conversion } from '../conversion.ts'
import { leadsNowhere } from '../relative-address.ts'
import { bits, codeMarks, noMarks, type TextMarks } from '../writer/marks.ts'
import type { HtmlElement } from './html-tree.ts'

const em = mark('em')
const strike = mark('strike')
const strong = mark('strong')
const underline = mark('underline')
/** The yellow of Confluence's palette. */
const highlight = mark('backgroundColor', { color: '#f8e6a0' })

const markOfElement: Readonly<Record<string, TextMarks>> = {
  b: strong,
  strong,
  i: em,
  em,
  cite: em,
  dfn: em,
  var: em,
  u: underline,
  ins: underline,
  s: strike,
  del: strike,
  strike,
  code: codeMarks,
  kbd: codeMarks,
  samp: codeMarks,
  tt: codeMarks,
  mark: highlight,
  sub: mark('subsup', { type: 'sub' }),
  sup: mark('subsup', { type: 'sup' }),
}

function mark(type: keyof typeof bits, attrs?: object): TextMarks {
  return noMarks.with(bits[type], JSON.stringify({ type, attrs }))
}

/** Add the marks of an element to those around it. */
export function withMarksOf(
  element: HtmlElement,
  outer: TextMarks,
  conversion: Conversion,
): TextMarks {
  const { name, attributes, line } = element
  const own = Object.hasOwn(markOfElement, name) ? markOfElement[name] : undefined
  let marks = own === undefined ? outer : outer.with(own.bits, own.json)
  const written = name === 'a' ? attributes.get('href') : undefined
  const href = written && conversion.resolveLink(written)
  if (href) {
    const link = jsonOfLink(href, attributes.get('title') ?? '', line, conversion)
    if (leadsNowhere(href)) conversion.warnings.add('relative-address', line)
    conversion.sentence.noteLink()
    // Links cannot nest.
    marks = marks.without(bits.link).with(bits.link, link)
  }
  if (attributes.isEmpty) return marks
  const style = attributes.get('style') ?? ''
  if (style === '' && name !== 'font') return marks
  const [, styled] = /(?:^|[;\s])color:\s*([^;]+)/i.exec(style) ?? []
  const [, styledBack] = /(?:^|[;\s])background(?:-color)?:\s*([^;]+)/i.exec(style) ?? []
  const color = cssColor(styled ?? (name === 'font' ? attributes.get('color') : undefined))
  const background = cssColor(styledBack)
  if (color !== undefined) marks = marks.with(bits.textColor, mark('textColor', { color }).json)
  if (background === undefined || own === highlight) return marks
  return marks.with(bits.backgroundColor, mark('backgroundColor', { color: background }).json)
}

/**
 * Convert a colour name or hexadecimal digits to ADF's notation; undefined for any other notation.
 */
function cssColor(value: string | undefined): string | undefined {
  const word = (value ?? '').trim().toLowerCase()
  if (Object.hasOwn(names, word)) return hexadecimal(names[word as keyof typeof names])
  if (/^#[0-9a-f]{6}$/.test(word)) return word
  const [, r, g, b] = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(word) ?? []
  return r === undefined ? undefined : `#${r}${r}${g}${g}${b}${b}`
}

function hexadecimal(parts: readonly number[]): string {
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
