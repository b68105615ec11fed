/** What MyST knows beyond Markdown, with the directives of Sphinx and of its common extensions. @module */
import { alertAround, nameInWords } from '../alert.ts'
import type { Construct, ReadingContext } from '../construct.ts'
import { detailsAround } from '../details.ts'
import { kindsOf, type Line } from '../line.ts'
import { mkdocsAttributeLists } from '../mkdocs/attribute-lists.ts'
import {
  mystButtons,
  mystCards,
  mystCode,
  mystCodeTabs,
  mystHeads,
  mystHolders,
  mystImages,
  mystOthers,
  mystProofs,
  mystSilent,
} from './blocks.ts'
import { type Directive, directiveConstruct, mystFences } from './directive.ts'
import { mystIncludedFiles } from './included-files.ts'
import { mystComments, mystContainers, mystFields, mystSpans, mystValues } from './marks.ts'
import { mystLinks, mystRoles, mystTargets } from './roles.ts'

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

/** https://myst-parser.readthedocs.io/en/latest/syntax/tables.html */
const mystTables: Construct = directiveConstruct({
  name: 'table with a caption, or of values between commas',
  written: '```{csv-table} Sizes\n:header: Name, Size\n"a, b", 1\n```',
  becomes: '**Sizes**\n\n| Name | Size |\n| --- | --- |\n| a, b | 1 |',
  names: ['table', 'csv-table'],
  replace(directive, context) {
    const { name, content } = directive
    if (name === 'table') return [...captionOf(directive), ...content]
    return [...captionOf(directive), ...csvTable(directive, context)]
  },
})

function captionOf({ argument }: Directive): readonly string[] {
  return argument === '' ? [] : [`**${argument}**`, '']
}

function csvTable({ options, code, line }: Directive, context: ReadingContext): readonly string[] {
  const file = options.get('file')
  const text =
    file === undefined
      ? code.map((one) => one.text).join('\n')
      : (context.readInclude(file, line)?.text ?? '')
  const mark = options.get('delim') ?? ','
  const rows = [options.get('header') ?? '', text].flatMap((one) => valuesIn(one, mark))
  const count = Number(options.get('header-rows') ?? 0)
  return tableOf(rows, options.has('header') || count > 0)
}

/** Rows with something in them. A quote in quotes is written twice. */
function valuesIn(text: string, mark: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const value = /\s*(?:"((?:[^"]|"")*)"|([^\n]*?))[ \t]*(,|\n|$)/gy
  const separator = mark.length === 1 ? mark : mark === 'tab' ? '\t' : ','
  const source = separator === ',' ? text : text.replaceAll(separator, ',')
  for (const [, quoted, bare = '', end] of source.matchAll(value)) {
    row.push(quoted?.replaceAll('""', '"') ?? bare)
    if (end === ',') continue
    if (row.some((one) => one !== '')) rows.push(row)
    row = []
  }
  return rows
}

const rowStart = /^[*+-](\s+)[*+-](?:\s+|$)/
const cellStart = /^(\s+)[*+-](?:\s+|$)/

/** A cell that holds more than words leaves the list as it is. */
const mystListTables: Construct = directiveConstruct({
  name: 'table of lists',
  written: ':::{list-table} Sizes\n:header-rows: 1\n* - Name\n  - Size\n* - a\n  - 1\n:::',
  becomes: '**Sizes**\n\n| Name | Size |\n| --- | --- |\n| a | 1 |',
  names: ['list-table', 'flat-table'],
  replace(directive) {
    const { content, options } = directive
    const rows = rowsIn(content)
    if (rows === undefined) return [...captionOf(directive), ...content]
    const hasHeader = Number(options.get('header-rows') ?? 0) > 0
    return [...captionOf(directive), ...tableOf(rows, hasHeader)]
  },
})

function rowsIn(content: readonly Line[]): string[][] | undefined {
  if (content.length === 0 || kindsOf(content).some((kind) => kind !== 'text')) return undefined
  const rows: string[][] = []
  // Where the cells of the row begin.
  let column = 0
  for (const { text } of content) {
    const row = rows.at(-1)
    const [mark, space = ''] = rowStart.exec(text) ?? []
    const [item = '', indent = ''] = (row && cellStart.exec(text)) || []
    if (mark !== undefined) {
      column = 1 + space.length
      rows.push([text.slice(mark.length).trim()])
    } else if (item !== '' && indent.length <= column) {
      row?.push(text.slice(item.length).trim())
    } else {
      const words = text.trim()
      const isBlock = /^(?:[*+-]|\d{1,9}[.)]|>|#{1,6}|:{3,}|\|)(?:\s|$)/.test(words)
      if (row === undefined || isBlock) return undefined
      const cell = row.pop() ?? ''
      row.push(words === '' ? `${cell}\n` : `${cell} ${words}`)
    }
  }
  return rows
}

function tableOf(rows: readonly (readonly string[])[], hasHeader: boolean): readonly string[] {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 1)
  const all = hasHeader ? rows : [[], ...rows]
  const [head = '', ...others] = all.map((row) => {
    const cells = Array.from({ length: width }, (_, index) => cellOf(row[index] ?? ''))
    return `| ${cells.join(' | ')} |`
  })
  return [head, `|${' --- |'.repeat(width)}`, ...others]
}

function cellOf(words: string): string {
  const lines = words.trim().split(/\s*\n\s*/)
  return lines.join('<br><br>').replace(/(?<!\\)\|/g, '\\|')
}

/** Values and files first, then what they hold; names of places last, as others lead to them. */
export const mystConstructs: readonly Construct[] = [
  mystValues,
  mystFences,
  mystIncludedFiles,
  mystComments,
  mystRoles,
  mystLinks,
  ...[mystSilent, mystCode, mystImages, mystTables, mystListTables, mystVersions, mystNotes],
  ...[mystTabs, mystCodeTabs, mystCards, mystButtons, mystHeads, mystProofs, mystHolders],
  mystOthers,
  mystContainers,
  mystSpans,
  mystFields,
  mkdocsAttributeLists,
  mystTargets,
]
