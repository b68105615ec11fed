/** Reads what is written for one generator of sites, and gives the Markdown that all know. @module */
import type { DialectContext } from './construct.ts'
import { constructsOf, type DialectName } from './dialects.ts'
import { noticeLeftovers } from './leftovers.ts'
import type { Line } from './line.ts'
import { breakLines } from './line-breaks.ts'

/** A document that was read. */
export interface ReadMarkdown {
  readonly markdown: string
  /** Lead from a line of the Markdown to the file's. */
  lineInFile(line: number): number
}

/**
 * Read a document.
 * @param document What the file says.
 * @param dialects What it is written in.
 * @param context What there is to know beside it.
 * @returns Markdown without the constructs of those dialects; what none of them knows is shown as it
 * is written, and noticed.
 */
export function readDialects(
  document: string,
  dialects: readonly DialectName[],
  context: DialectContext,
): ReadMarkdown {
  let lines: readonly Line[] | undefined
  let markdown = document
  for (const construct of constructsOf(dialects, context.path)) {
    if (!construct.sign.test(markdown)) continue
    lines = construct.read(lines ?? toLines(document), context)
    markdown = lines.map(({ text }) => text).join('\n')
  }
  if (context.keepsLines) {
    lines = breakLines(lines ?? toLines(document))
    markdown = lines.map(({ text }) => text).join('\n')
  }
  noticeLeftovers(markdown, lines ?? (() => toLines(document)), context)
  return { markdown, lineInFile: lines === undefined ? sameLine : lineOrigins(lines) }
}

/** These outlive the document: made inside of its function, they would keep it in memory. */
const sameLine = (line: number): number => line

function lineOrigins(lines: readonly Line[]): (line: number) => number {
  const origins = Uint32Array.from(lines, ({ line }) => line)
  return (line) => origins[line - 1] ?? line
}

function toLines(document: string): readonly Line[] {
  return document.split(/\r\n|\n|\r/).map((text, index) => ({ text, line: index + 1 }))
}
