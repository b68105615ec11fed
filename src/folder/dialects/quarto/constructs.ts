/** Constructs of Quarto: images, cross references and shortcodes. @module */
import type { CodeRules } from '../../../convert/code/code-rules.ts'
import { includedFile } from '../hugo/code.ts'
import { hugoShortcodes } from '../hugo/syntax.ts'
import {
  codeInfo,
  makeAlert,
  makeDetails,
  makeElement,
  makeImage,
  makeLink,
  makeStrong,
  makeTab,
  makeText,
} from '../parts/make-parts.ts'
import { type Code, type Part, type PartRow, partsOfRows, rowsOf } from '../parts/part.ts'
import type {
  CodeConstruct,
  Context,
  PartConstruct,
  TagConstruct,
  VisitedTag,
  WordsConstruct,
} from '../parts/part-construct.ts'
import { rowText } from '../parts/sentence.ts'
import { readAttributes, type Syntax } from '../parts/syntax.ts'
import { writtenText } from '../parts/write-parts.ts'
import { attributedWords, makeAnchor, pandocAttributeLists } from '../shared/attribute-lists.ts'
import { anyTag, changedCode, htmlInCode, movedCode } from '../shared/code.ts'
import { pandocDivs } from '../shared/containers.ts'
import { frontMatterValue } from '../shared/front-matter.ts'
import { gridTables } from '../shared/tables.ts'
import { leaveTag, tagConstruct } from '../shared/tags.ts'
import { asVideo } from '../shared/usual-tags.ts'
import { inlineFootnotes, namedFormulas } from '../shared/words.ts'

/** https://quarto.org/docs/authoring/callouts.html */
const quartoCallouts: TagConstruct = {
  name: 'callout',
  input: '::: {.callout-warning title="Take care"}\nIt is **hot**.\n:::',
  becomes: '> [!WARNING] Take care\n> It is **hot**.',
  syntax: pandocDivs,
  tag(div) {
    const { kind: end, attributes, content, line } = div
    const [, kind] = /(?:\.|^)callout-([a-z]+)/.exec(attributes.trim()) ?? []
    if (kind === undefined || end !== 'pair') return undefined
    const [first, ...others] = rowsOf(content, line) as [PartRow, ...PartRow[]]
    const heading = headingOf(first)
    const title = titleOf(div) ?? heading?.words
    const body = heading === undefined ? content : partsOfRows(others)
    const block = /\bcollapse="?\w/.test(attributes)
      ? makeDetails(title ?? kind, body, line)
      : makeAlert(kind, title, body, line)
    return { block: [placeOf(div), block] }
  },
}

/** @returns Undefined if the row is no heading. */
function headingOf(row: PartRow): { readonly level: number; readonly words: string } | undefined {
  const [, marks] = /^(#{1,6})\s/.exec(rowText(row)) ?? []
  if (marks === undefined) return undefined
  const words = writtenText(row.parts).slice(marks.length).trim()
  return { level: marks.length, words: words.replace(/\s#+$/, '').replace(attributed, '$1') }
}

/** `[words]{.class}` and a list at the end of a heading. */
const attributed = /\[([^\][\n]{0,500})\]\{[.#][^{}\n]{0,300}\}|(?<!\s)\s*\{[.#][^{}\n]{0,300}\}$/g

function titleOf({ attributes }: VisitedTag): string | undefined {
  return /\b(?:title|name|summary)="([^"]*)"/.exec(attributes)?.[1]
}

function placeOf({ attributes }: VisitedTag): readonly Part[] {
  const [, id] = /#([\w-]+)/.exec(attributes) ?? []
  return id === undefined ? [] : makeAnchor(id)
}

/** https://quarto.org/docs/output-formats/html-basics.html#tabsets */
const quartoTabs: TagConstruct = {
  name: 'tabs',
  input: '::: {.panel-tabset}\n## npm\nUse **npm**.\n:::',
  becomes: '<details name=tabs><summary>npm</summary>\n\nUse **npm**.\n\n</details>',
  syntax: pandocDivs,
  tag({ kind, attributes, content, line }) {
    if (kind !== 'pair' || !attributes.includes('.panel-tabset')) return undefined
    const rows = rowsOf(content, line)
    const headings = rows.map(headingOf)
    const level = headings.find((heading) => heading !== undefined)?.level
    const starts = headings.flatMap((heading, index) => (heading?.level === level ? [index] : []))
    if (level === undefined) return { block: [content] }
    const tabs = starts.map((start, index) =>
      makeTab(
        headings[start]?.words ?? '',
        partsOfRows(rows.slice(start + 1, starts[index + 1])),
        (rows[start] as PartRow).line,
      ),
    )
    return { block: [partsOfRows(rows.slice(0, starts[0])), ...tabs] }
  },
}

const quartoDivs: TagConstruct = {
  name: 'part of a page',
  input: '::: {#tbl-a .column-margin}\nSome words.\n:::',
  becomes: '<a id="tbl-a"></a>\n\nSome words.',
  syntax: pandocDivs,
  tag(div, context) {
    if (div.kind === 'close') context.notice('syntax-shown', ':::', div.line)
    if (div.kind !== 'pair') return undefined
    const title = titleOf(div)
    return {
      block: [placeOf(div), title === undefined ? undefined : makeStrong(title), div.content],
    }
  },
}

const cell = /^\{([a-z]\w*)\s*(?:[,\s][^{}]*)?\}$/i
const option = /^\s*(?:#|\/\/|%%|--)\|\s*(?:([\w-]+):\s*(.*))?/

/** https://quarto.org/docs/computations/execution-options.html */
const quartoCells: CodeConstruct = {
  name: 'cell of code: its name and captions stay, and that it opens',
  input:
    '```{python}\n#| label: fig-a\n#| lst-cap: "The run"\n#| code-fold: true\n#| code-summary: "Show it"\nrun()\n```\n\n```{r, echo=FALSE}\n#| eval: true\nrun()\n```',
  becomes:
    '<details><summary>Show it</summary>\n\n```python title="The run"\nrun()\n```\n\n</details>\n\n```r\nrun()\n```',
  code(code) {
    if (code.type === 'span') return undefined
    const [, language] = cell.exec(code.info.trim()) ?? []
    // CommonMark allows no backquotes behind a fence of backquotes.
    if (language === undefined) return code.info.includes('`') ? [code] : undefined
    const from = code.lines.findIndex(({ text }) => !option.test(text))
    const { options, lines } = optionsOf(code, from === -1 ? code.lines.length : from)
    const titles = ['filename', 'lst-cap', 'fig-cap', 'tbl-cap'].flatMap(
      (name) => options.get(name) ?? [],
    )
    const title = titles.length === 0 ? undefined : titles.join(': ')
    const codeBlock = { ...code, info: codeInfo(language, title), lines }
    const fold = options.get('code-fold') ?? 'false'
    const summary = options.get('code-summary') ?? (fold === 'false' ? undefined : 'Code')
    if (summary === undefined) return [codeBlock]
    return [makeDetails(summary, [movedCode(codeBlock)], code.line)]
  },
}

function optionsOf(
  { lines }: Code,
  count: number,
): { readonly options: ReadonlyMap<string, string>; readonly lines: Code['lines'] } {
  const options = new Map<string, string>()
  for (const { text } of lines.slice(0, count)) {
    const [, name, value = ''] = option.exec(text) ?? []
    const words = value.trim().replace(/^(["'])(.*)\1$/, '$2')
    if (name !== undefined && words !== '') options.set(name, words)
  }
  return { options, lines: lines.slice(count) }
}

/** https://quarto.org/docs/authoring/markdown-basics.html#raw-content */
const quartoRaw: CodeConstruct = {
  name: 'HTML that is shown as such; what is for other formats is left out',
  input: '```{=html}\n<b>Some words.</b>\n```\n\n```{=latex}\n\\newpage\n```',
  becomes: '<b>Some words.</b>\n\n',
  code(code, context) {
    if (code.type === 'span') return undefined
    const [, format] = /^\{=([a-z]+)\}$/i.exec(code.info.trim()) ?? []
    if (format === undefined) return undefined
    if (!/^html\d?$/i.test(format)) return []
    return [{ type: 'block', children: htmlInCode(code.lines, context), line: code.line }]
  },
}

/** https://quarto.org/docs/authoring/figures.html */
const images: WordsConstruct = {
  name: 'image with a name, or words for those who do not see it',
  input: '![Ours](images/logo.png){#fig-logo fig-alt="A logo" width=200}',
  becomes: '<a id="fig-logo"></a>![A logo](images/logo.png "Ours"){width=200}',
  mark: '){',
  words: /!\[([^\][]{0,1000})\]\(([^()\s"]{1,1000})\)\{([^{}\n]{1,2000})\}/dg,
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

/** Only Quarto's build knows the numbers: https://quarto.org/docs/authoring/cross-references.html */
const references: WordsConstruct = {
  name: 'cross reference',
  input: 'See @fig-logo and [-@sec-start].',
  becomes: 'See [Figure](#fig-logo) and [Section](#sec-start).',
  mark: '@',
  words: new RegExp(
    `(?<![\\w@])\\[?-?@(${Object.keys(kinds).join('|')})-([\\w-]{1,100})\\]?`,
    'dg',
  ),
  isProtected: true,
  replace: ({ match: [, kind = '', name = ''] }) =>
    makeLink(`#${kind}-${name}`, kinds[kind] as string),
}

const shortcodes: Syntax = {
  name: 'shortcode of Quarto',
  start: /(?<!\{)\{\{</,
  isReadInTags: true,
  readTag: hugoShortcodes.readTag as NonNullable<Syntax['readTag']>,
}

/** https://quarto.org/docs/authoring/includes.html */
const includedFiles: TagConstruct = tagConstruct(shortcodes, {
  name: 'file that is shown',
  input: '{{< include guide/setup.md >}}',
  becomes: '# Setup\n\nSet up.',
  names: ['include'],
  replace({ kind, words: [address], isBlock, line }, context) {
    if (kind === 'pair' || address === undefined) return undefined
    const parts = includedFile({ address, isPasted: true }, line, context) ?? []
    return isBlock ? { block: [parts] } : { inline: parts }
  },
})

/** https://quarto.org/docs/authoring/variables.html */
const values: TagConstruct = tagConstruct(shortcodes, {
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
  code: (code, context) =>
    changedCode(code, (text) =>
      text.replace(
        valueInCode,
        (match, name: string, key: string) => findValue(name, key, context) ?? match,
      ),
    ),
}

const marks: TagConstruct = tagConstruct(shortcodes, {
  name: 'video, key or icon',
  input: '{{< video https://example.org/film title="A film" >}}',
  becomes: '[A film](https://example.org/film)',
  names: ['video', 'kbd', 'fa', 'bi', 'iconify', 'pagebreak'],
  replace(shortcode, context) {
    const { name, pairs, words } = shortcode
    if (name === 'kbd') {
      const keys = words.length > 0 ? words.join(' ') : [...new Set(pairs.values())].join(' / ')
      return { inline: makeElement('kbd', [makeText(keys)]) }
    }
    return name === 'video' ? asVideo(shortcode, context) : { inline: '' }
  },
})

const otherShortcodes: TagConstruct = tagConstruct(shortcodes, {
  name: 'any other shortcode',
  input: '{{< lead title="More" >}}\nSome words.\n{{< /lead >}}',
  becomes: '**More**\n\nSome words.',
  replace: (shortcode, context) => leaveTag(shortcode, `{{< ${shortcode.name} >}}`, context),
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
  gridTables,
  references,
  inlineFootnotes,
  attributedWords,
  namedFormulas,
  pandocAttributeLists,
]

export const quartoCode: Partial<CodeRules> = { markdownTags: [anyTag], hasBracedInfo: true }
