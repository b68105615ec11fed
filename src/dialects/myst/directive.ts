/** A directive: a fence or container whose first line names it, `{note} A title`. @module */

import { plainRules } from '../../convert/code/code-rules.ts'
import { codeBetween } from '../code-block.ts'
import { mapFencedBlocks, openedLine } from '../code-lines.ts'
import type { Construct, ReadingContext } from '../construct.ts'
import { type Container, replaceContainers } from '../containers.ts'
import type { Line } from '../line.ts'
import { sealedLines, withoutBlankEnds } from '../lines-of.ts'
import { wordsToHtml } from '../parts/words.ts'
import { marks, seal, whileSealed } from '../sealed-code.ts'

export const codeNames: readonly string[] = [
  ...['code-block', 'code', 'sourcecode', 'code-cell', 'parsed-literal', 'doctest', 'prompt'],
  ...['ipython', 'testcode', 'testoutput', 'jupyter-execute', 'code-example', 'productionlist'],
]

/** Diagram directives with their code languages. */
export const diagramNames: Readonly<Record<string, string>> = {
  math: 'math',
  mermaid: 'mermaid',
  graphviz: 'dot',
  digraph: 'dot',
  graph: 'dot',
  uml: 'plantuml',
  plantuml: 'plantuml',
}

/** Directives that only configure the site. */
export const silentNames: readonly string[] = [
  ...['toctree', 'tableofcontents', 'index', 'meta', 'highlight', 'currentmodule', 'module'],
  ...['py:currentmodule', 'py:module', 'default-role', 'default-domain', 'tags', 'sectionauthor'],
  ...['codeauthor', 'role', 'testsetup', 'testcleanup', 'js:module'],
]

const textNames: ReadonlySet<string> = new Set([
  ...codeNames,
  ...Object.keys(diagramNames),
  ...silentNames,
  ...['literalinclude', 'include', 'csv-table', 'raw', 'contents', 'eval-rst', 'bibliography'],
  ...['iframe', 'youtube', 'video', 'image'],
])

export interface Directive {
  readonly name: string
  /** The first line behind the name. */
  readonly argument: string
  readonly options: ReadonlyMap<string, string>
  readonly content: readonly Line[]
  readonly code: readonly Line[]
  readonly line: number
}

interface DirectiveRule extends Pick<Construct, 'name' | 'written' | 'becomes'> {
  readonly names: readonly string[] | undefined
  /** @returns Undefined keeps the directive as written. */
  replace(directive: Directive, context: ReadingContext): readonly (Line | string)[] | undefined
}

/** Make a construct of directives. */
export function directiveConstruct({ names, replace, ...texts }: DirectiveRule): Construct {
  const own = names && new Set(names)
  return {
    ...texts,
    sign:
      own === undefined ? /:{3}\s{0,20}\{[A-Za-z]/ : new RegExp(`\\{(?:${names?.join('|')})\\}`),
    read: (lines, context) =>
      replaceContainers(lines, (container) => {
        const directive = directiveOf(container)
        if (directive === undefined || own?.has(directive.name) === false) return undefined
        const block = replace(directive, context)
        const id = idOf(directive)
        if (block === undefined) return undefined
        return { block: id === undefined ? block : [anchorOf(id), '', ...block] }
      }),
  }
}

/** The anchor of a directive: `name` in Sphinx, `label` in mystmd where it is no title. */
function idOf({ options }: Directive): string | undefined {
  const label = options.get('label')
  return options.get('name') ?? (label && /^[\w:.-]+$/.test(label) ? label : undefined)
}

export function anchorOf(id: string): string {
  return `<a id="${wordsToHtml(id).replaceAll('"', '')}"></a>`
}

const first = /^\{([A-Za-z][\w:.+-]*)\}\s*(.*)$/s

function directiveOf({ written, content, source, line }: Container): Directive | undefined {
  const [, name, argument = ''] = first.exec(written.trim()) ?? []
  if (name === undefined) return undefined
  const { options, count } = readOptions(content.map(({ text }) => text))
  const rest = withoutBlankEnds(content.slice(count))
  // The source begins with the rest of the opening line.
  const below = source.split('\n').slice(1 + count)
  const text = ['', ...below].join('\n')
  const code =
    count > 0 && below.length === 0 ? [] : codeBetween({ content: rest, source: text, line })
  const [top] = code
  const shown = top?.text.trim() === '' ? code.slice(1) : code
  return { name, argument: argument.trim(), options, content: rest, code: shown, line }
}

const option = /^:([A-Za-z][\w-]*):(?:\s+(.*))?$/
const goesOn = /^(?::\s+|\s{2,})(\S.*)$/
const field = /^([A-Za-z][\w-]*):(?:\s+(.*))?$/

function readOptions(texts: readonly string[]): {
  readonly options: ReadonlyMap<string, string>
  readonly count: number
} {
  const options = new Map<string, string>()
  const isYaml = texts[0]?.trim() === '---'
  const end = isYaml ? texts.findIndex((text, index) => index > 0 && text.trim() === '---') : -1
  if (isYaml && end === -1) return { options, count: 0 }
  let last = ''
  let count = isYaml ? 1 : 0
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
  return { options, count: isYaml ? end + 1 : count }
}

/**
 * Find the directives of a name, nested ones first.
 * @param text The raw document.
 */
export function findDirectives(text: string, name: string): readonly Directive[] {
  const linesOf = (one: string): readonly Line[] => sealedLines(one, plainRules)
  return whileSealed(() => {
    const found: Directive[] = []
    replaceContainers(openFences(linesOf(text), { linesOf }), (container) => {
      const directive = directiveOf(container)
      if (directive?.name === name) found.push(directive)
      return undefined
    })
    return found
  })
}

/** Runs first: directives in fences become containers, so that their content is read as usual. */
export const mystFences: Construct = {
  name: 'directive in a fence',
  written: '```{note}\nSome words.\n```',
  becomes: '> [!NOTE]\n> Some words.',
  sign: /[`~]{3}\s{0,20}\{[A-Za-z]/,
  inCode: { written: '```{note}\nSome words.\n```', becomes: '> [!NOTE]\n> Some words.' },
  read: (lines, context) => openFences(lines, context),
}

const maxDepth = 20

export function openFences(
  lines: readonly Line[],
  context: Pick<ReadingContext, 'linesOf'>,
  depth = 0,
): readonly Line[] {
  return mapFencedBlocks(lines, (block) => {
    const { info, opening, code, closing } = block
    const [, name] = first.exec(info) ?? []
    if (name === undefined || depth >= maxDepth) {
      return [opening, ...code, ...closing]
    }
    const prefix = (openedLine(opening.text)?.prefix ?? '').slice(0, -1)
    const later = prefix.replace(/[^\s>]/g, ' ')
    const content = contentOf(name, code, context, depth)
    const colons = ':'.repeat(1 + content.reduce(mostColons, 2))
    const last = code.at(-1) ?? opening
    return [
      { ...opening, text: `${prefix}${colons}${info}` },
      ...content.map(({ text, line }) => ({ text: (later + text).trimEnd(), line })),
      { ...last, text: later + colons },
    ]
  })
}

function contentOf(
  name: string,
  code: readonly Line[],
  context: Pick<ReadingContext, 'linesOf'>,
  depth: number,
): readonly Line[] {
  const texts = code.map(({ text }) => openedLine(text)?.content ?? '')
  const { count } = readOptions(texts)
  const numbered = (all: readonly string[], from: number): Line[] =>
    all.map((text, index) => ({ text, line: (code[from + index] as Line).line }))
  const options = numbered(texts.slice(0, count), 0)
  const below = numbered(texts.slice(count), count)
  if (textNames.has(name)) {
    return [...options, ...below.map((one) => ({ ...one, text: marks.code + seal(one.text) }))]
  }
  if (below.length === 0) return options
  const body = context
    .linesOf(below.map(({ text }) => text).join('\n'))
    .map((one, index) => ({ ...one, line: (below[index] ?? (below.at(-1) as Line)).line }))
  return [...options, ...openFences(body, context, depth + 1)]
}

function mostColons(most: number, { text }: Line): number {
  return Math.max(most, /^[\s>*+-]*(:{3,})/.exec(text)?.[1]?.length ?? 0)
}
