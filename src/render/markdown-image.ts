/** Images as Markdown, or as HTML where they have a size or a side, which Markdown cannot say. @module */
import { imageAddress } from '../adf/images.ts'
import { type MarkdownPlace, markdownAddress, markdownAttribute } from './markdown-escape.ts'
import { type AnyNode, textValue } from './unchecked-node.ts'

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
