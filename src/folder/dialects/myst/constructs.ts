/** Constructs of MyST, Sphinx and common extensions. @module */
import { makeAlert, makeDetails, makeTab } from '../parts/make-parts.ts'
import type { Part } from '../parts/part.ts'
import type { Context, PartConstruct, TagConstruct } from '../parts/part-construct.ts'
import { nameInWords } from '../parts/words.ts'
import { attributedWords, attributeLists } from '../shared/attribute-lists.ts'
import { codeGroup } from '../shared/code.ts'
import {
  mystButtons,
  mystCards,
  mystCode,
  mystHeads,
  mystHolders,
  mystImages,
  mystOthers,
  mystSilent,
} from './blocks.ts'
import { type Directive, directiveConstruct } from './directive.ts'
import { mystIncludedFiles } from './included-files.ts'
import { mystClasses, mystComments, mystFields, mystValues } from './marks.ts'
import { mystAutolinks, mystLinks, mystTargets } from './places.ts'
import { mystRoles } from './roles.ts'
import { mystTables } from './tables.ts'

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
const classes: Readonly<Record<string, string>> = { seealso: 'note', todo: 'note' }

const mystNotes: TagConstruct = directiveConstruct({
  name: 'note',
  input: ':::{admonition} Take care\n:class: warning\nIt is **hot**.\n:::',
  becomes: '> [!WARNING] Take care\n> It is **hot**.',
  inCode: { input: '```{note}\nSome words.\n```', becomes: '> [!NOTE]\n> Some words.' },
  names: ['admonition', ...kinds],
  replace(directive, context) {
    const { name, argument, options, line, lines } = directive
    const isAdmonition = name === 'admonition'
    const classNames = (options.get('class') ?? '').split(/\s+/)
    const kind = isAdmonition ? (classNames.find((word) => kinds.includes(word)) ?? 'note') : name
    const title = isAdmonition ? context.readWords(argument, line) : undefined
    // Only `admonition` has a title; elsewhere the argument begins the text.
    const content = isAdmonition ? context.readCode(lines) : withArgument(directive, context)
    const label = title ?? (classes[kind] === undefined ? undefined : wordsOf(kind))
    if (classNames.includes('dropdown') || classNames.includes('toggle'))
      return [makeDetails(label ?? wordsOf(kind), content, line)]
    return [makeAlert(classes[kind] ?? kind, label, content, line)]
  },
})

function wordsOf(kind: string): string {
  return kind === 'seealso' ? 'See also' : nameInWords(kind)
}

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
  becomes: '**Added in version 1.2:** A new rule.',
  names: Object.keys(versions),
  replace({ name, argument, lines, line }, context) {
    const [number = '', ...words] = argument.split(/\s+/)
    const title = words.join(' ')
    const isAlone = title === '' && lines.length === 0
    const head = `**${versions[name]} ${number}${isAlone ? '' : ':'}**`
    if (title !== '') return [context.read(`${head} ${title}`, line), context.readCode(lines)]
    const [first, ...others] = lines
    if (first === undefined || beginsBlock.test(first.text)) return [head, context.readCode(lines)]
    return [context.readCode([{ ...first, text: `${head} ${first.text.trim()}` }, ...others])]
  },
})

const beginsBlock = /^\s*(?:[-*+>|:]|#{1,6}\s|`{3}|~{3}|\d{1,9}[.)]\s|$)/

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
  mystSilent,
  mystCode,
  mystImages,
  mystTables,
  mystVersions,
  mystNotes,
  mystTabs,
  mystCards,
  mystButtons,
  mystHeads,
  mystHolders,
  mystOthers,
  mystClasses,
  mystValues,
  mystComments,
  mystRoles,
  mystLinks,
  mystAutolinks,
  attributedWords,
  mystFields,
  attributeLists,
  mystTargets,
]
