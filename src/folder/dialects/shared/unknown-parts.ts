/** Handles unknown attributes that hold words, and elements that a wiki cannot run. @module */
import { makeElement, makeLink, makeText } from '../parts/make-parts.ts'
import type { Part } from '../parts/part.ts'
import type { TagConstruct } from '../parts/part-construct.ts'
import { elementTags, programNames, readTagAttributes } from '../parts/tag-syntaxes.ts'
import { oneLine } from '../parts/words.ts'

export const seenAttributes: readonly string[] = [
  'title',
  'label',
  'heading',
  'header',
  'text',
  'caption',
  'subtitle',
  'description',
  'footer',
  'alt',
]
export const addressAttributes: readonly string[] = ['href', 'to', 'link', 'url']

export const imageEnding: RegExp = /\.(?:png|jpe?g|gif|webp|avif|svg)(?:[?#].*)?$/i

/** Attributes for style or programs, which hold no words. */
const lookNames =
  /^(?:align|animated?|as|autoplay|bg|border|class(?:Name)?|cols?|colou?r|columns?|controls|default\w*|dir|fill|gap|group(?:Id)?|height|icon\w*|id|is[A-Z]\w*|key|kind|lang|language|layout|level|loading|margin|mode|on[A-Z]\w*|open|orientation|padding|position|priority|ref|rel|role|rounded|rows?|shape|size\w*|slot|span|src|stroke|style|tabindex|target|theme|type|variant|view\w*|width)$|^(?:aria|client|data|v|x)-|[:@]/i
const lookValue =
  /^(?:true|false|auto|none|null|#[\da-f]{3,8}|[\d.,\s]+(?:px|%|r?em|v[hw]|ms|s)?)?$/i

export function otherWordsOf(
  attributes: ReadonlyMap<string, string>,
  shownNames: readonly string[] = [...seenAttributes, ...addressAttributes],
): readonly string[] {
  return [...attributes].flatMap(([name, value]) =>
    shownNames.includes(name) || lookNames.test(name) || lookValue.test(value.trim()) ? [] : [name],
  )
}

export function hasParagraphs(parts: readonly Part[]): boolean {
  return parts.some((part, index) => {
    if (part.type === 'block' || part.type === 'alert' || part.type === 'details') return true
    const next = parts[index + 1]
    return part.type === 'break' && next?.type === 'break'
  })
}

const controls = [
  'form',
  'fieldset',
  'input',
  'button',
  'textarea',
  'select',
  'option',
  'label',
  'progress',
  'link',
  'meta',
  'base',
  'noscript',
  'embed',
]
/** Elements that can be dropped without a notice. */
const silentNames = new Set([
  'style',
  'link',
  'meta',
  'base',
  'noscript',
  'form',
  'fieldset',
  'label',
])

/** Vue's `<script setup>` and decorative elements need no notice. */
const unseenProgram = /^setup\b|\baria-hidden=["']?true\b/

/** A wiki runs no scripts and has no forms: only their words stay. */
export const pagePrograms: TagConstruct = {
  name: 'program, style or form',
  input:
    '<style>\nh1 { color: red }\n</style>\n\n<form action="/a"><label>Your name</label></form>',
  becomes: '\n\nYour name',
  syntax: elementTags,
  names: new Set([...programNames, ...controls]),
  tag({ kind, name, attributes, isBlock, content, children, line }, context) {
    const isProgram = programNames.has(name)
    // A program without an end tag would swallow the following text.
    if (kind === 'close' || (isProgram && kind === 'open')) return undefined
    const isEmpty = isProgram || content.length === 0
    const isSilent = silentNames.has(name) || unseenProgram.test(attributes)
    if (isEmpty && !isSilent) context.leaveOut(`<${name}>`, line)
    if (isBlock) return { block: [isEmpty ? undefined : content] }
    return { inline: isEmpty ? '' : children }
  },
}

const source = /<source\s[^<>]{0,2000}?\bsrc=["']([^"'\n]{1,2000})["']/

export const embeds: TagConstruct = {
  name: 'frame of another site, or a film',
  input: '<iframe src="https://example.org/film" title="A film"></iframe>',
  becomes: '[A film](https://example.org/film)',
  syntax: elementTags,
  names: new Set(['iframe', 'video', 'audio']),
  tag({ kind, attributes, source: content, isBlock, parent }) {
    if (kind !== 'pair' && kind !== 'single') return undefined
    const { pairs } = readTagAttributes(attributes)
    const address = pairs.get('src') ?? source.exec(content)?.[1]
    if (address === undefined || address.trim() === '') return undefined
    const target = address.trim().replace(/^\/\//, 'https://')
    const label = oneLine(pairs.get('title') ?? '') || target
    const link = makeLink(target, label.replace(/[[\]]/g, '\\$&'))
    if (isBlock) return { block: [link] }
    // On a line of HTML, Markdown would show its marks instead of formatting.
    const isInHtml = parent?.syntax === elementTags
    return { inline: isInHtml ? makeElement('a', [makeText(label)], [['href', target]]) : link }
  },
}
