/** What becomes of parts of pages that nobody knows: their content stays, and the words of their tags. @module */
import { oneLine } from './alert.ts'
import { elementSyntax } from './components/component-tags.ts'
import { linkDestination } from './components/links.ts'
import type { Construct, ReadingContext } from './construct.ts'
import type { Line } from './line.ts'
import { type Replacement, replaceTags, type TagElement } from './replace-tags.ts'

export interface UnknownPart extends Pick<TagElement, 'content' | 'sentence' | 'isBlock' | 'line'> {
  /** Notation for notices, such as `<Card>`. */
  readonly written: string
  /** Visible words of the tag. */
  readonly words: readonly string[]
  readonly address: string | undefined
  readonly image: { readonly source: string; readonly alt: string; readonly caption: string }
}

/** Attributes that a reader would see. */
export const seenAttributes: readonly string[] = [
  ...['title', 'label', 'heading', 'header', 'text', 'caption', 'subtitle', 'description'],
  ...['footer', 'alt'],
]
/** Attributes with a link's target. */
export const addressAttributes: readonly string[] = ['href', 'to', 'link', 'url']

export const imageEnding: RegExp = /\.(?:png|jpe?g|gif|webp|avif|svg)(?:[?#].*)?$/i

/** Replace a part by its content and visible words; report a part that has neither. */
export function leaveContent(part: UnknownPart, context: ReadingContext): Replacement {
  const { content, sentence, isBlock, written, line } = part
  const words = part.words.map(oneLine).join(': ')
  if (content.length > 0) {
    if (isBlock || content.some(({ text }) => text === '')) {
      const head = words === '' ? [] : [`**${linked(words, part.address)}**`, '']
      return { block: [...head, ...content] }
    }
    if (words === '') return { inline: sentence }
    const last = sentence.at(-1) as Line
    return { inline: [...sentence.slice(0, -1), { ...last, text: `${last.text} (${words})` }] }
  }
  const shown =
    imageOf(part) ?? (words === '' && !part.address ? undefined : linked(words, part.address))
  if (shown === undefined) context.leaveOut(written, line)
  return isBlock ? { block: shown === undefined ? [] : [shown] } : { inline: shown ?? '' }
}

function linked(words: string, address = ''): string {
  if (address === '') return words
  return `[${(words || address).replace(/[[\]]/g, '\\$&')}](${linkDestination(address)})`
}

function imageOf({ image: { source, alt, caption } }: UnknownPart): string | undefined {
  if (!imageEnding.test(source)) return undefined
  const title = oneLine(caption).replaceAll('"', "'")
  const shownAlt = oneLine(alt).replace(/[[\]]/g, '\\$&')
  return `![${shownAlt}](${linkDestination(source)}${title === '' ? '' : ` "${title}"`})`
}

/** Elements whose content is not text of the page. */
const programs = new Set(['script', 'style', 'svg', 'template', 'canvas', 'object'])
/** Form controls: their words stay. */
const controls = new Set([
  ...['form', 'fieldset', 'input', 'button', 'textarea', 'select', 'option', 'label', 'progress'],
  ...['link', 'meta', 'base', 'noscript', 'embed'],
])
/** Elements that can be dropped without a notice. */
const unseen = new Set(['style', 'link', 'meta', 'base', 'noscript', 'form', 'fieldset', 'label'])

/** Vue's `<script setup>` and decorative elements need no notice. */
const unseenAttributes = /^setup\b|\baria-hidden=["']?true\b/

/** A wiki runs no scripts and has no forms: only their words stay. */
export const pagePrograms: Construct = {
  name: 'program, style or form',
  written:
    '<style>\nh1 { color: red }\n</style>\n\n<form action="/a"><label>Your name</label></form>',
  becomes: '\n\nYour name',
  sign: /<(?:script|style|svg|template|canvas|object|form|fieldset|input|button|textarea|select|option|label|progress|link|meta|base|noscript|embed)\b/,
  read: (lines, context) =>
    replaceTags(lines, syntax, ({ kind, name, attributes, isBlock, content, sentence, line }) => {
      const isProgram = programs.has(name)
      if (kind === 'close' || !(isProgram || controls.has(name))) return undefined
      // Without an end tag, the following text would be lost.
      if (isProgram && kind === 'open') return undefined
      const isEmpty = isProgram || content.length === 0
      const isUnseen = unseen.has(name) || unseenAttributes.test(attributes)
      if (isEmpty && !isUnseen) context.leaveOut(`<${name}>`, line)
      if (isBlock) return { block: isEmpty ? [] : content }
      return { inline: isEmpty ? '' : sentence }
    }),
}

const syntax = {
  ...elementSyntax,
  isCode: (name: string) => programs.has(name) || elementSyntax.isCode?.(name) === true,
}
