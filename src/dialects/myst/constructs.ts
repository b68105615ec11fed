/** Constructs of MyST, with directives of Sphinx and its common extensions. @module */

import { posix } from 'node:path'
import { append } from '../../base/append.ts'
import { splitLines } from '../../convert/code/line-reader.ts'
import { alertAround } from '../alert.ts'
import { readAttributes } from '../attributes.ts'
import { codeBlockOf, codeSpanOf } from '../code-block.ts'
import { openedLine, sealedAgain } from '../code-lines.ts'
import type { AnyConstruct, Construct, IncludedFile, ReadingContext } from '../construct.ts'
import { detailsAround } from '../details.ts'
import { type LineInclusion, readIncludes } from '../includes.ts'
import { kindOf, type Line, mapText } from '../line.ts'
import { withoutBlankEnds } from '../lines-of.ts'
import { codeInfo } from '../parts/make-parts.ts'
import { nameInWords } from '../parts/words.ts'
import { rebaseLinks } from '../rebase-links.ts'
import { attributeLists } from '../shared/attribute-lists.ts'
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
import {
  anchorOf,
  type Directive,
  directiveConstruct,
  mystFences,
  openFences,
} from './directive.ts'
import { mystComments, mystContainers, mystFields, mystSpans, mystValues } from './marks.ts'
import { mystLinks, mystRoles, mystTargets } from './roles.ts'
import { mystListTables, mystTables } from './tables.ts'

const kinds = [
  ...['attention', 'caution', 'danger', 'error', 'hint', 'important', 'note', 'seealso', 'tip'],
  ...['warning', 'todo'],
]
const classes: Readonly<Record<string, string>> = { seealso: 'note', todo: 'note' }

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
    // Other notes have no title: the argument begins their text.
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

const written = /^([\s>]*)\{([^{}\n]{1,500})\}\s*$/
const member = /^(?:[.#][\w:.+-]+|[a-z][\w-]*=(?:"[^"]*"|'[^']*'|[^\s"']\S*))(?:\s+|$)/i

/** https://myst-parser.readthedocs.io/en/latest/syntax/optional.html#block-attributes */
const mystBlockAttributes: Construct = {
  name: 'attributes above a block: places, marked lines of code, and who is quoted stay',
  written: '{#said attribution="Ada"}\n> Some words.',
  becomes: '<a id="said"></a>\n\n> Some words.\n>\n> — Ada',
  sign: /^[ \t>]*\{[^{}\n]+\}[ \t]*$/m,
  read(lines) {
    const result: Line[] = []
    for (let index = 0; index < lines.length; index += 1) {
      const one = lines[index] as Line
      const [, before = '', inside = ''] =
        (kindOf(one.text) === 'text' && written.exec(one.text)) || []
      // Only where attributes continue: scanning each line of a long paragraph to its end would be
      // quadratic.
      const end = isList(inside) ? endOfParagraph(lines, index + 1) : index + 1
      if (end === index + 1) {
        result.push(one)
        continue
      }
      const { named, words } = readAttributes(inside)
      const id = words.find((word) => word.startsWith('#'))?.slice(1)
      if (id !== undefined)
        result.push({ ...one, text: before + anchorOf(id) }, { ...one, text: before.trimEnd() })
      const block = lines.slice(index + 1, end)
      append(result, blockWith(named, block, before))
      index = end - 1
    }
    return result
  },
}

/** Matching members one by one avoids exponential backtracking. */
function isList(inside: string): boolean {
  let rest = inside.trim()
  for (let found = member.exec(rest); found !== null && rest !== ''; found = member.exec(rest)) {
    rest = rest.slice(found[0].length)
  }
  return rest === '' && inside.trim() !== ''
}

function endOfParagraph(lines: readonly Line[], start: number): number {
  if (kindOf(lines[start]?.text ?? '') === 'fence') return start + 1
  let end = start
  while ((lines[end]?.text ?? '').trim() !== '') end += 1
  return end
}

function blockWith(
  named: ReadonlyMap<string, string>,
  block: readonly Line[],
  before: string,
): readonly Line[] {
  const [first, last] = [block[0] as Line, block.at(-1) as Line]
  const opened = openedLine(first.text)
  const marked = named.get('emphasize-lines')
  if (opened !== undefined && marked !== undefined) {
    const content = codeInfo(opened.content.trimEnd(), named.get('caption'), marked)
    return [{ ...first, text: sealedAgain({ ...opened, content }) }, ...block.slice(1)]
  }
  const source = named.get('attribution')
  if (source === undefined) return block
  // Above anything but a quote the name has no place of its own, and is kept as a line of text.
  if (!first.text.startsWith('>', before.length)) {
    return [
      { ...first, text: `${before}— ${source}` },
      { ...first, text: before.trimEnd() },
      ...block,
    ]
  }
  return [...block, { ...last, text: `${before}>` }, { ...last, text: `${before}> — ${source}` }]
}

type Options = Readonly<Record<string, string>>

const names = ['include', 'literalinclude']

/** Write directives of includes on one line, so that included files may include others. */
const oneLine = directiveConstruct({
  name: '',
  written: '',
  becomes: '',
  names,
  replace: ({ name, argument, options }) => [
    `{${name} ${JSON.stringify({ ...Object.fromEntries(options), file: argument })}}`,
  ],
})

const included = /^([\s>]*(?:[-*+]\s+)?)\{((?:literal)?include) (\{"[^\n]{1,3000}\})\}\s*$/

/** https://myst-parser.readthedocs.io/en/latest/syntax/organising_content.html */
const mystIncludedFiles: Construct = {
  name: 'file that is shown, or some lines of it',
  written: '```{literalinclude} notes.md\n:lines: 2-3\n```',
  becomes: '```md\ntwo\nthree\n```',
  sign: /\{(?:literal)?include\}/,
  read: (lines, context) =>
    mapText(
      readIncludes(oneLine.read(lines, context), context, {
        find: (text) => findInclude(text, context),
      }),
      // A missing file is shown by its name.
      (text) => {
        const [, before = '', name, said = ''] = included.exec(text) ?? []
        return name === undefined
          ? text
          : before + codeSpanOf(`{${name}} ${optionsOf(said)?.file ?? ''}`.trim())
      },
    ),
}

function optionsOf(said: string): Options | undefined {
  try {
    return JSON.parse(said)
  } catch {
    return undefined
  }
}

function findInclude(text: string, context: ReadingContext): LineInclusion | undefined {
  const [, before = '', name, said = ''] = (text.includes('{') && included.exec(text)) || []
  const options = name === undefined ? undefined : optionsOf(said)
  const { file = '' } = options ?? {}
  if (options === undefined || typeof file !== 'string' || file.trim() === '') return undefined
  return {
    address: file,
    before,
    after: '',
    choose: (one) => chosen(one, { options, isCode: name === 'literalinclude' }, context),
  }
}

function chosen(
  file: IncludedFile,
  { options, isCode }: { readonly options: Options; readonly isCode: boolean },
  context: ReadingContext,
): readonly Line[] | undefined {
  const text = partOf(file.text.replace(/\r?\n$/, ''), options)
  if (text === undefined) return undefined
  const ending = posix.extname(file.path).slice(1)
  if (isCode || 'code' in options || 'literal' in options || ending === 'rst') {
    const language = options.language || options.code || ending
    return codeBlockOf(codeInfo(language, options.caption), splitLines(text), 1)
  }
  const isName = (address: string): boolean => context.findUid(address) !== undefined
  const rebased = rebaseLinks({ ...file, text }, context, isName)
  const lines = openFences(withoutBlankEnds(rebased), context)
  return oneLine.read(lines, context)
}

/** Undefined when a start or end marker is missing. */
function partOf(text: string, options: Options): string | undefined {
  let part = text
  const { lines } = options
  for (const [name, isKept] of [
    ['start-after', false],
    ['start-at', true],
  ] as const) {
    const at = options[name] === undefined ? 0 : part.indexOf(options[name])
    if (at === -1) return undefined
    if (options[name] !== undefined)
      part = isKept
        ? part.slice(part.lastIndexOf('\n', at) + 1)
        : part.slice(at + options[name].length)
  }
  for (const [name, isKept] of [
    ['end-before', false],
    ['end-at', true],
  ] as const) {
    const at = options[name] === undefined ? -1 : part.indexOf(options[name])
    if (options[name] === undefined) continue
    if (at === -1) return undefined
    part = part.slice(0, isKept ? at + options[name].length : at)
  }
  const texts = splitLines(part)
  const from = Number(options['start-line'] ?? 0)
  const to = Number(options['end-line'] ?? texts.length)
  const some = Number.isInteger(from) && Number.isInteger(to) ? texts.slice(from, to) : texts
  return (lines === undefined ? some : numbered(some, lines)).join('\n')
}

/** Choose lines by ranges such as `1,3-5,20-`. */
function numbered(texts: readonly string[], ranges: string): readonly string[] {
  return ranges
    .split(',')
    .slice(0, 100)
    .flatMap((range) => {
      const [from = '', to] = range.trim().split('-')
      const start = Math.max(1, Number(from) || 1)
      const end = to === undefined ? start : Number(to) || texts.length
      return texts.slice(start - 1, end)
    })
}

export const mystConstructs: readonly AnyConstruct[] = [
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
  attributeLists,
  mystTargets,
]
