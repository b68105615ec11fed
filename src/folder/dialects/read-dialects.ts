/** Converts the Markdown of site generators to plain Markdown. @module */
import { findAlertType } from '../../convert/alert-types.ts'
import { frontMatterLines } from '../../convert/code/front-matter-lines.ts'
import { splitLines } from '../../convert/code/line-reader.ts'
import { codeRulesOf, constructsOf, type DialectName } from './dialects.ts'
import { readDocumentParts } from './parts/document.ts'
import { apartFromHtml, breakLines, outdent } from './parts/layout.ts'
import { type Part, rowsOf } from './parts/part.ts'
import type { Context, DialectContext } from './parts/part-construct.ts'
import { rowText } from './parts/sentence.ts'
import { type WrittenLine, writeParts } from './parts/write-parts.ts'
import { definedLabels, labelOf } from './shared/references.ts'

const leftovers: readonly { readonly kind: string; readonly pattern: RegExp }[] = [
  { kind: '--8<--', pattern: /^\s*-+8<-+(?:\s|$)/g },
  { kind: '{{< … >}}', pattern: /\{\{[<%]\s*(?:\/\s*)?([\w.-]+)/g },
  { kind: '{{# … }}', pattern: /(?<!\\)\{\{#\s*([\w.-]+)/g },
  // Not with a leading dot: no generator evaluates Go templates in pages.
  { kind: '{{ … }}', pattern: /\{\{-?\s*([A-Za-z_$][\w.$-]*)/g },
  { kind: '{% … %}', pattern: /(?<!\{)\{%-?\s*(?:end)?(@?[\w./-]+)/g },
  { kind: '[[ … ]]', pattern: /\[\[(?!_?toc_?\]\])[^\][]{1,500}\]\]/gi },
  { kind: ':::', pattern: /^\s*:::+\s*\{?\.?([\w-]+)/g },
  { kind: '!!!', pattern: /^\s*(?:!!!|\?\?\?\+?)\s+([\w-]+)/g },
  { kind: '=== ""', pattern: /^\s*===[!+]*\s+"/g },
  { kind: '///', pattern: /^\s*\/{3,}\s+([\w-]+)/g },
  { kind: '<<<', pattern: /^\s*<<<\s*\S/g },
  { kind: '{ … = … }', pattern: /^[\s>]*\{[a-z][\w-]*=[^{}]*\}\s*$/g },
  { kind: '{ .… }', pattern: /(?<![\\\w$^{])\{ ?\.[a-z][\w-]*(?:\s[^{}\n]{0,300})?\}/gi },
  { kind: '{++ … ++}', pattern: /\{(?:\+\+|--|~~|>>)[^{}]/g },
  { kind: '{* … *}', pattern: /\{\*\s*[\w./-]{1,500}\.\w+\s[^{}]{0,500}\*\}/g },
  {
    kind: '{! … !}',
    pattern: /(?<!\\)\{![+>]{0,9}\s?[\w./-]{1,500}\.\w{1,9}\s?(?:!|\[ln:|\|(?!\|))/g,
  },
  { kind: '[ … ](`…`)', pattern: /\]\(\uFFFC\)/g },
  { kind: '+---+', pattern: /^ {0,3}\+(?:[-=]{3,}\+)+\s*$/g },
  { kind: '[!INCLUDE]', pattern: /\[!INCLUDE\b/gi },
]

/** Addresses of links. Code in place of one makes no link, and is reported. */
const addresses = /\]\((?!\uFFFC\))[^()\s]{1,1000}(?=[)\s])/g

const anySign =
  /-8<-|\{[{+~>*!\w -.]|\[\^|\+[-=]{3}|\{%|\[\[|:::|!!!|\?\?\?|===|\/\/\/|<<<|\[!INCLUDE|\]\[|\]\(\uFFFC/i

interface TextLine {
  readonly text: string
  readonly line: number
}

/**
 * Report each kind of leftover syntax once per file.
 * @param reportedLines Lines whose templates were already reported.
 */
export function noticeLeftovers(
  parts: readonly Part[],
  firstLine: number,
  reportedLines: ReadonlySet<number>,
  context: Pick<DialectContext, 'notice'>,
): void {
  const reported = new Set<string>()
  const report = (detail: string, line: number): void => {
    if (!reported.has(detail)) context.notice('syntax-shown', detail, line)
    reported.add(detail)
  }
  const lines = textLines(parts, firstLine)
  const labels = definedLabels(parts)
  for (const { text, line } of lines) {
    if (!anySign.test(text)) continue
    for (const [words, name = ''] of text.matchAll(reference)) {
      if (isWord.test(words) && !labels.has(labelOf(name))) report(`[ … ][${labelOf(name)}]`, line)
    }
    for (const [, name = ''] of text.matchAll(emptyReference))
      if (!labels.has(labelOf(name))) report(`[${name}][]`, line)
    for (const [, name = ''] of text.matchAll(footnote))
      if (!labels.has(labelOf(name))) report(`[${name}]`, line)
    for (const { kind, pattern } of leftovers) {
      if (reportedLines.has(line) && /^\{[{%] /.test(kind)) continue
      for (const [, name] of text.replace(addresses, '](').matchAll(pattern)) {
        if (isKnown(kind, name)) continue
        report(name === undefined ? kind : `${kind} (${name})`, line)
      }
    }
  }
}

/** The text of each line, with one placeholder character for each non-text part. */
function textLines(parts: readonly Part[], line: number): readonly TextLine[] {
  const lines: TextLine[] = []
  const add = (children: readonly Part[], at: number): void => {
    for (const row of rowsOf(children, at)) {
      const visibleParts = row.parts.filter(
        (part) => part.type !== 'raw' || part.isComment !== true,
      )
      lines.push({ text: rowText({ ...row, parts: visibleParts }), line: row.line })
      for (const part of row.parts) {
        if ('children' in part) add(part.children, 'line' in part ? part.line : row.line)
      }
    }
  }
  add(parts, line)
  return lines
}

/** The link text may begin on the line above. `a[0][1]` is an index and `[^1]` a footnote. */
const reference = /(?:^[^\][]{0,500}|(?<![\w\]\\])\[[^\][]{1,500})\]\[(?!\^)([^\][]{1,300})\]/g
/** The words of `[words][]` are the name of the target, so they cannot be code. */
const emptyReference = /(?<![\w\]\\])\[([^\][\uFFFC]{1,500})\]\[\]/g
/** Short texts such as `[i][1]` are indexes. */
const isWord = /(?:\p{L}{2}.*|\uFFFC)\]\[/u
/** A reference to a footnote. It must follow a word: elsewhere, `[^a]` may be a regular expression. */
const footnote = /(?<=[\p{L}\p{N}][.,;:!?)"”]?)\[(\^[^\][\s]{1,100})\](?![:(])/gu

function isKnown(kind: string, name: string | undefined): boolean {
  return (
    name !== undefined && (kind === ':::' || kind === '!!!') && findAlertType(name) !== undefined
  )
}

export interface ReadMarkdown {
  readonly markdown: string
  /** Map a line of the Markdown to the source file. */
  lineInFile(line: number): number
}

/**
 * @returns Markdown without constructs of these dialects; unknown constructs stay and are
 * reported.
 */
export function readDialects(
  document: string,
  dialects: readonly DialectName[],
  context: DialectContext,
): ReadMarkdown {
  const constructs = constructsOf(dialects, context.path)
  const rules = codeRulesOf(dialects, context.path)
  const above = blankLinesAbove(document)
  const text = above === 0 ? document : splitLines(document).slice(above).join('\n')
  const leftOut: Tally = new Map()
  const templates: Tally = new Map()
  const reportedLines = new Set<number>()
  const reportedSyntax = new Set<string>()
  const notice: DialectContext['notice'] = (code, detail, line) => {
    if (code === 'template-shown') reportedLines.add(line)
    if (code !== 'syntax-shown' || !reportedSyntax.has(detail)) context.notice(code, detail, line)
    if (code === 'syntax-shown') reportedSyntax.add(detail)
  }
  const leaveOut: Context['leaveOut'] = (notation, line) => count(leftOut, notation, line)
  const leaveTemplate: Context['leaveTemplate'] = (notation, line) => {
    reportedLines.add(line)
    count(templates, notation.length > maxName ? `${notation.slice(0, maxName)}…` : notation, line)
  }
  const reading = { ...context, leaveOut, leaveTemplate, notice }
  const lineOf = (row: number): number => row + above + 1
  const page = readDocumentParts(text, constructs, rules, reading, lineOf)
  for (const [notation, { line, count: times }] of leftOut)
    context.notice('syntax-left-out', times === 1 ? notation : `${notation} (${times} times)`, line)
  noticeTemplates(templates, context)
  noticeLeftovers(page.parts, lineOf(0), reportedLines, context)
  const written = writeParts(page.parts, lineOf(0))
  const first = written.findIndex((line) => line.kind !== undefined || line.text.trim() !== '')
  // Statements and comments that were removed leave blank lines at the top of a page: drop these too.
  const output = page.isChanged ? written.slice(Math.max(0, first)) : written
  const brokenLines = context.keepsLines ? breakLines(output) : output
  const mayBeDeep = !rules.isIndentedCode && (page.isChanged || deepLine.test(text))
  const lines = apartFromHtml(mayBeDeep ? outdent(brokenLines) : brokenLines)
  const isSame = !page.isChanged && text === document && isUnchanged(output, lines)
  if (isSame) return { markdown: document, lineInFile: sameLine }
  return { markdown: lines.map(({ text }) => text).join('\n'), lineInFile: lineOrigins(lines) }
}

const deepLine = /^[ >]*(?: {4}|\t)/m

/** Generators accept blank lines above front matter; Markdown does not, so we drop them. */
function blankLinesAbove(document: string): number {
  const [blank = ''] = /^\s*\n(?=---|\+\+\+)/.exec(document) ?? []
  const isAbove = blank !== '' && frontMatterLines(splitLines(document.slice(blank.length))) > 0
  return isAbove ? splitLines(blank).length - 1 : 0
}

function isUnchanged(before: readonly WrittenLine[], after: readonly WrittenLine[]): boolean {
  return before.length === after.length && before.every(({ text }, at) => text === after[at]?.text)
}

/** Notations, each with its count and the line where it first stands. */
type Tally = Map<string, { readonly line: number; readonly count: number }>

function count(tally: Tally, notation: string, line: number): void {
  const entry = tally.get(notation)
  tally.set(notation, { line: entry?.line ?? line, count: (entry?.count ?? 0) + 1 })
}

const maxNames = 5
const maxName = 50

function noticeTemplates(templates: Tally, { notice }: DialectContext): void {
  const [first] = templates.values()
  if (first === undefined) return
  const names = [...templates.keys()].slice(0, maxNames).join(', ')
  const more = templates.size > maxNames ? ` and ${templates.size - maxNames} more` : ''
  notice('template-shown', names + more, first.line)
}

/** Defined outside of the function, because a closure would keep the document in memory. */
const sameLine = (line: number): number => line

function lineOrigins(lines: readonly WrittenLine[]): (line: number) => number {
  const origins = Uint32Array.from(lines, ({ line }) => line)
  return (line) => origins[line - 1] ?? line
}
