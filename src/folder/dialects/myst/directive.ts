/** Directives: a fence or container whose first line names them, `{note} A title`. @module */
import { plainRules } from '../../../convert/code/code-rules.ts'
import { makeBlock } from '../parts/make-parts.ts'
import type { Code, LineOfCode, Part, Tag } from '../parts/part.ts'
import type {
  CodeConstruct,
  Content,
  Context,
  Example,
  TagConstruct,
} from '../parts/part-construct.ts'
import { readParts } from '../parts/read-parts.ts'
import {
  type PlacedToken,
  readAttributes,
  type SourceDocument,
  type Syntax,
} from '../parts/syntax.ts'
import { makeAnchor } from '../shared/attribute-lists.ts'
import { codeInTag } from '../shared/code.ts'
import { containers } from '../shared/containers.ts'
import { otherWordsOf } from '../shared/tags.ts'

/** A container is a single tag, since only its directive defines how to read the content. */
export const mystContainers: Syntax = { name: 'directive', start: /:::/, findTags: wholeContainers }

function wholeContainers(document: SourceDocument): readonly PlacedToken[] {
  const tokens = containers.findTags?.(document) ?? []
  const ends = new Map(
    tokens.flatMap(({ kind, key, end }) => (kind === 'close' ? [[key, end]] : [])),
  )
  let last = 0
  return tokens.flatMap((token): readonly PlacedToken[] => {
    const end = token.kind === 'open' ? ends.get(token.key) : undefined
    if (end === undefined || token.start < last) return []
    last = end
    return [{ ...token, kind: 'single', end }]
  })
}

export function linesInContainer({
  opening,
  before,
  line,
  contentLine,
}: Tag): readonly LineOfCode[] {
  const texts = opening.split('\n')
  const isClosed = texts.length > 1 && /^[\s>]*:{3,}\s*$/.test(texts.at(-1) as string)
  const source = ['', ...texts.slice(1, isClosed ? -1 : undefined)].join('\n')
  return codeInTag({ content: [], source, before }).map((text, index) => ({
    prefix: '',
    text,
    // All lines of an included file have the same number.
    line: Math.min(line + 1 + index, contentLine),
  }))
}

export interface Directive {
  readonly name: string
  /** The text behind the directive's name. */
  readonly argument: string
  readonly options: ReadonlyMap<string, string>
  readonly lines: readonly LineOfCode[]
  readonly line: number
}

interface DirectiveRule extends Example {
  readonly names?: readonly string[]
  /** Options whose text the page shows. */
  readonly shows?: readonly string[]
  /** Give the replacement; undefined keeps the directive as it is. */
  replace(directive: Directive, context: Context): readonly (Content | undefined)[] | undefined
}

export function directiveConstruct({
  names,
  shows = [],
  replace,
  ...example
}: DirectiveRule): TagConstruct & CodeConstruct {
  const nameSet = names && new Set(names)
  const blockOf = (directive: Directive | undefined, context: Context): Part | undefined => {
    if (directive === undefined || nameSet?.has(directive.name) === false) return undefined
    const groups = replace(directive, context)
    if (groups === undefined) return undefined
    const { name, line } = directive
    const otherWords = otherWordsIn(directive, shows)
    if (otherWords.length > 0) context.leaveOut(`{${name}} (${otherWords.join(', ')})`, line)
    const id = idOf(directive)
    return makeBlock([id === undefined ? undefined : makeAnchor(id), ...groups], line)
  }
  return {
    ...example,
    syntax: mystContainers,
    tag(tag, context) {
      const block = blockOf(directiveIn(tag), context)
      return block && { block: [block] }
    },
    code(code, context) {
      const block = code.type === 'code' ? blockOf(directiveIn(code), context) : undefined
      return block && [block]
    },
  }
}

/** Options for style or programs. */
const silentNames = new Set([
  'name',
  'label',
  'tags',
  'figclass',
  'shadow',
  'sync',
  'octicon',
  'visible',
  'widths',
  'delim',
  'escape',
  'quote',
  'enumerator',
  'module',
  'platform',
  'subject',
  'encoding',
  'parser',
  'icon',
  'open',
])
const silentFamilies =
  /^(?:class|img|input|output|cell|kernel|execution|text|relative|child)-|-(?:type|lines)$/

/** Options with text that the page does not show. */
export function otherWordsIn(
  { options }: Directive,
  shows: readonly string[] = [],
): readonly string[] {
  return otherWordsOf(options, shows).filter(
    (name) => !silentNames.has(name) && !silentFamilies.test(name),
  )
}

/** The anchor: `name` in Sphinx, `label` in mystmd unless it is a title. */
function idOf({ options }: Directive): string | undefined {
  const label = options.get('label')
  return options.get('name') ?? (label && /^[\w:.-]+$/.test(label) ? label : undefined)
}

const first = /^\{([A-Za-z][\w:.+-]*)((?:\s[^{}\n]{0,1000})?)\}\s*(.*)$/s

export function directiveIn(part: Code | Tag): Directive | undefined {
  return part.type === 'code'
    ? directiveOf(part.info, part.lines, part.line)
    : directiveOf(part.attributes, linesInContainer(part), part.line)
}

function directiveOf(
  source: string,
  lines: readonly LineOfCode[],
  line: number,
): Directive | undefined {
  const [, name, attributes = '', argument = ''] = first.exec(source.trim()) ?? []
  if (name === undefined) return undefined
  const { options, count } = readOptions(lines.map(({ text }) => text))
  const inline = inlineOptions(attributes)
  if (inline === undefined) return undefined
  for (const [option, value] of inline) if (!options.has(option)) options.set(option, value)
  // A blank line may separate options and content.
  const rest = lines.slice(lines[count]?.text.trim() === '' ? count + 1 : count)
  return { name, argument: argument.trim(), options, lines: rest, line }
}

/** https://mystmd.org/guide/inline-options */
function inlineOptions(text: string): readonly (readonly [string, string])[] | undefined {
  const { pairs, words } = readAttributes(text)
  if (!words.every((word) => /^[.#]/.test(word))) return undefined
  const classes = words.flatMap((word) => (word.startsWith('.') ? word.slice(1) : []))
  const [id] = words.filter((word) => word.startsWith('#'))
  return [
    ...pairs,
    ...(classes.length === 0 ? [] : [['class', classes.join(' ')] as const]),
    ...(id === undefined ? [] : [['label', id.slice(1)] as const]),
  ]
}

const option = /^\s*:([A-Za-z][\w-]*):(?:\s+(.*))?$/
const goesOn = /^(?::\s+|\s{2,})(\S.*)$/
const field = /^([A-Za-z][\w-]*):(?:\s+(.*))?$/

function readOptions(texts: readonly string[]): {
  readonly options: Map<string, string>
  readonly count: number
} {
  const options = new Map<string, string>()
  const start = texts.findIndex((text) => text.trim() !== '')
  const isYaml = texts[start]?.trim() === '---'
  const end = isYaml ? texts.findIndex((text, at) => at > start && text.trim() === '---') : -1
  if (start === -1 || (isYaml && end === -1)) return { options, count: 0 }
  let last = ''
  let count = isYaml ? start + 1 : start
  for (; count < (isYaml ? end : texts.length); count += 1) {
    const text = texts[count] as string
    const [, key, value = ''] = (isYaml ? field : option).exec(text) ?? []
    const [, more] = (options.size > 0 && goesOn.exec(text)) || []
    if (key !== undefined) {
      last = key
      options.set(key, value.trim().replace(/^(["'])(.*)\1$/, '$2'))
    } else if (more !== undefined) {
      const before = (options.get(last) ?? '').replace(/^[>|]-?$/, '')
      options.set(last, `${before} ${more}`.trim())
    } else if (!isYaml) break
  }
  if (isYaml) return { options, count: end + 1 }
  return { options, count: options.size === 0 ? 0 : count }
}

const maxDepth = 20

/** Find the directives of a name, the innermost first. */
export function findDirectives(text: string, name: string, depth = 0): readonly Directive[] {
  if (depth >= maxDepth) return []
  const parts = readParts(text, { syntaxes: [mystContainers], rules: plainRules })
  return parts.flatMap((part) => {
    if (part.type !== 'code' && part.type !== 'tag') return []
    const directive = directiveIn(part)
    const lines = directive?.lines ?? (part.type === 'tag' ? linesInContainer(part) : [])
    const inside = findDirectives(lines.map((line) => line.text).join('\n'), name, depth + 1)
    return directive?.name === name ? [...inside, directive] : inside
  })
}
