/** Values of the site and page, which Hugo replaces even in code. @module */
import type { CodeConstruct, Context, TagConstruct } from '../parts/part-construct.ts'
import { changedCode } from '../shared/code.ts'
import { frontMatterValue } from '../shared/front-matter.ts'
import { shortcodeTags } from '../shared/shortcodes.ts'
import { hugoShortcodes } from './syntax.ts'

/** https://gohugo.io/shortcodes/param/ */
export const hugoValues: TagConstruct = shortcodeTags(hugoShortcodes, {
  name: 'value of the site or of the page',
  input: 'Version {{< param "version" >}}.',
  becomes: 'Version v1.2.',
  names: ['param', '_param'],
  replace({ name, words, opening, line }, context) {
    const value = siteValue(name, words, context)
    if (value === undefined) context.leaveOut(opening, line)
    return { inline: value ?? '' }
  },
})

export const hugoCodeValues: CodeConstruct = {
  name: 'value in code',
  input: '`v{{< param "version" >}}`',
  becomes: '`vv1.2`',
  inCode: { input: '`v{{< param "version" >}}`', becomes: '`vv1.2`' },
  sign: /\{\{[<%]\s{0,100}_?param\b/,
  code: (code, context) => changedCode(code, (text) => withValues(text, context)),
}

const shortcode =
  /\{\{[<%]\s{0,100}(_?param)((?:\s+(?:"[^"{}\n]{0,100}"|[\w.-]{1,100})){0,4})\s{0,100}\/?[>%]\}\}/g

/** Unknown values stay. */
export function withValues(code: string, context: Context): string {
  return code.replace(shortcode, (match, name: string, text: string) => {
    const words = Array.from(text.matchAll(/"([^"]*)"|\S+/g), ([word, quoted]) => quoted ?? word)
    return siteValue(name, words, context) ?? match
  })
}

function siteValue(name: string, words: readonly string[], context: Context): string | undefined {
  const [first] = words
  if (!first) return undefined
  const pageValue = frontMatterValue(context.document, first) ?? context.inherited(first)
  const value = pageValue ?? context.variable(`params.${first}`)
  // Docsy replaces numbered placeholders in the value by the arguments.
  return name === 'param'
    ? value
    : value?.replace(/\{(\d)\}/g, (mark, place: string) => words[Number(place)] ?? mark)
}
