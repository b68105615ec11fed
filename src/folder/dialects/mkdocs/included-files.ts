/** Included files: snippets `--8<--`, `{% include-markdown "FILE" %}` and `{! FILE !}`. @module */
import { partsOfRows } from '../parts/part.ts'
import type {
  CodeConstruct,
  IncludedFile,
  Inclusion,
  PartConstruct,
  TagConstruct,
} from '../parts/part-construct.ts'
import {
  type Attributes,
  readAttributes,
  type Syntax,
  type SyntaxToken,
  singleTags,
} from '../parts/syntax.ts'
import { linesBetween, linesOfFile } from '../shared/file-parts.ts'
import {
  type CodeInclusion,
  codeWithFiles,
  includedAt,
  inclusionFinder,
} from '../shared/included-files.ts'

const snippet = /^([\s>]*)-+8<-+[ \t]+(?:"([^"]{1,500})"|'([^']{1,500})')[ \t]*$/
const blockMark = /^([\s>]*)-+8<-+[ \t]*$/
const sectionMark = /-+8<-+[ \t]*\[[ \t]*(start|end)[ \t]*:[ \t]*([\w-]+)[ \t]*\]/

/** A snippet as a tag: its attributes are the names of the files, one per line. */
const snippets: Syntax = {
  name: 'snippet',
  start: /-8<-/,
  findTags: ({ texts, starts, code }) =>
    snippetsIn(texts, (row) => code[row]?.kind === 'text').map((placed) => ({
      kind: 'single',
      name: 'snippet',
      attributes: placed.names.join('\n'),
      start: (starts[placed.first] as number) + placed.before.length,
      end: (starts[placed.last] as number) + (texts[placed.last] as string).length,
    })),
}

interface PlacedSnippet {
  readonly first: number
  readonly last: number
  readonly before: string
  readonly names: readonly string[]
}

/** A snippet is one line with a name, or two bare marks with a name on each line between them. */
function snippetsIn(
  texts: readonly string[],
  isRead: (row: number) => boolean,
): readonly PlacedSnippet[] {
  const placed: PlacedSnippet[] = []
  let open: Pick<PlacedSnippet, 'first' | 'before'> | undefined
  for (const [row, text] of texts.entries()) {
    if (!text.includes('8<') || !isRead(row)) continue
    const [, before = '', double, single] = snippet.exec(text) ?? []
    const name = double ?? single
    const mark = blockMark.exec(text)?.[1]
    if (name !== undefined) placed.push({ first: row, last: row, before, names: [name] })
    else if (mark !== undefined && open === undefined) open = { first: row, before: mark }
    else if (mark !== undefined && open !== undefined) {
      placed.push({ ...open, last: row, names: namesIn(texts.slice(open.first + 1, row)) })
      open = undefined
    }
  }
  return placed.sort((a, b) => a.first - b.first)
}

/** A leading semicolon disables a name. */
function namesIn(texts: readonly string[]): readonly string[] {
  return texts
    .map((text) => text.replace(/^[\s>]+/, '').trim())
    .filter((text) => /^[^;]/.test(text))
}

/** https://facelessuser.github.io/pymdown-extensions/extensions/snippets/ */
const mkdocsSnippets: TagConstruct = {
  name: 'snippet: a file, some lines of it, or a section',
  input: '--8<-- "notes.md:2:3"',
  becomes: 'two\nthree',
  syntax: snippets,
  tag({ attributes, before, line }, context) {
    const inclusions = attributes.split('\n').map(inclusionOf)
    if (inclusions.includes(undefined)) return undefined
    const files = inclusions.map((inclusion) => context.include(inclusion as Inclusion, line) ?? [])
    if (before !== '') return { block: files }
    return { inline: partsOfRows(files.map((parts) => ({ parts, line }))) }
  },
}

function findSnippet(text: string): CodeInclusion | undefined {
  const [placed] = snippetsIn([text], () => true)
  const inclusion = placed && inclusionOf(placed.names.join())
  return inclusion && { ...inclusion, from: placed.before.length, to: text.length }
}

/** A file and a part of it: `FILE:2:3`, `FILE::3,8:9`, `FILE:section`. */
const fileAndPart = /^(.*?)(?::([-\d:,]+|[a-z][\w-]*))?$/i

function inclusionOf(text: string): Inclusion | undefined {
  const name = text.trim()
  if (/^(?:;|https?:|$)/i.test(name)) return undefined
  const [, address = name, part = ''] = fileAndPart.exec(name) ?? []
  return { address, isFromPage: true, choose: ({ text }) => choose(text, part) }
}

function choose(text: string, part: string): string | undefined {
  const lines = linesOfFile(text)
  const isMark = (edge: string) => (line: string) => {
    const [, markEdge, name] = sectionMark.exec(line) ?? []
    return markEdge === edge && name === part
  }
  const isSection = /^[a-z]/i.test(part)
  const selectedLines = isSection
    ? linesBetween(lines, isMark('start'), isMark('end'))
    : part.split(',').flatMap((range) => ofRange(lines, range))
  return selectedLines?.filter((line) => !sectionMark.test(line)).join('\n')
}

/** Select lines: `2` to the end, `2:4`, `:4`, or `-3:-1` counted from the end. */
function ofRange(lines: readonly string[], range: string): readonly string[] {
  const [from = '', to = ''] = range.split(':')
  const index = (position: string, otherwise: number): number => {
    if (position === '') return otherwise
    return Number(position) < 0 ? lines.length + Number(position) + 1 : Number(position)
  }
  return lines.slice(Math.max(0, index(from, 1) - 1), Math.max(0, index(to, lines.length)))
}

const directive = /\{%-?\s*(include|include-markdown)\s+(["'][^%]{1,1000}?)-?%\}/
const part = /(?<!\\)\{![+>]*\s*([^\s{}!|[\]]{1,500})\s*!\}/

const directives = singleTags('include directive', /\{%-?/, directive)
const includedParts = singleTags('included part', /(?<!\\)\{!/, part)

/** https://github.com/mondeja/mkdocs-include-markdown-plugin, https://github.com/neurobin/mdx_include */
const mkdocsIncludedFiles: TagConstruct = {
  name: 'file that is included, or a part of it',
  input: '{% include-markdown "notes.md" start="two" end="four" %}\n\n{! guide/setup.md !}',
  becomes: 'three\n\n# Setup\n\nSet up.',
  syntax: [directives, includedParts],
  tag(tag, context) {
    const inclusion = tag.syntax === directives ? inclusionOfDirective(tag) : inclusionOfPart(tag)
    return inclusion && includedAt(tag, inclusion, context)
  },
}

const mkdocsIncludedFilesInCode: CodeConstruct = {
  name: 'file that is included in code',
  input:
    '```\n--8<-- "notes.md:2:3"\n{% include "notes.md" start="two" end="four" %}\n{! guide/setup.md !}\n```',
  becomes: '```\ntwo\nthree\n\nthree\n# Setup\n\nSet up.\n```',
  code(code, context) {
    for (const [kind, pattern] of unread) {
      const line = code.type === 'code' && code.lines.find(({ text }) => pattern.test(text))
      if (line) context.notice('syntax-shown', kind, line.line)
    }
    return codeWithFiles(
      code,
      context,
      (text) => findSnippet(text) ?? findDirective(text) ?? findPart(text),
    )
  },
}

/** What is not read in code: names between bare marks, and lines of a file that braces name. */
const unread: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['--8<--', blockMark],
  ['{! … !}', /(?<!\\)\{![+>]{0,9}\s?[\w./-]{1,500}\.\w{1,9}\s?(?:!\s?lines=|\[ln:)/],
]

const findDirective = inclusionFinder(directives, (tag) => {
  const inclusion = inclusionOfDirective(tag)
  return inclusion && { ...inclusion, isSample: true }
})

type DirectiveTag = Pick<SyntaxToken, 'name' | 'attributes'>

function inclusionOfDirective({ name, attributes: text }: DirectiveTag): Inclusion | undefined {
  const attributes = readAttributes(text)
  const address = attributes.words[0] ?? ''
  if (/^https?:/i.test(address)) return undefined
  const rebases = name !== 'include' && attributes.pairs.get('rewrite-relative-urls') !== 'false'
  return {
    address,
    ...(rebases ? { rebase: true } : {}),
    choose: (file) => betweenMarks(file, attributes),
  }
}

function betweenMarks({ text: fileText }: IncludedFile, { pairs }: Attributes): string | undefined {
  const [start = '', end = ''] = [pairs.get('start') ?? '', pairs.get('end') ?? ''].map(
    withLineBreaks,
  )
  const from = fileText.indexOf(start)
  if (from === -1) return undefined
  const text = fileText.slice(from + start.length)
  const to = end === '' ? -1 : text.indexOf(end)
  return to === -1 ? text : text.slice(0, to)
}

function withLineBreaks(mark: string): string {
  return mark.replaceAll('\\n', '\n').replaceAll('\\t', '\t')
}

const findPart = inclusionFinder(includedParts, inclusionOfPart)

function inclusionOfPart({ name: address }: DirectiveTag): Inclusion | undefined {
  const isFile = /[./]/.test(address) && !/^https?:/i.test(address)
  return isFile ? { address, isFromPage: true } : undefined
}

export const fileConstructs: readonly PartConstruct[] = [
  mkdocsIncludedFilesInCode,
  mkdocsSnippets,
  mkdocsIncludedFiles,
]
