/** Reads Markdown of site generators, and gives plain Markdown. @module */
import { findAlertType } from '../convert/alert-types.ts'
import type { CodeRules } from '../convert/code/code-rules.ts'
import { frontMatterLines } from '../convert/code/front-matter-lines.ts'
import { splitLines } from '../convert/code/line-reader.ts'
import { codeRulesOf } from './code-rules.ts'
import type { Construct, DialectContext, ReadingContext } from './construct.ts'
import { constructsOf, type DialectName } from './dialects.ts'
import { lentValues } from './lent-values.ts'
import { kindOf, kindsOf, type Line } from './line.ts'
import { apartFromHtml, openLines, sealedLines, textOfLines } from './lines-of.ts'
import { mayBeDeep, outdent } from './outdent.ts'
import { marks, open, whileSealed } from './sealed-code.ts'

/** The Markdown, and the way back to the source's lines. */
export interface ReadMarkdown {
  readonly markdown: string
  /** Map a line of the Markdown to the source file. */
  lineInFile(line: number): number
}

/**
 * Read a document.
 * @returns Markdown without constructs of these dialects; unknown constructs stay and are reported.
 */
export function readDialects(
  document: string,
  dialects: readonly DialectName[],
  context: DialectContext,
): ReadMarkdown {
  const constructs = constructsOf(dialects, context.path)
  const rules = codeRulesOf(dialects, context.path)
  const above = blankLinesAbove(document)
  const isWritten =
    above > 0 ||
    context.keepsLines ||
    constructs.some(({ sign }) => sign.test(document)) ||
    (beginningTag.test(document) && codeMarks.test(document)) ||
    (!rules.isIndentedCode && mayBeDeep.test(document))
  if (!isWritten && !mayHaveLeftovers(document)) return { markdown: document, lineInFile: sameLine }
  return whileSealed(() => readSealed({ document, above }, constructs, rules, context))
}

/** A fence may stand directly below HTML. */
const beginningTag = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*<\/?[a-z]/im
const codeMarks = /`{3}|~{3}/

/** Generators accept blank lines above front matter, so they are dropped. */
function blankLinesAbove(document: string): number {
  const [blank = ''] = /^\s*\n(?=---|\+\+\+)/.exec(document) ?? []
  const isAbove = blank !== '' && frontMatterLines(splitLines(document.slice(blank.length))) > 0
  return isAbove ? splitLines(blank).length - 1 : 0
}

function readSealed(
  { document, above }: { readonly document: string; readonly above: number },
  constructs: readonly Construct[],
  rules: CodeRules,
  context: DialectContext,
): ReadMarkdown {
  const below = above === 0 ? document : splitLines(document).slice(above).join('\n')
  const sealed = sealedLines(below, rules, above + 1)
  const linesOf = (text: string) => sealedLines(text, rules)
  const { leaveOut, tellLeftOut } = leftOutParts(context)
  const told = new Set<number>()
  const { leaveTemplate, tellTemplates } = leftTemplates(context, told)
  const notice: DialectContext['notice'] = (code, detail, line) => {
    if (code === 'template-shown') told.add(line)
    context.notice(code, detail, line)
  }
  const reading = { ...context, ...lentValues(context), linesOf, leaveOut, leaveTemplate, notice }
  const read = readConstructs({ document: below, lines: sealed }, constructs, reading)
  tellLeftOut()
  tellTemplates()
  const broken = context.keepsLines ? breakLines(read) : read
  const lines = apartFromHtml(rules.isIndentedCode ? broken : outdent(broken))
  noticeLeftovers(lines, told, context)
  if (lines === sealed && above === 0) return { markdown: document, lineInFile: sameLine }
  const shown = openLines(lines)
  return { markdown: textOfLines(shown), lineInFile: lineOrigins(shown) }
}

function leftOutParts({ notice }: DialectContext): {
  readonly leaveOut: ReadingContext['leaveOut']
  readonly tellLeftOut: () => void
} {
  const found = new Map<string, { readonly line: number; count: number }>()
  return {
    leaveOut(written, line) {
      const known = found.get(written)
      if (known === undefined) found.set(written, { line, count: 1 })
      else known.count += 1
    },
    tellLeftOut() {
      for (const [written, { line, count }] of found) {
        notice('syntax-left-out', count === 1 ? written : `${written} (${count} times)`, line)
      }
    },
  }
}

const maxNamed = 5
const maxName = 50

function leftTemplates(
  { notice }: DialectContext,
  told: Set<number>,
): {
  readonly leaveTemplate: ReadingContext['leaveTemplate']
  readonly tellTemplates: () => void
} {
  const found = new Map<string, number>()
  return {
    leaveTemplate(written, line) {
      told.add(line)
      const whole = open(written)
      const name = whole.length > maxName ? `${whole.slice(0, maxName)}…` : whole
      if (!found.has(name)) found.set(name, line)
    },
    tellTemplates() {
      const [first] = found.values()
      if (first === undefined) return
      const names = [...found.keys()].slice(0, maxNamed).join(', ')
      const others = found.size > maxNamed ? ` and ${found.size - maxNamed} more` : ''
      notice('template-shown', names + others, first)
    },
  }
}

function readConstructs(
  sealed: { readonly document: string; readonly lines: readonly Line[] },
  constructs: readonly Construct[],
  context: ReadingContext,
): readonly Line[] {
  let { lines } = sealed
  let markdown = textOfLines(lines)
  let opened: string | undefined = sealed.document
  for (const { sign, inCode, read } of constructs) {
    if (inCode !== undefined) opened ??= open(markdown)
    if (!sign.test(inCode === undefined ? markdown : (opened as string))) continue
    const before = lines
    lines = read(lines, context)
    if (lines === before) continue
    markdown = textOfLines(lines)
    opened = undefined
  }
  return lines
}

/** Defined outside of the function, because a closure would keep the document in memory. */
const sameLine = (line: number): number => line

function lineOrigins(lines: readonly Line[]): (line: number) => number {
  const origins = Uint32Array.from(lines, ({ line }) => line)
  return (line) => origins[line - 1] ?? line
}

/** Keep line ends by hard breaks. */
function breakLines(lines: readonly Line[]): readonly Line[] {
  const kinds = kindsOf(lines)
  let isFormula = false
  return lines.map((one, index) => {
    if (kinds[index] === 'text' && one.text.trim() === '$$') isFormula = !isFormula
    if (isFormula) return one
    const isText = kinds[index] === 'text' && kinds[index + 1] === 'text'
    // Only between two lines of a paragraph.
    const isBreak = isText && hasWords(one.text) && hasWords(lines[index + 1]?.text ?? '')
    const isCode = one.text.endsWith(marks.spanGoesOn)
    return isBreak && !isCode && !one.text.endsWith('\\')
      ? { ...one, text: `${one.text.trimEnd()}  ` }
      : one
  })
}

function hasWords(text: string): boolean {
  return /[^\s>]/.test(text)
}

/** Patterns of generator syntax, by the name in notices. */
const leftovers: readonly { readonly kind: string; readonly pattern: RegExp }[] = [
  { kind: '--8<--', pattern: /^\s*-+8<-+(?:\s|$)/g },
  { kind: '{{< … >}}', pattern: /\{\{[<%]\s*(?:\/\s*)?([\w.-]+)/g },
  { kind: '{{# … }}', pattern: /\{\{#\s*([\w.-]+)/g },
  // A leading dot marks Go templates, which no generator evaluates in pages.
  { kind: '{{ … }}', pattern: /\{\{-?\s*([A-Za-z_$][\w.$-]*)/g },
  { kind: '{% … %}', pattern: /(?<!\{)\{%-?\s*(?!end)(@?[\w./-]+)/g },
  { kind: '[[ … ]]', pattern: /\[\[(?!_?toc_?\]\])[^\][]{1,500}\]\]/gi },
  { kind: ':::', pattern: /^\s*:::+\s*\{?\.?([\w-]+)/g },
  { kind: '!!!', pattern: /^\s*(?:!!!|\?\?\?\+?)\s+([\w-]+)/g },
  { kind: '=== ""', pattern: /^\s*===[!+]*\s+"/g },
  { kind: '///', pattern: /^\s*\/{3,}\s+([\w-]+)/g },
  { kind: '<<<', pattern: /^\s*<<<\s*\S/g },
  { kind: '[!INCLUDE]', pattern: /\[!INCLUDE\b/gi },
]

const addresses = /\]\([^()\s]{1,1000}(?=[)\s])/g

const anySign = /-8<-|\{\{|\{%|\[\[|:::|!!!|\?\?\?|===|\/\/\/|<<<|\[!INCLUDE|\]\[/i

function mayHaveLeftovers(document: string): boolean {
  return anySign.test(document)
}

/**
 * Report leftover syntax, once for each kind in a file.
 * @param told Lines whose templates were already reported.
 */
export function noticeLeftovers(
  lines: readonly Line[],
  told: ReadonlySet<number>,
  context: DialectContext,
): void {
  const seen = new Set<string>()
  const tell = (detail: string, line: number): void => {
    if (!seen.has(detail)) context.notice('syntax-shown', detail, line)
    seen.add(detail)
  }
  const defined = definedNames(lines)
  for (const { text, line } of lines) {
    if (!anySign.test(text) || kindOf(text) !== 'text') continue
    for (const [words, name = ''] of text.matchAll(reference)) {
      if (isWord.test(words) && !defined.has(labelOf(name))) tell(`[ … ][${labelOf(name)}]`, line)
    }
    for (const { kind, pattern } of leftovers) {
      if (told.has(line) && /^\{[{%] /.test(kind)) continue
      // Addresses are invisible, so they are skipped.
      for (const [, name] of text.replace(addresses, '](').matchAll(pattern)) {
        if (isKnown(kind, name)) continue
        tell(name === undefined ? kind : `${kind} (${name})`, line)
      }
    }
  }
}

/**
 * The link text may begin on the line above. A bracket behind a word is an index, and `[^1]` a
 * footnote.
 */
const reference = /(?:^[^\][]{0,500}|(?<![\w\]\\])\[[^\][]{1,500})\]\[(?!\^)([^\][]{1,300})\]/g
/** Short texts such as `[i][1]` are indexes. */
const isWord = /(?:\p{L}{2}.*|\uf4a1)\]\[/u
const definition = /^[\s>]{0,100}\[([^\][]{1,300})\]:/

function definedNames(lines: readonly Line[]): ReadonlySet<string> {
  return new Set(lines.flatMap(({ text }) => labelOf(definition.exec(text)?.[1] ?? '')))
}

function labelOf(name: string): string {
  return open(name).trim().replace(/\s+/g, ' ').toLowerCase()
}

function isKnown(kind: string, name: string | undefined): boolean {
  return (
    name !== undefined && (kind === ':::' || kind === '!!!') && findAlertType(name) !== undefined
  )
}
