/** Writes characters into Markdown so that they are read as themselves. @module */
import { imageAddress } from '../adf/images.ts'
import { type AnyNode, textValue } from './unchecked-node.ts'

/** Where a text stands. */
export interface MarkdownPlace {
  readonly isInTable: boolean
}

/** Whatever begins a construct anywhere in a sentence. */
const inSentence = /[\\`*[\]<~$]/g
/** Between letters it is one of them. */
const underscore = /(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu
const reference = /&(?=#?[a-z0-9]{1,31};)/gi

/** Escape a text of a sentence. Addresses in it become links, from which nothing keeps them. */
export function escapeMarkdown(text: string, { isInTable }: MarkdownPlace): string {
  const escaped = text
    .replace(/[\r\n\t]/g, ' ')
    .replace(inSentence, '\\$&')
    .replace(underscore, '\\_')
    .replace(reference, '\\&')
    // Before a link it would make an image of it.
    .replace(/!(?=\\\[|$)/g, '\\!')
  return isInTable ? escaped.replaceAll('|', '\\|') : escaped
}

const blockStart = /^(?:#{1,6}(?=\s|$)|[-+](?=\s|$)|-(?=[- ]*$)|>|:::|!!!|\?\?\?)/
const numberStart = /^(\d{1,9})(?=[.)](?:\s|$))/

/** Keep a line from beginning another block than a paragraph, and its spaces from being left out. */
export function asParagraphLine(line: string): string {
  return line
    .replace(blockStart, '\\$&')
    .replace(numberStart, '$1\\')
    .replace(/^ /, '&#32;')
    .replace(/ $/, '&#32;')
}

/** Write the address of a link or an image. */
export function markdownAddress(url: string, { isInTable }: MarkdownPlace): string {
  const whole = url
    .replace(/[\r\n\t]/g, '')
    .replace(/[\\<>]/g, '\\$&')
    .replace(reference, '\\&')
  const written = whole === '' || /[\s()]/.test(whole) ? `<${whole}>` : whole
  return isInTable ? written.replaceAll('|', '\\|') : written
}

/** Write text into HTML that stands in a sentence, where Markdown is read. */
export function markdownHtml(text: string): string {
  return referred(text, /[&<>"*_`[\]\\~$|:@]/g)
}

/** Write text into an attribute of HTML, or into a block of HTML, where Markdown is not read. */
export function markdownAttribute(text: string): string {
  return referred(text, /[&<>"]/g)
}

function referred(text: string, special: RegExp): string {
  return text.replace(/\s+/g, ' ').replace(special, (one) => `&#${one.charCodeAt(0)};`)
}

/** Make a row of backticks that is longer than those in a text. */
export function backticksAround(text: string, least: number): string {
  let longest = least - 1
  // Not `Math.max(...)`: there may be more rows than a call has arguments.
  for (const [row] of text.matchAll(/`+/g)) longest = Math.max(longest, row.length)
  return '`'.repeat(longest + 1)
}

/** What is said of an image beside its address. */
export interface ImageWords {
  readonly alt?: unknown
  readonly title?: string
  /** As HTML has them: pixels, or a share with its sign. */
  readonly width?: unknown
  readonly height?: unknown
  readonly align?: 'left' | 'right' | undefined
}

/** Write an image. */
export function markdownImage(url: string, words: ImageWords, place: MarkdownPlace): string {
  const { alt, title = '', ...look } = words
  const isPlain = Object.values(look).every((value) => value === undefined)
  if (!isPlain) return htmlImage({ src: url, alt: textValue(alt), title, ...look }, place)
  const shown = spaced(textValue(alt)).replace(/[\\[\]`*_<&~$]/g, '\\$&')
  const caption = title === '' ? '' : ` "${spaced(title).replace(/["\\&<]/g, '\\$&')}"`
  const written = `![${shown}](${markdownAddress(url, inText)}${caption})`
  return place.isInTable ? written.replaceAll('|', '\\|') : written
}

const inText = { isInTable: false }

function htmlImage(attributes: Readonly<Record<string, unknown>>, place: MarkdownPlace): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => ` ${name}="${markdownAttribute(String(value))}"`)
    .join('')
  return `<img${place.isInTable ? written.replaceAll('|', '&#124;') : written}>`
}

function spaced(text: string): string {
  return text.replace(/\s+/g, ' ')
}

/** Tell whether an image in a sentence is all of it: it would be read as a block. */
export function isLoneImage(sentence: readonly AnyNode[]): boolean {
  const [only, ...others] = sentence.filter(
    ({ type, text }) => type !== 'hardBreak' && (type !== 'text' || textValue(text).trim() !== ''),
  )
  return only !== undefined && others.length === 0 && imageAddress(only) !== undefined
}
