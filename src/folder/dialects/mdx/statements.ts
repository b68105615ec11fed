/**
 * MDX syntax for programs: comments, anchors, expressions, statements and imported files. @module
 */
import type { LineCode } from '../../../convert/code/line-code.ts'
import { onceForDocument, type Part } from '../parts/part.ts'
import type {
  Context,
  PartConstruct,
  TagConstruct,
  WordsConstruct,
} from '../parts/part-construct.ts'
import type { Syntax, SyntaxToken } from '../parts/syntax.ts'
import { componentTags, endOfBraces, literalOf, stringEnds } from '../parts/tag-syntaxes.ts'
import { tagConstruct } from '../shared/tags.ts'

const startOfStatement =
  /^(?:\s{0,100}import\s*(?:["'{*]|\w[\w$]*\s*(?:,\s*[{*]|\s+from\s*["'])|type\s+[\w{*])|\s{0,100}import\s+\w[\w$]*\s*,?\s*$|export\s+(?:const|let|var|default|function|async\s+function|class|type|interface|enum)\b|export\s*[{*])/
const importOf = /^(?:import\b[^;"']{0,5000}["'][^"'\n]{1,1000}["'];?[ \t]*)+(?:\/\/.*)?$/

const loneTag = /^\s*<[A-Z][^<>]{0,500}>\s*$/

const maxLines = 500

type JavaScriptStatement = readonly [from: number, to: number]

function findStatements(
  lines: readonly string[],
  code: readonly LineCode[],
): readonly JavaScriptStatement[] {
  const readAt = lineReader(lines)
  const statements: JavaScriptStatement[] = []
  let isBetweenBlocks = true
  for (let index = 0; index < lines.length; index += 1) {
    const text = lines[index] as string
    const isText = code[index]?.kind === 'text'
    if (isText && isBetweenBlocks && startOfStatement.test(text)) {
      const end = endOfStatement(lines, index, readAt)
      if (end !== undefined) {
        statements.push([index, end])
        index = end - 1
        continue
      }
    }
    // An included file may stand inside a component.
    isBetweenBlocks = text.trim() === '' || !isText || loneTag.test(text) || /-->\s*$/.test(text)
  }
  return statements
}

interface LineEnd {
  readonly depth: number
  readonly isInTemplate: boolean
}

type ReadLine = (index: number, isInTemplate: boolean) => LineEnd

/**
 * Many statements may look at the same line, so its end is cached, separately for template
 * literals.
 */
function lineReader(lines: readonly string[]): ReadLine {
  const ends: LineEnd[] = []
  return (index, isInTemplate) => {
    const key = 2 * index + Number(isInTemplate)
    ends[key] ??= endOfLine(lines[index] as string, isInTemplate)
    return ends[key]
  }
}

function endOfStatement(
  lines: readonly string[],
  start: number,
  readAt: ReadLine,
): number | undefined {
  const isImport = (lines[start] as string).trimStart().startsWith('import')
  let text = ''
  let depth = 0
  let isInTemplate = false
  for (let index = start; index < Math.min(lines.length, start + maxLines); index += 1) {
    const line = lines[index] as string
    if (isImport) {
      if (line.trim() === '') return undefined
      text += index === start ? line.trim() : ` ${line.trim()}`
      if (importOf.test(text)) return index + 1
      continue
    }
    const end = readAt(index, isInTemplate)
    depth += end.depth
    ;({ isInTemplate } = end)
    if (depth <= 0 && !isInTemplate && !goesOn.test(line)) return index + 1
  }
  return undefined
}

const goesOn = /(?:[=,(+:?]|=>|&&|\|\||\bdefault)\s*$/

/** Skips brackets in strings and template literals. */
function endOfLine(line: string, isInTemplate: boolean): LineEnd {
  const endOf = stringEnds(line)
  const sign = /\\.|["'`]|\/\/|[{}()[\]]/g
  const end = { depth: 0, isInTemplate }
  for (let match = sign.exec(line); match !== null; match = sign.exec(line)) {
    const [mark] = match
    if (mark === '`') end.isInTemplate = !end.isInTemplate
    else if (end.isInTemplate || mark.startsWith('\\')) continue
    else if (mark === '//') break
    else if (mark === '"' || mark === "'") sign.lastIndex = endOf(match.index) ?? sign.lastIndex
    else end.depth += /[{([]/.test(mark) ? 1 : -1
  }
  return end
}

function importedNames(text: string): [name: string, address: string][] {
  const imports = text.matchAll(/(?:^|;\s{0,100})import\s+([\w$]+)\s+from\s*["']([^"'\n]+)["']/g)
  // Markdown formatters escape `_` and `*` in addresses.
  return Array.from(imports, ([, name = '', address = '']) => [
    name,
    address.replace(/\\(?=[_*])/g, ''),
  ])
}

const maxExpression = 2_000
const maxProgram = 10_000
const maxIndentation = 100

const comment = /\{\s{0,20}\/\*(?:[^*]|\*(?!\/)){0,9990}\*\/\s*\}/y
/** Matches a variable or call, but no formula. */
const variable = /\{\s*[A-Za-z_]\w*(?:\.\w+)*(?:\([^(){}]{0,200}\))?\s*\}(?!\})/y

/** Distinguishes programs from other text in braces. */
const partOfProgram = /=>|&&|\.\w+\(|\)\s*\?/

/** Find the end of a program that begins its line and spans several, with tags in it. */
function endOfProgram(source: string, at: number): number | undefined {
  if (!/(?:^|\n)[ \t]*$/.test(source.slice(Math.max(0, at - maxIndentation), at))) return undefined
  const text = source.slice(at, at + maxProgram)
  const end = endOfBraces(text, 0)
  const isProgram = end !== -1 && partOfProgram.test(text.slice(0, end))
  return isProgram && /^[ \t]*(?:\n|$)/.test(source.slice(at + end, at + end + 100))
    ? at + end
    : undefined
}

/**
 * Expressions in braces: `comment`, `words` for a string literal, `program`, and
 * `block` for a program on its own lines.
 */
export const expressions: Syntax = {
  name: 'expression',
  start: /(?<!\\)\{/,
  readTag(source, at) {
    const token = (name: string, end: number, attributes = ''): SyntaxToken => ({
      kind: 'single',
      name,
      attributes,
      end,
    })
    comment.lastIndex = at
    if (comment.test(source)) return token('comment', comment.lastIndex)
    if (/^\{\s{0,20}["'`]/.test(source.slice(at, at + 25))) {
      const text = source.slice(at, at + maxExpression)
      const end = endOfBraces(text, 0)
      const words = end === -1 ? undefined : literalOf(text.slice(1, end - 1))
      return words === undefined ? undefined : token('words', at + end, words)
    }
    const endOfBlock = endOfProgram(source, at)
    if (endOfBlock !== undefined) return token('block', endOfBlock)
    variable.lastIndex = at
    if (/[$\w}^{]/.test(source[at - 1] ?? '') || !variable.test(source)) return undefined
    const end = variable.lastIndex
    return token('program', end, source.slice(at + 1, end - 1).trim())
  },
}

/** Heading names as in react.dev, Nextra and Fumadocs; read before other comments. */
const mdxHeadingNames: TagConstruct = {
  name: 'name of a heading',
  input: '## A heading {/*a-name*/}',
  becomes: '## A heading {#a-name}',
  syntax: expressions,
  names: new Set(['comment']),
  tag({ opening, before, endsLine }) {
    const [, name] = /^\{\s*\/\*\s*([\w.:-]+)\s*\*\/\s*\}$/.exec(opening) ?? []
    const isHeading = /^[\s>]*#{1,6}\s.*\S/.test(before)
    if (name === undefined || !isHeading || !endsLine) return undefined
    return { inline: `${/\s$/.test(before) ? '' : ' '}{#${name}}` }
  },
}

const mdxBracketNames: WordsConstruct = {
  name: 'name of a heading in brackets',
  input: '## Another [#name]',
  becomes: '## Another {#name}',
  mark: '[#',
  words: /^([\s>]*#{1,6}\s.*\S)\s*\[#([\w.:-]+)\]\s*$/dg,
  isProtected: true,
  replace: ({ match, group }) => [...group(1), { type: 'text', text: ` {#${match[2]}}` }],
}

const mdxComments: TagConstruct = {
  name: 'comment',
  input: 'Some {/* not sure */}words.',
  becomes: 'Some words.',
  syntax: expressions,
  names: new Set(['comment']),
  tag: ({ isBlock }) => (isBlock ? { block: [] } : { inline: '' }),
}

/** Other expressions stay, and are reported in `.mdx` files. */
const mdxExpressions: TagConstruct = {
  name: 'words as an expression',
  input: "A{' '}sentence {`of <words>`}.",
  becomes: 'A sentence of &lt;words>.',
  syntax: expressions,
  tag({ name, attributes, line }, context) {
    // A string shows tags as they are written.
    if (name === 'words') return { inline: attributes.replace(/<(?=[a-z/!])/gi, '&lt;') }
    if (name === 'block') {
      context.notice('syntax-left-out', '{ … }', line)
      return { block: [] }
    }
    const parameter = context.parameters.get(attributes.replace(/^props\./, ''))
    if (parameter !== undefined) return { inline: parameter }
    if (/\.mdx$/i.test(context.path)) context.notice('syntax-shown', '{ … }', line)
    return undefined
  },
}

/** Import and export statements; their attributes are the source. */
const statements: Syntax = {
  name: 'statement',
  start: /^(?:import|export)\b/m,
  findTags: ({ texts, starts, code }) =>
    findStatements(texts, code).map(([from, to]) => ({
      kind: 'single',
      name: /^\s*export/.test(texts[from] as string) ? 'export' : 'import',
      attributes: texts.slice(from, to).join(' '),
      start: starts[from] as number,
      end: (starts[to - 1] as number) + (texts[to - 1] as string).length,
    })),
}

const mdxStatements: TagConstruct = {
  name: 'statement of JavaScript',
  input: "import Chart from './chart.js'\n\nSome words.",
  becomes: 'Some words.',
  syntax: statements,
  tag: () => ({ block: [] }),
}

/** The default imports of a document with their addresses. */
export function importsOf({ document }: Pick<Context, 'document'>): ReadonlyMap<string, string> {
  return readImports(document)
}

/** Where a document imports a name twice, the first import is used. */
const readImports = onceForDocument((document) => new Map(importsIn(document).reverse()))

function importsIn(parts: readonly Part[]): [name: string, address: string][] {
  return parts.flatMap((part) => {
    if (part.type !== 'tag') return []
    return part.syntax === statements ? importedNames(part.attributes) : importsIn(part.children)
  })
}

/** https://docusaurus.io/docs/markdown-features/react#importing-markdown */
const mdxPartials: TagConstruct = tagConstruct(componentTags, {
  name: 'Markdown that is imported',
  input: "import Setup from './guide/setup.md'\n\n<Setup />",
  becomes: '# Setup\n\nSet up.',
  replace({ name, pairs: parameters, content, isBlock, line }, context) {
    const address = importsOf(context).get(name)
    const isPartial = address !== undefined && /\.mdx?$/.test(address)
    if (!isPartial || content.length > 0 || !isBlock) return undefined
    return { block: [context.include({ address, parameters, rebase: true }, line)] }
  },
})

export const programConstructs: readonly PartConstruct[] = [
  mdxPartials,
  mdxHeadingNames,
  mdxBracketNames,
  mdxComments,
  mdxExpressions,
  mdxStatements,
]
