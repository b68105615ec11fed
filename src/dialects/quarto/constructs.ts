/** Constructs of Quarto: cells, divs, cross references and shortcodes. @module */

import { alertAround } from '../alert.ts'
import { readAttributes } from '../attributes.ts'
import { mapCode, mapCodeBlocks, mapFencedBlocks, openedLine, sealedAgain } from '../code-lines.ts'
import type { AnyConstruct, Construct, ReadingContext } from '../construct.ts'
import { type Container, replaceContainers } from '../containers.ts'
import { detailsAround } from '../details.ts'
import { kindsOf, type Line, mapText, replaceMatches } from '../line.ts'
import { anchorOf } from '../myst/directive.ts'
import { pageVariable } from '../page-variable.ts'
import { linkDestination, oneLine } from '../parts/words.ts'
import type { LineReplacement } from '../replace-tags.ts'
import { attributedWords, pandocAttributeLists } from '../shared/attribute-lists.ts'
import { inlineFootnotes } from '../shared/words.ts'
import {
  otherShortcodes,
  type ShortcodeNotation,
  type ShortcodeRule,
  shortcodeConstruct,
} from '../shortcodes.ts'
import type { WrittenTag } from '../tags.ts'
import { headingWords, replaceInWords } from '../words.ts'
import { gridTables } from './grid-tables.ts'
import { includedFiles } from './included-files.ts'

/** https://quarto.org/docs/computations/execution-options.html Cells are shown, not run. */
const cells: Construct = {
  name: 'cell of code',
  written: '```{python}\n#| label: fig-a\n#| echo: false\nrun()\n```',
  becomes: '```python\nrun()\n```',
  sign: /[`~]{3}\s{0,20}\{/,
  inCode: { written: '```{r, echo=FALSE}\n#| eval: true\nrun()\n```', becomes: '```r\nrun()\n```' },
  read: (lines) =>
    mapFencedBlocks(lines, ({ info, opening, code, closing }) => {
      const [, language] = /^\{([a-z]\w*)\s*(?:[,\s][^{}]*)?\}$/i.exec(info) ?? []
      const opened = openedLine(opening.text)
      if (language === undefined || opened === undefined) return [opening, ...code, ...closing]
      const marks = /^[`~]+/.exec(opened.content)?.[0] ?? ''
      const text = sealedAgain({ ...opened, content: marks + language })
      const from = code.findIndex((one) => !option.test(openedLine(one.text)?.content ?? ''))
      return [{ ...opening, text }, ...code.slice(from === -1 ? code.length : from), ...closing]
    }),
}

const option = /^\s*(?:#|\/\/|%%|--)\|/

/** https://quarto.org/docs/authoring/markdown-basics.html#raw-content */
const raw: Construct = {
  name: 'HTML that is shown as such; what is for other formats is left out',
  written: '```{=html}\n<b>Some words.</b>\n```\n\n```{=latex}\n\\newpage\n```',
  becomes: '<b>Some words.</b>\n',
  sign: /[`~]{3}\s{0,20}\{=/,
  inCode: { written: '```{=html}\n<b>Some words.</b>\n```', becomes: '<b>Some words.</b>' },
  read: (lines) =>
    mapFencedBlocks(lines, ({ info, opening, code, closing }) => {
      const [, format] = /^\{=([a-z]+)\}$/i.exec(info) ?? []
      if (format === undefined) return [opening, ...code, ...closing]
      if (!/^html\d?$/i.test(format)) return []
      return code.flatMap(({ text, line }) => {
        const { prefix = '', content = '' } = openedLine(text) ?? {}
        const html = content.trim()
        return html === '' ? [] : [{ text: prefix.replace(/[^\s>]/g, '') + html, line }]
      })
    }),
}

const image = /!\[([^\][]{0,1000})\]\(([^()\s"]{1,1000})\)\{([^{}\n]{1,2000})\}/g

/** https://quarto.org/docs/authoring/figures.html */
const images: Construct = {
  name: 'image with a name, or words for those who do not see it',
  written: '![Ours](images/logo.png){#fig-logo fig-alt="A logo" width=200}',
  becomes: '<a id="fig-logo"></a>![A logo](images/logo.png "Ours"){width=200}',
  sign: /\)\{/,
  read: (lines) =>
    mapText(lines, (text) =>
      text.replace(image, (written: string, caption: string, address: string, said: string) => {
        const [, double, single] =
          /\bfig-alt=(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')/.exec(said) ?? []
        const alt = (double ?? single)?.replace(/\\(["'\\])/g, '$1').replace(/[[\]\\]/g, '\\$&')
        const [, id] = /(?:^|\s)#([\w-]+)/.exec(said) ?? []
        const [size = ''] = /\bwidth="?\d{1,5}(?:px|%)?/.exec(said) ?? []
        if (alt === undefined && id === undefined) return written
        const title =
          alt === undefined || caption === '' ? '' : ` "${caption.replaceAll('"', "'")}"`
        const shown = `![${alt ?? caption}](${address}${title})`
        return (
          (id === undefined ? '' : anchorOf(id)) +
          shown +
          (size === '' ? '' : `{${size.replace('"', '')}}`)
        )
      }),
    ),
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

/** https://quarto.org/docs/authoring/cross-references.html Quarto's numbers are not known. */
const references: Construct = {
  name: 'cross reference',
  written: 'See @fig-logo and [-@sec-start].',
  becomes: 'See [Figure](#fig-logo) and [Section](#sec-start).',
  sign: /@[a-z]{2,3}-/,
  read: (lines) =>
    replaceInWords(lines, '@', reference, ([, kind = '', name = '']) => {
      return `[${kinds[kind]}](#${kind}-${name})`
    }),
}

const reference = new RegExp(
  `(?<![\\w@])\\[?-?@(${Object.keys(kinds).join('|')})-([\\w-]{1,100})\\]?`,
  'g',
)

const shortcode =
  /^\{\{([<%])\s*(?:(\/)\s*)?([A-Za-z_][\w./-]*)((?:[^>%"`{]|\{(?!\{)|"(?:[^"\\]|\\.)*"|`[^`]*`|[>%](?!\}\}))*?)(\/?)\s*\1?[>%]\}\}/

/** Longer shortcodes are left alone. */
const maxLength = 3_000

/** https://gohugo.io/content-management/shortcodes/#notation */
const hugoNotation: ShortcodeNotation = {
  sign: (names) => new RegExp(`\\{\\{[<%]\\s{0,100}(?:${names})[\\s/>%]`),
  readAttributes,
  tags: {
    start: /\{\{[<%]/g,
    readTag(source, at): WrittenTag | undefined {
      const [written, , closes, name = '', attributes = '', single] =
        shortcode.exec(source.slice(at, at + maxLength)) ?? []
      if (written === undefined) return undefined
      const kind = closes ? 'close' : single ? 'single' : 'open'
      return { kind, name, attributes: attributes.trim(), end: at + written.length }
    },
  },
}

type EscapeRule = Pick<Construct, 'written' | 'becomes' | 'sign' | 'inCode'> & {
  /** Groups: the opening marks, the content, the closing marks; with the flag `g`. */
  readonly escaped: RegExp
}

/** Make a construct for escaped shortcodes. It runs last, and its output matches no shortcode. */
function escapeConstruct({ escaped, ...texts }: EscapeRule): Construct {
  return {
    name: 'shortcode that is shown',
    ...texts,
    read(lines) {
      const inText = mapText(lines, (text) =>
        replaceMatches(text, escaped, (found) => `&#123;${bare(found).slice(1)}`),
      )
      const inSpans = mapCode(inText, (code, kind) =>
        kind === 'span' ? replaceMatches(code, escaped, bare) : code,
      )
      return mapCodeBlocks(inSpans, (code) => replaceMatches(code, escaped, bare))
    },
  }
}

function bare([, open, words, close]: readonly string[]): string {
  return `${open}${words}${close}`
}

const notation: ShortcodeNotation = {
  ...hugoNotation,
  tags: { ...hugoNotation.tags, start: /(?<!\{)\{\{</g },
}

const escapes: Construct = escapeConstruct({
  written: 'Write {{{< version >}}} here.',
  becomes: 'Write &#123;{< version >}} here.',
  sign: /\{\{\{</,
  inCode: { written: '`{{{< version >}}}`', becomes: '`{{< version >}}`' },
  escaped: /\{(\{\{<)((?:(?!\{\{\{<).){0,1000}?)(>\}\})\}/gs,
})

/** https://quarto.org/docs/authoring/variables.html */
const values: ShortcodeRule = {
  name: 'value of the site or of the page',
  written: 'Version {{< var version >}}.',
  becomes: 'Version v1.2.',
  names: ['var', 'meta'],
  replace({ name, words: [key = ''], document }, context) {
    const value = foundValue(name, key, document, context)
    return value === undefined ? undefined : { inline: value }
  },
}

function foundValue(
  name: string,
  key: string,
  document: readonly Line[],
  context: ReadingContext,
): string | undefined {
  const own = name === 'meta' ? pageVariable(document, key) || context.inherited(key) : undefined
  return own || context.variable(key)
}

const valueInCode = /(?<!\{)\{\{<\s*(var|meta)\s+([\w.-]{1,100})\s*>\}\}/g

const valuesInCode: Construct = {
  name: 'value in code',
  written: '`a {{< var version >}}`',
  becomes: '`a v1.2`',
  sign: /\{\{<\s*(?:var|meta)\s/,
  inCode: { written: '`a {{< var version >}}`', becomes: '`a v1.2`' },
  read: (lines, context) =>
    mapCode(lines, (code) =>
      code.replace(valueInCode, (written: string, name: string, key: string) => {
        return foundValue(name, key, lines, context) ?? written
      }),
    ),
}

/** Icons and page breaks are dropped. */
const marks: ShortcodeRule = {
  name: 'video, key or icon',
  written: '{{< video https://example.org/film title="A film" >}}',
  becomes: '[A film](https://example.org/film)',
  names: ['video', 'kbd', 'fa', 'bi', 'iconify', 'pagebreak'],
  replace({ name, named: said, words }) {
    const [first] = words
    if (name === 'kbd') {
      const keys = words.length > 0 ? words.join(' ') : [...new Set(said.values())].join(' / ')
      return { inline: `<kbd>${keys}</kbd>` }
    }
    if (name !== 'video') return { inline: '' }
    if (first === undefined) return undefined
    return { inline: `[${oneLine(said.get('title') ?? first)}](${linkDestination(first)})` }
  },
}

/** https://quarto.org/docs/authoring/callouts.html */
const quartoCallouts: Construct = {
  name: 'callout',
  written: '::: {.callout-warning title="Take care"}\nIt is **hot**.\n:::',
  becomes: '> [!WARNING] Take care\n> It is **hot**.',
  sign: /[.\s:]callout-/,
  read: (lines) =>
    replaceDivs(lines, ({ written, content, line }) => {
      const [, kind] = /(?:\.|^)callout-([a-z]+)/.exec(written.trim()) ?? []
      if (kind === undefined) return undefined
      const { heading, rest } = withoutHeading(content)
      const title = /\btitle="([^"]*)"/.exec(written)?.[1] ?? heading
      const block = /\bcollapse="?\w/.test(written)
        ? detailsAround(title ?? kind, rest, { line })
        : alertAround(kind, title, rest, line)
      return { block: named(written, block) }
    }),
}

function withoutHeading(content: readonly Line[]): {
  readonly heading: string | undefined
  readonly rest: readonly Line[]
} {
  const heading = headingWords(content[0]?.text ?? '')
  return { heading, rest: heading === undefined ? content : content.slice(1) }
}

function named(written: string, block: readonly (Line | string)[]): readonly (Line | string)[] {
  const [, id] = /#([\w-]+)/.exec(written) ?? []
  return id === undefined ? block : [anchorOf(id), '', ...block]
}

/** https://quarto.org/docs/output-formats/html-basics.html#tabsets */
const quartoTabs: Construct = {
  name: 'tabs',
  written: '::: {.panel-tabset}\n## npm\nUse **npm**.\n:::',
  becomes: '<details name=tabs><summary>npm</summary>\n\nUse **npm**.\n\n</details>',
  sign: /\.panel-tabset/,
  read: (lines) =>
    replaceDivs(lines, ({ written, content }) =>
      written.includes('.panel-tabset') ? { block: tabsIn(content) } : undefined,
    ),
}

function tabsIn(content: readonly Line[]): readonly Line[] {
  const kinds = kindsOf(content)
  const level = /^#{1,6}(?= )/.exec(content[0]?.text ?? '')?.[0]
  if (level === undefined) return content
  const starts = content.flatMap(({ text }, index) =>
    kinds[index] === 'text' && text.startsWith(`${level} `) ? [index] : [],
  )
  return starts.flatMap((start, index) => {
    const { text, line } = content[start] as Line
    const inside = content.slice(start + 1, starts[index + 1])
    return detailsAround(headingWords(text) ?? '', inside, { line, isTab: true })
  })
}

const quartoDivs: Construct = {
  name: 'part of a page',
  written: '::: {#tbl-a .column-margin}\nSome words.\n:::',
  becomes: '<a id="tbl-a"></a>\n\nSome words.',
  sign: /:::/,
  read(lines, context) {
    const read = replaceDivs(lines, ({ written, content }) => ({
      block: named(written, content),
    }))
    for (const { text, line } of read) {
      if (endOfNone.test(text)) context.notice('syntax-shown', ':::', line)
    }
    return read
  },
}

const endOfNone = /^[\s>]{0,100}:{3,}\s*$/

/** https://pandoc.org/MANUAL.html#divs-and-spans */
function replaceDivs(
  lines: readonly Line[],
  replace: (div: Container) => LineReplacement,
): readonly Line[] {
  return replaceContainers(lines, replace, { mayEndShort: true })
}

export const quartoConstructs: readonly AnyConstruct[] = [
  includedFiles,
  gridTables,
  raw,
  cells,
  valuesInCode,
  ...[values, marks].map((rule) => shortcodeConstruct(rule, notation)),
  otherShortcodes(
    {
      written: '{{< lead title="More" >}}\nSome words.\n{{< /lead >}}',
      sign: /\{\{</,
      show: (name) => `{{< ${name} >}}`,
    },
    notation,
  ),
  images,
  quartoCallouts,
  quartoTabs,
  quartoDivs,
  references,
  inlineFootnotes,
  attributedWords,
  pandocAttributeLists,
  escapes,
]
