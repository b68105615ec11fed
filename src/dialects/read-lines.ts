/** Runs the constructs that replace lines, before the document is read as parts. @module */
import type { CodeRules } from '../convert/code/code-rules.ts'
import type { Construct, DialectContext, ReadingContext } from './construct.ts'
import { lentValues } from './lent-values.ts'
import type { Line } from './line.ts'
import { fencesApart, openLines, sealedLines, textOfLines } from './lines-of.ts'
import { open, whileSealed } from './sealed-code.ts'

interface ReadLines {
  readonly text: string
  /** Number of a line in the source, by its index in the text. */
  lineOf(row: number): number
}

export function readLines(
  document: string,
  constructs: readonly Construct[],
  rules: CodeRules,
  given: DialectContext & Pick<ReadingContext, 'leaveOut' | 'leaveTemplate'>,
  firstLine: number,
): ReadLines {
  const asWritten = { text: document, lineOf: (row: number) => row + firstLine }
  if (constructs.length === 0) return asWritten
  return whileSealed(() => {
    const sealed = sealedLines(document, rules, firstLine)
    const linesOf = (text: string): readonly Line[] => sealedLines(text, rules)
    const leaveTemplate: ReadingContext['leaveTemplate'] = (written, line) =>
      given.leaveTemplate(open(written), line)
    const context = { ...given, ...lentValues(given), linesOf, leaveTemplate }
    const read = readConstructs(document, sealed, constructs, context)
    if (read === sealed) return asWritten
    const lines = openLines(fencesApart(read))
    return { text: textOfLines(lines), lineOf: (row) => lines[row]?.line ?? firstLine }
  })
}

function readConstructs(
  document: string,
  sealed: readonly Line[],
  constructs: readonly Construct[],
  context: ReadingContext,
): readonly Line[] {
  let lines = sealed
  let markdown = textOfLines(lines)
  let opened: string | undefined = document
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
