/** Converts the Markdown of site generators to plain Markdown. @module */
import type { CodeRules } from '../../convert/code/code-rules.ts'
import { frontMatterLines } from '../../convert/code/front-matter-lines.ts'
import { splitLines } from '../../convert/code/line-reader.ts'
import type { DialectContext } from './dialect-context.ts'
import { codeRulesOf, constructsOf, type DialectName } from './dialects.ts'
import { readDocumentParts } from './parts/document.ts'
import { apartFromHtml, breakLines, outdent } from './parts/layout.ts'
import { mayHaveLeftovers, noticeLeftovers } from './parts/leftovers.ts'
import type { Context, PartConstruct } from './parts/part-construct.ts'
import { type WrittenLine, writeParts } from './parts/write-parts.ts'

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
  const blankLines = blankLinesAbove(document)
  const needsReading =
    blankLines > 0 ||
    context.keepsLines ||
    constructs.some((construct) => mayHave(construct, document)) ||
    (beginningTag.test(document) && codeMarks.test(document)) ||
    (!rules.isIndentedCode && mayBeDeep.test(document))
  if (!needsReading && !mayHaveLeftovers(document))
    return { markdown: document, lineInFile: sameLine }
  const text = blankLines === 0 ? document : splitLines(document).slice(blankLines).join('\n')
  return readBelow({ document, text, blankLines }, constructs, rules, context)
}

/** A fence directly below HTML needs a blank line between them. */
const beginningTag = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*<\/?[a-z]/im
const codeMarks = /`{3}|~{3}/
const mayBeDeep = /^[ >]*(?: {4}|\t)/m

/** Generators accept blank lines above front matter; Markdown does not, so we drop them. */
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
  readonly text: string
  /** Number of lines dropped above the text. */
  readonly blankLines: number
}

function readBelow(
  { document, text, blankLines: above }: Source,
  constructs: readonly PartConstruct[],
  rules: CodeRules,
  context: DialectContext,
): ReadMarkdown {
  const { leaveOut, tellLeftOut } = leftOutParts(context)
  const reportedLines = new Set<number>()
  const { leaveTemplate, tellTemplates } = leftTemplates(context, reportedLines)
  const reportedSyntax = new Set<string>()
  const notice: DialectContext['notice'] = (code, detail, line) => {
    if (code === 'template-shown') reportedLines.add(line)
    if (code !== 'syntax-shown' || !reportedSyntax.has(detail)) context.notice(code, detail, line)
    if (code === 'syntax-shown') reportedSyntax.add(detail)
  }
  const reading = { ...context, leaveOut, leaveTemplate, notice }
  const syntaxes = new Set(
    constructs.flatMap((construct) => ('tag' in construct ? [construct.syntax].flat() : [])),
  )
  const notation = { syntaxes: [...syntaxes], rules }
  const lineOf = (row: number): number => row + above + 1
  const page = readDocumentParts(text, constructs, notation, reading, lineOf)
  tellLeftOut()
  tellTemplates()
  noticeLeftovers(page.parts, page.line, reportedLines, context)
  const output = writeParts(page.parts, page.line)
  const brokenLines = context.keepsLines ? breakLines(output) : output
  const lines = apartFromHtml(rules.isIndentedCode ? brokenLines : outdent(brokenLines))
  const isSame = !page.isChanged && text === document && isUnchanged(output, lines)
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
  const notations = new Map<string, { readonly line: number; count: number }>()
  return {
    leaveOut(notation, line) {
      const entry = notations.get(notation)
      if (entry === undefined) notations.set(notation, { line, count: 1 })
      else entry.count += 1
    },
    tellLeftOut() {
      for (const [notation, { line, count }] of notations) {
        notice('syntax-left-out', count === 1 ? notation : `${notation} (${count} times)`, line)
      }
    },
  }
}

const maxNames = 5
const maxName = 50

function leftTemplates(
  { notice }: DialectContext,
  reportedLines: Set<number>,
): {
  readonly leaveTemplate: Context['leaveTemplate']
  readonly tellTemplates: () => void
} {
  const firstLines = new Map<string, number>()
  return {
    leaveTemplate(notation, line) {
      reportedLines.add(line)
      const name = notation.length > maxName ? `${notation.slice(0, maxName)}…` : notation
      if (!firstLines.has(name)) firstLines.set(name, line)
    },
    tellTemplates() {
      const [first] = firstLines.values()
      if (first === undefined) return
      const names = [...firstLines.keys()].slice(0, maxNames).join(', ')
      const more = firstLines.size > maxNames ? ` and ${firstLines.size - maxNames} more` : ''
      notice('template-shown', names + more, first)
    },
  }
}

/** Defined outside of the function, because a closure would keep the document in memory. */
const sameLine = (line: number): number => line

function lineOrigins(lines: readonly WrittenLine[]): (line: number) => number {
  const origins = Uint32Array.from(lines, ({ line }) => line)
  return (line) => origins[line - 1] ?? line
}
