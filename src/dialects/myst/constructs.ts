/** What MyST knows beyond Markdown, with the directives of Sphinx and of its common extensions. @module */
import { alertAround, nameInWords } from '../alert.ts'
import type { Construct } from '../construct.ts'
import { detailsAround } from '../details.ts'
import type { Line } from '../line.ts'
import { mkdocsAttributeLists } from '../mkdocs/attribute-lists.ts'
import { mystBlockAttributes } from './block-attributes.ts'
import {
  mystButtons,
  mystCards,
  mystCode,
  mystCodeTabs,
  mystHeads,
  mystHolders,
  mystImages,
  mystLineBlocks,
  mystOthers,
  mystProofs,
  mystSilent,
} from './blocks.ts'
import { type Directive, directiveConstruct, mystFences } from './directive.ts'
import { mystIncludedFiles } from './included-files.ts'
import { mystComments, mystContainers, mystFields, mystSpans, mystValues } from './marks.ts'
import { mystLinks, mystRoles, mystTargets } from './roles.ts'
import { mystListTables, mystTables } from './tables.ts'

const kinds = [
  ...['attention', 'caution', 'danger', 'error', 'hint', 'important', 'note', 'seealso', 'tip'],
  ...['warning', 'todo'],
]
const classes: Readonly<Record<string, string>> = { seealso: 'note', todo: 'note' }

/** https://myst-parser.readthedocs.io/en/latest/syntax/admonitions.html */
const mystNotes: Construct = directiveConstruct({
  name: 'note',
  written: ':::{admonition} Take care\n:class: warning\nIt is **hot**.\n:::',
  becomes: '> [!WARNING] Take care\n> It is **hot**.',
  names: ['admonition', ...kinds],
  replace(directive) {
    const { name, argument, options, line } = directive
    const isTitled = name === 'admonition'
    const said = (options.get('class') ?? '').split(/\s+/)
    const kind = isTitled ? (said.find((one) => kinds.includes(one)) ?? 'note') : name
    const title = isTitled ? argument : undefined
    // The other notes have no title: what stands there begins the text.
    const content = isTitled ? directive.content : withArgument(directive)
    const label = title ?? (classes[kind] === undefined ? undefined : wordsOf(kind))
    if (said.includes('dropdown') || said.includes('toggle')) {
      return detailsAround(label ?? wordsOf(kind), content, { line })
    }
    return alertAround(classes[kind] ?? kind, label, content, line)
  },
})

function wordsOf(kind: string): string {
  return kind === 'seealso' ? 'See also' : nameInWords(kind)
}

function withArgument({ argument, content, line }: Directive): readonly Line[] {
  return argument === '' ? content : [{ text: argument, line }, ...content]
}

const versions: Readonly<Record<string, string>> = {
  versionadded: 'Added in version',
  versionchanged: 'Changed in version',
  versionremoved: 'Removed in version',
  deprecated: 'Deprecated since version',
}

/** https://www.sphinx-doc.org/en/master/usage/restructuredtext/directives.html */
const mystVersions: Construct = directiveConstruct({
  name: 'version',
  written: '```{versionadded} 1.2\nA new rule.\n```',
  becomes: '**Added in version 1.2:** A new rule.',
  names: Object.keys(versions),
  replace({ name, argument, content }) {
    const [number = '', ...words] = argument.split(/\s+/)
    const said = words.join(' ')
    const head = `**${versions[name]} ${number}${said === '' && content.length === 0 ? '' : ':'}**`
    const [first, ...others] = content
    if (said !== '' || first === undefined) return [`${head} ${said}`.trimEnd(), '', ...content]
    return [{ ...first, text: `${head} ${first.text}` }, ...others]
  },
})

/** Of sphinx-design and of older tabs. */
const mystTabs: Construct = directiveConstruct({
  name: 'tabs',
  written: '::::{tab-set}\n:::{tab-item} npm\nUse **npm**.\n:::\n::::',
  becomes: '<details name=tabs><summary>npm</summary>\n\nUse **npm**.\n\n</details>',
  names: ['tab-set', 'tabs', 'tab-item', 'tab', 'group-tab', 'dropdown', 'details', 'toggle'],
  replace({ name, argument, options, content, line }) {
    if (name === 'tab-set' || name === 'tabs') return content
    const label = argument || (options.get('label') ?? options.get('title') ?? '')
    return detailsAround(label, content, { line, isTab: name.includes('tab') })
  },
})

/** Values and files first, then what they hold; names of places last, as others lead to them. */
export const mystConstructs: readonly Construct[] = [
  mystValues,
  mystFences,
  mystIncludedFiles,
  mystComments,
  mystRoles,
  mystLinks,
  ...[mystSilent, mystCode, mystImages, mystTables, mystListTables, mystVersions, mystNotes],
  ...[mystTabs, mystCodeTabs, mystCards, mystButtons, mystHeads, mystLineBlocks, mystProofs],
  mystHolders,
  mystOthers,
  mystContainers,
  mystSpans,
  mystFields,
  mystBlockAttributes,
  mkdocsAttributeLists,
  mystTargets,
]
