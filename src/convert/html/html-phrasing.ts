/** Converts HTML inside sentences: formatting, links, images and line breaks. @module */
import names from 'color-name'
import { wordSet } from '../../contract/base/lists.ts'
import { leadsNowhere } from '../adf/page-links.ts'
import { writeAdfWords } from '../constructs/adf-block.ts'
import { isAdf } from '../constructs/code.ts'
import { writeImage } from '../constructs/image.ts'
import { jsonOfLink } from '../constructs/link.ts'
import { writeText } from '../constructs/text.ts'
import type { Conversion } from '../conversion.ts'
import { bits, codeMarks, noMarks, type TextMarks } from '../writer/marks.ts'
import { findElementRule } from './html-elements.ts'
import { type HtmlElement, type HtmlItem, htmlTree } from './html-tree.ts'

/** Write an item into the sentence. */
export function writePhrase(item: HtmlItem, marks: TextMarks, conversion: Conversion): void {
  const { sentence } = conversion
  switch (item.kind) {
    case 'markdown':
      if (conversion.isBlock(item.id)) writeBlockWords(item.id, conversion)
      else conversion.inline(item.id, marks)
      return
    case 'words':
      writeText(item.words, marks, conversion)
      return
    case 'text':
      sentence.text(item.text.replace(space, ' '), marks)
      return
    case 'target':
      if (sentence.canHoldTargets) conversion.writer.awaitTarget(item.name)
      return
    case 'source':
      for (const [index, line] of item.source.split('\n').entries()) {
        if (index > 0) sentence.lineBreak()
        sentence.text(line, marks)
      }
      return
    case 'element':
      writeElement(item.element, marks, conversion)
  }
}

/** Any space that has to become a single space. */
const space = /[ \t\n\f\r]{2,}|[\t\n\f\r]/g

/** What browsers show around the words of an element. Readings above words follow them here. */
const brackets: Readonly<Record<string, readonly [string, string]>> = {
  q: ['“', '”'],
  rt: ['(', ')'],
}

function writeElement(element: HtmlElement, outer: TextMarks, conversion: Conversion): void {
  const { sentence, warnings } = conversion
  const { children, line, name } = element
  if (name === 'br') sentence.lineBreak()
  else if (name === 'hr') warnings.add('rule-dropped', line)
  else if (name === 'img') writeImageElement(element, outer, conversion)
  // Brackets for browsers that cannot show readings: ours stand there already.
  else if (name === 'rp') return
  else {
    const marks = withMarksOf(element, outer, conversion)
    // Spaces around a block's content keep it from running into the words beside it.
    const isApart = findElementRule(name)?.kind === 'block' && children.length > 0
    const [before, behind] = isApart ? [' ', ' '] : (brackets[name] ?? ['', ''])
    sentence.text(before, noMarks)
    conversion.inElement(() => conversion.phrasing(children, marks))
    sentence.text(behind, noMarks)
  }
}

/** Write `img` with its size. */
function writeImageElement(
  { attributes, line }: HtmlElement,
  marks: TextMarks,
  conversion: Conversion,
): void {
  // Pages that load images late name them elsewhere.
  const [inSet] = (attributes.get('srcset') ?? '').trim().split(/[\s,]/)
  const url = (attributes.get('src') ?? attributes.get('data-src') ?? inSet ?? '').trim()
  const style = attributes.get('style') ?? ''
  const size = {
    width: attributes.get('width') ?? /(?:^|[;\s])width:\s*([^;]+)/i.exec(style)?.[1],
    height: attributes.get('height') ?? /(?:^|[;\s])height:\s*([^;]+)/i.exec(style)?.[1],
  }
  const [title, alt] = [attributes.get('title'), attributes.get('alt')]
  writeImage({ url, title, alt, size, align: attributes.get('align'), line }, marks, conversion)
}

/**
 * Write the words of a block into the sentence, where HTML puts it there, as a list into a
 * `summary`. Each of its sentences is a line.
 */
export function writeBlockWords(id: number, conversion: Conversion): void {
  const { nodes, sentence } = conversion
  const type = nodes.typeOf(id)
  if (hidden.has(type)) return
  if (isAdf(id, nodes)) writeAdfWords(nodes.valueOf(id), nodes.lineOf(id), conversion)
  else if (type === 'code' || type === 'math') sentence.text(nodes.valueOf(id), noMarks)
  else if (sentences.has(type)) conversion.inlines(id, noMarks)
  else if (nodes.holdsHtml(id)) {
    conversion.phrasing(htmlTree(nodes.childrenOf(id), false, conversion), noMarks)
  } else for (const child of nodes.childrenOf(id)) writeBlockWords(child, conversion)
  sentence.lineBreak()
}

/** Blocks and their parts that hold a sentence. */
const sentences = wordSet('descriptionTerm heading paragraph tableCell')
/** Blocks whose words are not shown, or only at the end of the page. */
const hidden = wordSet('definition footnoteDefinition toml yaml')

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
    if (leadsNowhere(href)) conversion.warnings.add('relative-address', line, href)
    conversion.sentence.noteLink()
    // Links cannot nest.
    marks = marks.without(bits.link).with(bits.link, link)
  }
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
