/** Constructs of MyST, Sphinx and common extensions. @module */
import { splitLines } from '../../../convert/code/line-reader.ts'
import { asTable, asText } from '../../navigation/yaml-value.ts'
import {
  alertTitle,
  codeInfo,
  makeAlert,
  makeCode,
  makeDetails,
  makeTab,
} from '../parts/make-parts.ts'
import type { Part } from '../parts/part.ts'
import type { Context, IncludedFile, PartConstruct, TagConstruct } from '../parts/part-construct.ts'
import { singleTags } from '../parts/syntax.ts'
import { attributedWords, attributeLists } from '../shared/attribute-lists.ts'
import { codeGroup } from '../shared/code.ts'
import { languageOf, rangeOf, withoutBlankEnds } from '../shared/file-parts.ts'
import { frontMatterFields } from '../shared/front-matter.ts'
import { labelledFormulas, namedFormulas } from '../shared/words.ts'
import { mystBlocks, mystOthers } from './blocks.ts'
import {
  type Directive,
  directiveConstruct,
  linesInContainer,
  mystContainers,
} from './directive.ts'
import { mystAutolinks, mystLinks, mystTargets } from './places.ts'
import { mystRoles } from './roles.ts'
import { mystTables } from './tables.ts'

/** https://myst-parser.readthedocs.io/en/latest/syntax/organising_content.html */
const mystIncludedFiles: TagConstruct = directiveConstruct({
  name: 'file that is shown, or some lines of it',
  input: '```{literalinclude} notes.md\n:lines: 2-3\n```',
  becomes: '```md\ntwo\nthree\n```',
  names: ['include', 'literalinclude'],
  shows: [
    'caption',
    'filename',
    'language',
    'code',
    'literal',
    'lines',
    'start-line',
    'end-line',
    'start-after',
    'start-at',
    'end-before',
    'end-at',
    'diff',
    'pyobject',
  ],
  replace(directive, context) {
    const { argument, line } = directive
    if (argument === '') return undefined
    const parts = context.include(
      {
        address: argument,
        rebase: (address) => context.findUid(address) !== undefined,
        choose: (file) => chosenOf(file, directive),
      },
      line,
    )
    return [parts]
  },
})

function chosenOf(
  file: IncludedFile,
  { name, options, line }: Directive,
): string | readonly Part[] | undefined {
  const text = partOf(file.text.replace(/\r?\n$/, ''), options)
  if (text === undefined) return undefined
  const ending = languageOf(file.path)
  const isCode =
    name === 'literalinclude' || options.has('code') || options.has('literal') || ending === 'rst'
  if (!isCode) return withoutBlankEnds(text)
  const language = options.get('language') || options.get('code') || ending
  return [makeCode(codeInfo(language, options.get('caption')), splitLines(text), line)]
}

/** Options that cut a file at a text. */
const cuts: Readonly<Record<string, (part: string, at: number, end: number) => string>> = {
  'start-after': (part, _at, end) => part.slice(end),
  'start-at': (part, at) => part.slice(part.lastIndexOf('\n', at) + 1),
  'end-before': (part, at) => part.slice(0, at),
  'end-at': (part, _at, end) => part.slice(0, end),
}

/** Select the part of a file that options name; undefined when a text is missing. */
function partOf(text: string, options: Directive['options']): string | undefined {
  let part = text
  for (const [name, cut] of Object.entries(cuts)) {
    const mark = options.get(name)
    if (mark === undefined) continue
    const at = part.indexOf(mark)
    if (at === -1) return undefined
    part = cut(part, at, at + mark.length)
  }
  const texts = splitLines(part)
  const from = Number(options.get('start-line') ?? 0)
  const to = Number(options.get('end-line') ?? texts.length)
  const selectedLines =
    Number.isInteger(from) && Number.isInteger(to) ? texts.slice(from, to) : texts
  const ranges = options.get('lines')?.split(',').slice(0, 100)
  return (ranges?.flatMap((range) => rangeOf(selectedLines, range)) ?? selectedLines).join('\n')
}

/** A comment is named by its mark; the end of a block has no name. */
const lineMarks = singleTags(
  'comment',
  /(?<=(?<![^\n])[ \t>]*)(?:%|\+{3})/,
  /(%)(?!%).*|\+{3,}[ \t]*(?:\{.*\}[ \t]*)?(?=\n|$)/,
)

/** https://myst-parser.readthedocs.io/en/latest/syntax/typography.html#comments */
const mystComments: TagConstruct = {
  name: 'comment, or end of a block',
  input: 'Some words.\n% not sure\n\n+++ {"part": "abstract"}\n\nMore.',
  becomes: 'Some words.\n\n\n\n\n\nMore.',
  syntax: lineMarks,
  tag: ({ name }) => (name === '%' ? { block: [] } : { inline: '' }),
}

const value = /\{\{(?:-?\s{0,20}([A-Za-z_][\w.-]{0,100}?)\s{0,20}-?|[^{}\n]{1,500})\}\}/

/** The tag's name is that of the value; empty for other templates. */
const templates = singleTags('template', /\{\{/, value, { isReadInTags: true })

/** Each value costs this many characters, because nested values can grow exponentially. */
const valueCost = 256

/** https://myst-parser.readthedocs.io/en/latest/syntax/optional.html#substitutions-with-jinja2 */
const mystValues: TagConstruct = {
  name: 'value of the site or of the page; any other template is shown',
  input: 'Version {{ version }}, {{ version | upper }}.',
  becomes: 'Version v1.2, {{ version | upper }}.',
  tells: 'template-shown {{ version | upper }}',
  syntax: templates,
  tag({ name, opening, before, line }, context) {
    const words = name === '' ? undefined : substitution(name, context)
    const isBlock = words?.includes('\n') === true
    // A table row must stay on one line.
    const isFitting = !isBlock || !/^[\s>]*\|/.test(before)
    if (words === undefined || !isFitting || !context.take(words.length + valueCost, line)) {
      context.leaveTemplate(opening, line)
      return undefined
    }
    const parts = context.read(words.trim(), line)
    return isBlock ? { block: [parts] } : { inline: parts }
  },
}

function substitution(name: string, context: Context): string | undefined {
  return (
    substitutionOf(name, context) ??
    context.variable(`myst_substitutions.${name}`) ??
    context.variable(name)
  )
}

/** Front matter has `myst: { substitutions: … }`, for mystmd without `myst`. */
function substitutionOf(name: string, { document }: Context): string | undefined {
  const { myst, substitutions } = asTable(frontMatterFields(document))
  const values = asTable(myst === undefined ? substitutions : asTable(myst).substitutions)
  return Object.hasOwn(values, name) ? asText(values[name]) : undefined
}

/** https://myst-parser.readthedocs.io/en/latest/syntax/admonitions.html */
const mystClasses: TagConstruct = {
  name: 'container with a class: what it holds',
  input: ':::bg-primary\nSome words.\n:::',
  becomes: 'Some words.',
  syntax: mystContainers,
  tag(tag, context) {
    const content = context.readCode(linesInContainer(tag))
    if (/^\{?\.?[A-Za-z][\w-]*\}?$/.test(tag.attributes.trim())) return { block: [content] }
    const [first = ''] = tag.opening.split('\n')
    const [end = ''] = /(?<=\n[\s>]*):+[ \t]*$/.exec(tag.opening) ?? []
    return { block: [first, content, end] }
  },
}

const kinds = [
  'attention',
  'caution',
  'danger',
  'error',
  'hint',
  'important',
  'note',
  'seealso',
  'tip',
  'warning',
  'todo',
]

const mystNotes: TagConstruct = directiveConstruct({
  name: 'note',
  input:
    ':::{admonition} Take care\n:class: warning\nIt is **hot**.\n:::\n\n```{note .wide}\nSome words.\n```',
  becomes: '> [!WARNING] Take care\n> It is **hot**.\n\n> [!NOTE]\n> Some words.',
  names: ['admonition', ...kinds],
  replace(directive, context) {
    const { name, argument, options, line, lines } = directive
    const isAdmonition = name === 'admonition'
    const classNames = (options.get('class') ?? '').split(/\s+/)
    const kind = isAdmonition ? (classNames.find((word) => kinds.includes(word)) ?? 'note') : name
    const title = isAdmonition ? context.readWords(argument, line) : undefined
    // Only `admonition` has a title; elsewhere the argument begins the text.
    const content = isAdmonition ? context.readCode(lines) : withArgument(directive, context)
    if (classNames.includes('dropdown') || classNames.includes('toggle'))
      return [makeDetails(title ?? alertTitle(kind), content, line)]
    return [makeAlert(kind, title, content, line)]
  },
})

function withArgument({ argument, lines, line }: Directive, context: Context): readonly Part[] {
  const first = { prefix: '', text: argument, line }
  return context.readCode(argument === '' ? lines : [first, ...lines])
}

const versions: Readonly<Record<string, string>> = {
  versionadded: 'Added in version',
  versionchanged: 'Changed in version',
  versionremoved: 'Removed in version',
  deprecated: 'Deprecated since version',
}

/** https://www.sphinx-doc.org/en/master/usage/restructuredtext/directives.html */
const mystVersions: TagConstruct = directiveConstruct({
  name: 'version',
  input: '```{versionadded} 1.2\nA new rule.\n```',
  becomes: '**Added in version 1.2:**\n\nA new rule.',
  names: Object.keys(versions),
  replace({ name, argument, lines, line }, context) {
    const [number = '', ...words] = argument.split(/\s+/)
    const title = words.join(' ')
    const isAlone = title === '' && lines.length === 0
    const head = `**${versions[name]} ${number}${isAlone ? '' : ':'}**`
    return [context.read(`${head} ${title}`.trim(), line), context.readCode(lines)]
  },
})

const mystTabs: TagConstruct = directiveConstruct({
  name: 'tabs',
  input: '::::{tab-set}\n:::{tab-item} npm\nUse **npm**.\n:::\n::::',
  becomes: '<details name=tabs><summary>npm</summary>\n\nUse **npm**.\n\n</details>',
  names: [
    ...['tab-set', 'tabs', 'tab-item', 'tab', 'group-tab', 'dropdown', 'details', 'toggle'],
    ...['tab-set-code', 'code-group'],
  ],
  shows: ['title'],
  replace({ name, argument, options, lines, line }, context) {
    const content = context.readCode(lines)
    if (name === 'tab-set' || name === 'tabs') return [content]
    if (name === 'tab-set-code' || name === 'code-group') return [codeGroup(content)]
    const words = argument || (options.get('label') ?? options.get('title') ?? '')
    const label = context.readWords(words, line)
    const make = name.includes('tab') ? makeTab : makeDetails
    return [make(label, content, line)]
  },
})

export const mystConstructs: readonly PartConstruct[] = [
  mystIncludedFiles,
  ...mystBlocks,
  mystTables,
  mystVersions,
  mystNotes,
  mystTabs,
  mystOthers,
  mystClasses,
  mystValues,
  mystComments,
  mystRoles,
  mystLinks,
  mystAutolinks,
  attributedWords,
  namedFormulas,
  labelledFormulas,
  attributeLists,
  mystTargets,
]
