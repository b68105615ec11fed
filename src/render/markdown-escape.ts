/** Escapes text so that Markdown reads it literally. @module */
import { imageAddress } from '../adf/images.ts'
import { type AnyNode, textValue } from './unchecked-node.ts'

export interface MarkdownPlace {
  readonly isInTable: boolean
}

const inSentence = /[\\`*[\]<~$]/g
/** An underscore between letters needs no escape. */
const underscore = /(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu
const reference = /&(?=#?[a-z0-9]{1,31};)/gi

/** Escape text in a sentence. Bare addresses still become links, which no escape prevents. */
export function escapeMarkdown(text: string, { isInTable }: MarkdownPlace): string {
  const escaped = text
    .replace(/[\r\n\t]/g, ' ')
    .replace(inSentence, '\\$&')
    .replace(underscore, '\\_')
    .replace(reference, '\\&')
    // An exclamation mark before a link would make it an image.
    .replace(/!(?=\\\[|$)/g, '\\!')
  return isInTable ? escaped.replaceAll('|', '\\|') : escaped
}

const blockStart = /^(?:#{1,6}(?=\s|$)|[-+](?=\s|$)|-(?=[- ]*$)|>|:::|!!!|\?\?\?)/
const numberStart = /^(\d{1,9})(?=[.)](?:\s|$))/

export function asParagraphLine(line: string): string {
  return line
    .replace(blockStart, '\\$&')
    .replace(numberStart, '$1\\')
    .replace(/^ /, '&#32;')
    .replace(/ $/, '&#32;')
}

export function markdownAddress(url: string, { isInTable }: MarkdownPlace): string {
  const whole = url
    .replace(/[\r\n\t]/g, '')
    .replace(/[\\<>]/g, '\\$&')
    .replace(reference, '\\&')
  const written = whole === '' || /[\s()]/.test(whole) ? `<${whole}>` : whole
  return isInTable ? written.replaceAll('|', '\\|') : written
}

/** Escape text for inline HTML, in which Markdown is still read. */
export function markdownHtml(text: string): string {
  return referred(text, /[&<>"*_`[\]\\~$|:@]/g)
}

/** Escape text for an HTML attribute or HTML block, where Markdown is not read. */
export function markdownAttribute(text: string): string {
  return referred(text, /[&<>"]/g)
}

function referred(text: string, special: RegExp): string {
  return text.replace(/\s+/g, ' ').replace(special, (one) => `&#${one.charCodeAt(0)};`)
}

export function backticksAround(text: string, least: number): string {
  let longest = least - 1
  // `Math.max(...)` fails here: there may be more rows than a call may have arguments.
  for (const [row] of text.matchAll(/`+/g)) longest = Math.max(longest, row.length)
  return '`'.repeat(longest + 1)
}

export interface ImageWords {
  readonly alt?: unknown
  readonly title?: string
  /** Pixels, or a percentage, as in HTML. */
  readonly width?: unknown
  readonly height?: unknown
  readonly align?: 'left' | 'right' | undefined
}

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

/** Tell whether an image is all of a sentence, so that it would be read as a block. */
export function isLoneImage(sentence: readonly AnyNode[]): boolean {
  const [only, ...others] = sentence.filter(
    ({ type, text }) => type !== 'hardBreak' && (type !== 'text' || textValue(text).trim() !== ''),
  )
  return only !== undefined && others.length === 0 && imageAddress(only) !== undefined
}
