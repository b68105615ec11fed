/** Elements of HTML that only a browser has a use for: programs, styles and forms. @module */
import { elementSyntax } from './components/component-tags.ts'
import type { Construct } from './construct.ts'
import { replaceTags } from './replace-tags.ts'

/** What stands between their tags is no word of the page. */
const programs = new Set(['script', 'style', 'svg', 'template', 'canvas', 'object'])
/** Controls of forms hold words, which stay, or nothing. */
const controls = new Set([
  ...['form', 'fieldset', 'input', 'button', 'textarea', 'select', 'option', 'label', 'progress'],
  ...['link', 'meta', 'base', 'noscript', 'embed'],
])
/** Nobody misses them. */
const unseen = new Set(['style', 'link', 'meta', 'base', 'noscript', 'form', 'fieldset', 'label'])

/** `<script setup>` of Vue makes the page and shows nothing itself; ornaments say that they are some. */
const unseenAttributes = /^setup\b|\baria-hidden=["']?true\b/

/** A wiki runs no programs and sends no forms: their words stay. */
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
      // Without an end its words would go along.
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
