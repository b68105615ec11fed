/** Constructs of MkDocs and Material for MkDocs. @module */
import type { CodeRules } from '../../../convert/code/code-rules.ts'
import { wikilinksToPages } from '../obsidian/obsidian.ts'
import { makeElement, makeText } from '../parts/make-parts.ts'
import type {
  CodeConstruct,
  Context,
  PartConstruct,
  RowsConstruct,
  TagConstruct,
  WordsConstruct,
} from '../parts/part-construct.ts'
import { rowText } from '../parts/sentence.ts'
import type { Syntax } from '../parts/syntax.ts'
import { wordsToHtml } from '../parts/words.ts'
import { attributeLists } from '../shared/attribute-lists.ts'
import { anyTag } from '../shared/code.ts'
import { frontMatterValue } from '../shared/front-matter.ts'
import { shownIcon } from '../shared/icons.ts'
import { rawText } from '../shared/raw-text.ts'
import { formulaBlocks, highlights, spanTags } from '../shared/words.ts'
import { blockConstructs } from './blocks.ts'
import { fileConstructs } from './included-files.ts'
import {
  mkdocsAbbreviations,
  mkdocsDefinitions,
  mkdocsDocumentedCode,
  mkdocsReferences,
} from './references.ts'

const raisedPattern = String.raw`(?<=[\p{L}\p{N})\]])MARK([\p{L}\p{N}+\-−.,()]{1,50})MARK(?![~^\p{N}])`

/** Raised words must directly follow a word, because elsewhere a tilde may mean "about". */
const mkdocsRaisedWords: WordsConstruct = {
  name: 'letters above the line',
  input: 'x^2^',
  becomes: 'x<sup>2</sup>',
  mark: '^',
  words: new RegExp(raisedPattern.replaceAll('MARK', String.raw`\^`), 'dgu'),
  isProtected: true,
  replace: ({ group }) => makeElement('sup', group(1)),
}

const mkdocsLoweredWords: WordsConstruct = {
  name: 'letters below the line',
  input: 'H~2~O',
  becomes: 'H<sub>2</sub>O',
  mark: '~',
  words: new RegExp(raisedPattern.replaceAll('MARK', '~'), 'dgu'),
  isProtected: true,
  replace: ({ group }) => makeElement('sub', group(1)),
}

/** https://squidfunk.github.io/mkdocs-material/reference/annotations/ */
const mkdocsAnnotations: WordsConstruct = {
  name: 'number of an annotation',
  input: 'Text (1)!',
  becomes: 'Text (1)',
  mark: ')!',
  words: /\((\d{1,3})\)!/dg,
  isProtected: true,
  replace: ({ match: [, number] }) => `(${number})`,
}

const mkdocsCodeLanguages: CodeConstruct = {
  name: 'code of some language within a sentence',
  input: 'The function `#!py range()`',
  becomes: 'The function `range()`',
  code(code) {
    const text = code.type === 'span' ? code.text.replace(language, '$1') : undefined
    return code.type === 'span' && text !== undefined && text !== code.text
      ? [{ ...code, text }]
      : undefined
  },
}

const language = /^(`+ ?)#![a-z][\w+-]{0,30} +(?=\S)/i

/** https://facelessuser.github.io/pymdown-extensions/extensions/keys/ */
const mkdocsKeys: WordsConstruct = {
  name: 'keys',
  input: '++ctrl+alt+del++',
  becomes: '<kbd>Ctrl</kbd>+<kbd>Alt</kbd>+<kbd>Del</kbd>',
  mark: '++',
  words:
    /(?<![+\w\\{])\+\+((?:[\w-]{1,40}|"[^"+]{1,40}")(?:\+(?:[\w-]{1,40}|"[^"+]{1,40}"))*)\+\+(?![+\w])/dg,
  isProtected: true,
  replace: ({ match: [, names = ''] }) =>
    (names.match(/"[^"]+"|[\w-]+/g) ?? []).flatMap((key, index) => [
      ...(index === 0 ? [] : [makeText('+')]),
      ...makeElement('kbd', [makeText(labelOf(key))]),
    ]),
}

const shortKeys: Readonly<Record<string, string>> = { delete: 'Del', escape: 'Esc', windows: 'Win' }

function labelOf(key: string): string {
  if (key.startsWith('"')) return wordsToHtml(key.slice(1, -1))
  const lower = key.toLowerCase()
  if (Object.hasOwn(shortKeys, lower)) return shortKeys[lower] as string
  return lower.replace(/(?:^|[-_])(\w)/g, (_, letter: string) => ` ${letter.toUpperCase()}`).trim()
}

const sets = 'material|fontawesome|octicons|simple|custom'
const shortcode = `:(?:${sets})-(?:(?:brands|solid|regular)-)?([a-z\\d][a-z\\d-]{0,80}?)(?:-(?:16|24))?:`
const icon = new RegExp(
  `(?:(?<![ \\t])|(?<=:[ \\t]{1,9}))([ \\t]*)${shortcode}([ \\t]*(?:[-–—][ \\t]+)?)`,
  'dgi',
)
/** https://squidfunk.github.io/mkdocs-material/reference/icons-emojis/ */
const mkdocsIcons: WordsConstruct = {
  name: 'icon: a sign if it has a meaning, else nothing beside words, and its name where it stands alone',
  input: '| :material-check: | :simple-docker: Docker | :fontawesome-solid-cloud-sun: |',
  becomes: '| ✓ | Docker | cloud sun |',
  mark: ':',
  words: icon,
  isProtected: true,
  replace: ({ match }) => shownIcon(match, icon),
}

const light = /(\]\([^()\s#]{1,1000})#(?:only-light|gh-light-mode-only)(?=[)\s])/g
const dark =
  /!\[[^\][]{0,500}\]\([^()\s#]{1,1000}#(?:only-dark|gh-dark-mode-only)(?:\s[^()]{0,200})?\)(?:\{[^{}]{0,200}\})?/g

/** https://squidfunk.github.io/mkdocs-material/reference/images/#light-and-dark-mode */
const mkdocsDarkImages: RowsConstruct = {
  name: 'image for dark screens: left out where there is one for light screens',
  input: '![Logo](images/logo.png#only-light) ![Logo](dark.png#only-dark)',
  becomes: '![Logo](images/logo.png) ',
  rows(rows) {
    if (!rows.some((row) => rowText(row).search(light) !== -1)) return rows
    return rows.map((row) => ({
      ...row,
      parts: row.parts.map((part) =>
        part.type === 'text' ? makeText(part.text.replace(light, '$1').replace(dark, '')) : part,
      ),
    }))
  },
}

const template =
  /\{\{(?:-?\s{0,20}([A-Za-z_][\w.]{0,100})\s{0,20}-?|[^{}\n]{1,500})\}\}|\{%(?!-?\s*include(?:-markdown)?\s+["'])[^{}%\n]{1,500}%\}/y
const rawMark = /\{%-?\s*(end)?raw\s*-?%\}/y
const laterTag = /^\{%-?\s*(?:end|el)/

/** The tag's name is the value's name, `raw` for raw marks, and empty for other templates. */
const templates: Syntax = {
  name: 'template',
  start: /\{[{%]/,
  isReadInTags: true,
  besideFence: /\{%-?\s*(?:end)?raw\s*-?%\}/,
  readTag(source, at) {
    rawMark.lastIndex = at
    const [mark, isEnd] = rawMark.exec(source) ?? []
    if (mark !== undefined)
      return { kind: isEnd ? 'close' : 'open', name: 'raw', attributes: '', end: at + mark.length }
    template.lastIndex = at
    const match = template.exec(source)
    if (match === null) return undefined
    return { kind: 'single', name: match[1] ?? '', attributes: '', end: template.lastIndex }
  },
  holdsNone: (name) => (name === 'raw' ? 'tags' : undefined),
}

/** https://mkdocs-macros-plugin.readthedocs.io/en/latest/pages/ */
const macros: TagConstruct = {
  name: 'value of the configuration or of the page, with the plugin macros; any other template is shown',
  input: 'Version {{ version }}, {{ version | upper }}.',
  becomes: 'Version v1.2, {{ version | upper }}.',
  tells: 'template-shown {{ version | upper }}',
  syntax: templates,
  tag({ kind, name, opening, line }, context) {
    if (!hasMacros(context)) return undefined
    const value = name === '' || kind !== 'single' ? undefined : valueIn(name, context)
    if (value !== undefined) return { inline: value }
    if (!laterTag.test(opening)) context.leaveTemplate(opening, line)
    return undefined
  },
}

function hasMacros({ hasMacros: isOn, document }: Context): boolean {
  return (
    isOn &&
    frontMatterValue(document, 'render_macros') !== 'false' &&
    frontMatterValue(document, 'ignore_macros') !== 'true'
  )
}

function valueIn(name: string, context: Context): string | undefined {
  const [, inPage] = /^(?:page\.(?:meta\.)?)?(\w+)$/.exec(name) ?? []
  return (inPage && frontMatterValue(context.document, inPage)) || context.variable(name)
}

/** Raw marks count only where templates are evaluated. */
const [raw, rawInCode] = rawText(templates, hasMacros)

export const mkdocsConstructs: readonly PartConstruct[] = [
  raw,
  rawInCode,
  ...fileConstructs,
  mkdocsCodeLanguages,
  macros,
  mkdocsDocumentedCode,
  ...blockConstructs,
  mkdocsReferences,
  wikilinksToPages,
  formulaBlocks,
  spanTags,
  mkdocsDefinitions,
  mkdocsDarkImages,
  attributeLists,
  mkdocsIcons,
  mkdocsKeys,
  highlights,
  mkdocsRaisedWords,
  mkdocsLoweredWords,
  mkdocsAnnotations,
  mkdocsAbbreviations,
]

export const mkdocsCode: Partial<CodeRules> = {
  blocks: [/^!!! ?[a-z]/i, /^\?\?\?\+? *(?:[a-z"]|$)/i, /^===(?:!|\+|!\+|\+!)? +"/],
  tags: [{ opening: /^<[a-z][^<>]*\smarkdown[\s>=]/i }],
  markdownTags: [anyTag],
}
