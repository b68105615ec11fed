/**
 * Finds nesting in the source for which the parser would need quadratic time.
 * @module
 */
import { MarkdownLimitError } from './markdown-limit-error.ts'
import { byNumber, type ParsedNodes } from './parsed-nodes.ts'

/** Opens a level at the start of a line: quote, item, definition, footnote. */
const opening = /[ \t]*(?:>|(?:[-*+:]|\d{1,9}[.)])(?=[ \t])|\[\^[^\]\s]{1,99}\]:)/y
const mayOpen = /[ \t>*+:[\d-]/

/**
 * Shorten lines that open more levels than allowed. The parser can then tell quickly whether they
 * really nest or stand in code.
 * @returns A document that nests too deep if the source does; undefined if no line opens so many
 * levels.
 */
export function shortenNesting(markdown: string, maxDepth: number): string | undefined {
  const source = markdown.includes('\r') ? markdown.replace(/\r\n?/g, '\n') : markdown
  let shortened = ''
  let at = 0
  let next = 0
  for (let start = 0; start < source.length; start = next) {
    next = lineAfter(source, start)
    if (next - start <= maxDepth || !mayOpen.test(source[start] as string)) continue
    const enough = afterOpenings(source, start, maxDepth + 1)
    const end = afterOpenings(source, enough, Number.POSITIVE_INFINITY)
    if (end === enough) continue
    shortened += source.slice(at, enough)
    at = end
  }
  return at === 0 ? undefined : shortened + source.slice(at)
}

function afterOpenings(source: string, start: number, most: number): number {
  let end = start
  for (let count = 0; count < most; count += 1) {
    opening.lastIndex = end
    if (!opening.test(source)) return end
    end = opening.lastIndex
  }
  return end
}

function lineAfter(source: string, start: number): number {
  const newline = source.indexOf('\n', start)
  return newline === -1 ? source.length : newline + 1
}

const containers = byNumber({
  blockquote: true,
  listItem: true,
  footnoteDefinition: true,
  emphasis: true,
  strong: true,
  delete: true,
  link: true,
  linkReference: true,
  descriptionDetails: true,
} as const)

/**
 * Refuse a tree that nests too deep.
 * @param maxDepth The most levels of quotes, list items and emphasis inside each other.
 * @throws {MarkdownLimitError} At the first place that has more.
 */
export function checkTreeDepth(nodes: ParsedNodes, maxDepth: number): void {
  const tooFar = nodes.findDeeper(containers, maxDepth)
  if (tooFar !== undefined) throw tooDeep(maxDepth + 1, nodes.lineOf(tooFar), maxDepth)
}

/** Make the error for nesting that is too deep. */
export function tooDeep(depth: number, line: number, maxDepth: number): MarkdownLimitError {
  return new MarkdownLimitError(
    `content nests ${depth} levels deep at line ${line}; at most ${maxDepth} are allowed. Flatten the lists or quotes there.`,
  )
}
