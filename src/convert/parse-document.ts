/** Markdown to its tree: the parser, and the notations around it that it does not know. @module */
import { admonitionsAsAlerts } from './admonitions.ts'
import { plainRules } from './code/code-rules.ts'
import { findCode } from './code/find-code.ts'
import type { LineCode } from './code/found-code.ts'
import { splitLines } from './code/line-reader.ts'
import { checkReferences, checkWords, withoutReferences } from './costly-text.ts'
import { attachImageSizes } from './image-sizes.ts'
import { MarkdownLimitError } from './markdown-limit-error.ts'
import { checkTreeDepth } from './nesting-depth.ts'
import type { ParsedRoot } from './parse-markdown.ts'
import { parseWithMath } from './parse-with-math.ts'
import { checkEmphasis, shortenNesting } from './source-nesting.ts'

/**
 * Parse a document.
 * @param maxDepth The most levels of nesting.
 * @returns Its tree, no deeper than that.
 * @throws {MarkdownLimitError} When it nests deeper, or would cost the parser too much.
 */
export function parseDocument(markdown: string, maxDepth: number): ParsedRoot {
  const source = admonitionsAsAlerts(withoutNul(markdown))
  checkMarks(source)
  const shortened = shortenNesting(source, maxDepth)
  if (shortened !== undefined) {
    checkTreeDepth(parseWithMath(withoutReferences(shortened)), maxDepth)
  }
  checkReferences(source)
  const root = parseWithMath(source)
  checkTreeDepth(root, maxDepth)
  attachImageSizes(root, source)
  return root
}

/**
 * Check the marks of a document. What stands in code costs the parser nothing; where that is, is looked for
 * only where something would be refused.
 */
function checkMarks(source: string): void {
  try {
    checkEmphasis(source)
    checkWords(source)
  } catch (error) {
    if (!(error instanceof MarkdownLimitError)) throw error
    const lines = splitLines(source)
    const code = findCode(lines, plainRules)
    const others = lines.map((line, index) => (isCode(code[index]) ? '' : line)).join('\n')
    checkEmphasis(others)
    checkWords(others)
  }
}

function isCode(line: LineCode | undefined): boolean {
  return line?.kind === 'code' || line?.kind === 'indented'
}

/** CommonMark 0.31.2, section 2.3: whatever reads the text later may end at a NUL or refuse it. */
function withoutNul(markdown: string): string {
  return markdown.replaceAll('\0', '\uFFFD')
}
