/** Reads Markdown of site generators, and gives plain Markdown. @module */
import type { CodeRules } from '../../convert/code/code-rules.ts'
import { frontMatterLines } from '../../convert/code/front-matter-lines.ts'
import { splitLines } from '../../convert/code/line-reader.ts'
import type { DialectContext } from './dialect-context.ts'
import { codeRulesOf, constructsOf, type DialectName } from './dialects.ts'
import { evaluateConstructs, readDocumentParts } from './parts/document.ts'
import { apartFromHtml, breakLines, outdent } from './parts/layout.ts'
import { mayHaveLeftovers, noticeLeftovers } from './parts/leftovers.ts'
import type { Context, PartConstruct } from './parts/part-construct.ts'
import { type WrittenLine, writeParts } from './parts/write-parts.ts'

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
    constructs.some((construct) => mayHave(construct, document)) ||
    (beginningTag.test(document) && codeMarks.test(document)) ||
    (!rules.isIndentedCode && mayBeDeep.test(document))
  if (!isWritten && !mayHaveLeftovers(document)) return { markdown: document, lineInFile: sameLine }
  const below = above === 0 ? document : splitLines(document).slice(above).join('\n')
  return readBelow({ document, below, above }, constructs, rules, context)
}

/** A fence may stand directly below HTML. */
const beginningTag = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*<\/?[a-z]/im
const codeMarks = /`{3}|~{3}/
/** Matches documents with deep indentation. */
const mayBeDeep = /^[ >]*(?: {4}|\t)/m

/** Generators accept blank lines above front matter, so they are dropped. */
function blankLinesAbove(document: string): number {
  const [blank = ''] = /^\s*\n(?=---|\+\+\+)/.exec(document) ?? []
  const isAbove = blank !== '' && frontMatterLines(splitLines(document.slice(blank.length))) > 0
  return isAbove ? splitLines(blank).length - 1 : 0
}

function mayHave(construct: PartConstruct, document: string): boolean {
  if ('sign' in construct && construct.sign.test(document)) return true
  if ('tag' in construct)
    return [construct.syntax].flat().some(({ start }) => document.search(start) !== -1)
  return 'words' in construct && document.includes(construct.mark)
}

interface Source {
  readonly document: string
  /** The document from its front matter on. */
  readonly below: string
  /** How many lines stand above that. */
  readonly above: number
}

function readBelow(
  { document, below, above }: Source,
  constructs: readonly PartConstruct[],
  rules: CodeRules,
  context: DialectContext,
): ReadMarkdown {
  const { leaveOut, tellLeftOut } = leftOutParts(context)
  const told = new Set<number>()
  const { leaveTemplate, tellTemplates } = leftTemplates(context, told)
  const shown = new Set<string>()
  const notice: DialectContext['notice'] = (code, detail, line) => {
    if (code === 'template-shown') told.add(line)
    if (code !== 'syntax-shown' || !shown.has(detail)) context.notice(code, detail, line)
    if (code === 'syntax-shown') shown.add(detail)
  }
  const reading = { ...context, leaveOut, leaveTemplate, notice }
  const syntaxes = new Set(constructs.flatMap((one) => ('tag' in one ? [one.syntax].flat() : [])))
  const notation = { syntaxes: [...syntaxes], rules }
  const source = { text: below, lineOf: (row: number) => row + above + 1 }
  const { text, lineOf } = evaluateConstructs(source, constructs, rules, reading)
  const read = readDocumentParts(text, constructs, notation, reading, lineOf)
  tellLeftOut()
  tellTemplates()
  noticeLeftovers(read.parts, read.line, told, context)
  const written = writeParts(read.parts, read.line)
  const broken = context.keepsLines ? breakLines(written) : written
  const lines = apartFromHtml(rules.isIndentedCode ? broken : outdent(broken))
  const isSame = !read.isChanged && text === document && isUnchanged(written, lines)
  if (isSame) return { markdown: document, lineInFile: sameLine }
  return { markdown: lines.map(({ text }) => text).join('\n'), lineInFile: lineOrigins(lines) }
}

function isUnchanged(before: readonly WrittenLine[], after: readonly WrittenLine[]): boolean {
  return before.length === after.length && before.every(({ text }, at) => text === after[at]?.text)
}

function leftOutParts({ notice }: DialectContext): {
  readonly leaveOut: Context['leaveOut']
  readonly tellLeftOut: () => void
} {
  const left = new Map<string, { readonly line: number; count: number }>()
  return {
    leaveOut(written, line) {
      const known = left.get(written)
      if (known === undefined) left.set(written, { line, count: 1 })
      else known.count += 1
    },
    tellLeftOut() {
      for (const [written, { line, count }] of left) {
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
  readonly leaveTemplate: Context['leaveTemplate']
  readonly tellTemplates: () => void
} {
  const left = new Map<string, number>()
  return {
    leaveTemplate(written, line) {
      told.add(line)
      const name = written.length > maxName ? `${written.slice(0, maxName)}…` : written
      if (!left.has(name)) left.set(name, line)
    },
    tellTemplates() {
      const [first] = left.values()
      if (first === undefined) return
      const names = [...left.keys()].slice(0, maxNamed).join(', ')
      const others = left.size > maxNamed ? ` and ${left.size - maxNamed} more` : ''
      notice('template-shown', names + others, first)
    },
  }
}

/** Defined outside of the function, because a closure would keep the document in memory. */
const sameLine = (line: number): number => line

function lineOrigins(lines: readonly WrittenLine[]): (line: number) => number {
  const origins = Uint32Array.from(lines, ({ line }) => line)
  return (line) => origins[line - 1] ?? line
}
