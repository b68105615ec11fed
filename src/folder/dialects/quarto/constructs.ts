/** Constructs of Quarto: images, cross references and shortcodes. @module */

import type { CodeRules } from '../../../convert/code/code-rules.ts'
import { readAttributes } from '../attributes.ts'
import { includedFile } from '../hugo/code.ts'
import { hugoShortcodes, shownShortcodes } from '../hugo/syntax.ts'
import { makeElement, makeImage, makeLink, makeText } from '../parts/make-parts.ts'
import type {
  CodeConstruct,
  Context,
  PartConstruct,
  TagConstruct,
  WordsConstruct,
} from '../parts/part-construct.ts'
import type { Syntax } from '../parts/syntax.ts'
import { attributedWords, makeAnchor, pandocAttributeLists } from '../shared/attribute-lists.ts'
import { changedCode } from '../shared/code.ts'
import { anyTag } from '../shared/code-rules.ts'
import { frontMatterValue } from '../shared/front-matter.ts'
import { leaveShortcode, shortcodeTags } from '../shared/shortcodes.ts'
import { inlineFootnotes } from '../shared/words.ts'
import { quartoCells, quartoRaw } from './code.ts'
import { quartoCallouts, quartoDivs, quartoTabs } from './divs.ts'

/** https://quarto.org/docs/authoring/figures.html */
const images: WordsConstruct = {
  name: 'image with a name, or words for those who do not see it',
  input: '![Ours](images/logo.png){#fig-logo fig-alt="A logo" width=200}',
  becomes: '<a id="fig-logo"></a>![A logo](images/logo.png "Ours"){width=200}',
  mark: '){',
  words: /!\[([^\][]{0,1000})\]\(([^()\s"]{1,1000})\)\{([^{}\n]{1,2000})\}/dg,
  isProtected: false,
  replace({ match: [, caption = '', address = '', list = ''], group }) {
    const { pairs, words } = readAttributes(list)
    const alt = pairs.get('fig-alt')
    const id = words.find((word) => word.startsWith('#'))?.slice(1)
    if (alt === undefined && id === undefined) return undefined
    const [width] = /^\d{1,5}(?:px|%)?/.exec(pairs.get('width') ?? '') ?? []
    const size = width === undefined ? '' : `{width=${width}}`
    const image =
      alt === undefined
        ? [makeText('!['), ...group(1), makeText(`](${address})${size}`)]
        : [makeImage(address, { alt, caption, width })]
    return id === undefined ? image : [...makeAnchor(id), ...image]
  },
}

const kinds: Readonly<Record<string, string>> = {
  fig: 'Figure',
  tbl: 'Table',
  sec: 'Section',
  eq: 'Equation',
  lst: 'Listing',
  thm: 'Theorem',
  exm: 'Example',
  def: 'Definition',
  nte: 'Note',
  tip: 'Tip',
}

/** Quarto's numbers are unknown: https://quarto.org/docs/authoring/cross-references.html */
const references: WordsConstruct = {
  name: 'cross reference',
  input: 'See @fig-logo and [-@sec-start].',
  becomes: 'See [Figure](#fig-logo) and [Section](#sec-start).',
  mark: '@',
  words: new RegExp(
    `(?<![\\w@])\\[?-?@(${Object.keys(kinds).join('|')})-([\\w-]{1,100})\\]?`,
    'dg',
  ),
  replace: ({ match: [, kind = '', name = ''] }) =>
    makeLink(`#${kind}-${name}`, kinds[kind] as string),
}

const shortcodes: Syntax = {
  name: 'shortcode of Quarto',
  start: /(?<!\{)\{\{</,
  isReadInTags: true,
  readTag: hugoShortcodes.readTag as NonNullable<Syntax['readTag']>,
}

const includedFiles: TagConstruct = shortcodeTags(shortcodes, {
  name: 'file that is shown',
  input: '{{< include guide/setup.md >}}',
  becomes: '# Setup\n\nSet up.',
  names: ['include'],
  replace({ kind, words: [address], isBlock, line }, context) {
    if (kind === 'pair' || address === undefined) return undefined
    const parts = includedFile({ address }, line, context) ?? []
    return isBlock ? { block: [parts] } : { inline: parts }
  },
})

/** https://quarto.org/docs/authoring/variables.html */
const values: TagConstruct = shortcodeTags(shortcodes, {
  name: 'value of the site or of the page',
  input: 'Version {{< var version >}}.',
  becomes: 'Version v1.2.',
  names: ['var', 'meta'],
  replace({ name, words: [key = ''] }, context) {
    const value = findValue(name, key, context)
    return value === undefined ? undefined : { inline: value }
  },
})

function findValue(name: string, key: string, context: Context): string | undefined {
  const pageValue =
    name === 'meta' ? frontMatterValue(context.document, key) || context.inherited(key) : undefined
  return pageValue || context.variable(key)
}

const valueInCode = /(?<!\{)\{\{<\s*(var|meta)\s+([\w.-]{1,100})\s*>\}\}/g

const valuesInCode: CodeConstruct = {
  name: 'value in code',
  input: '`a {{< var version >}}`',
  becomes: '`a v1.2`',
  sign: /\{\{<\s*(?:var|meta)\s/,
  inCode: { input: '`a {{< var version >}}`', becomes: '`a v1.2`' },
  code: (code, context) =>
    changedCode(code, (text) =>
      text.replace(
        valueInCode,
        (match, name: string, key: string) => findValue(name, key, context) ?? match,
      ),
    ),
}

const marks: TagConstruct = shortcodeTags(shortcodes, {
  name: 'video, key or icon',
  input: '{{< video https://example.org/film title="A film" >}}',
  becomes: '[A film](https://example.org/film)',
  names: ['video', 'kbd', 'fa', 'bi', 'iconify', 'pagebreak'],
  replace({ name, pairs, words }) {
    const [first] = words
    if (name === 'kbd') {
      const keys = words.length > 0 ? words.join(' ') : [...new Set(pairs.values())].join(' / ')
      return { inline: makeElement('kbd', [makeText(keys)]) }
    }
    if (name !== 'video') return { inline: '' }
    return first === undefined
      ? undefined
      : { inline: makeLink(first, pairs.get('title') ?? first) }
  },
})

const otherShortcodes: TagConstruct = shortcodeTags(shortcodes, {
  name: 'any other shortcode',
  input: '{{< lead title="More" >}}\nSome words.\n{{< /lead >}}',
  becomes: '**More**\n\nSome words.',
  replace: (shortcode, context) => leaveShortcode(shortcode, `{{< ${shortcode.name} >}}`, context),
})

export const quartoConstructs: readonly PartConstruct[] = [
  includedFiles,
  quartoRaw,
  quartoCells,
  valuesInCode,
  values,
  marks,
  otherShortcodes,
  images,
  quartoCallouts,
  quartoTabs,
  quartoDivs,
  references,
  inlineFootnotes,
  attributedWords,
  pandocAttributeLists,
  ...shownShortcodes({
    input: 'Write {{{< version >}}} here.',
    becomes: 'Write &#123;{< version >}} here.',
    inCode: { input: '`{{{< version >}}}`', becomes: '`{{< version >}}`' },
    mark: '{{{<',
    sign: /\{\{\{</,
    pattern: /\{(\{\{<)((?:(?!\{\{\{<).){0,1000}?)(>\}\})\}/dgs,
  }),
]

export const quartoCode: Partial<CodeRules> = { markdownTags: [anyTag], hasBracedInfo: true }
