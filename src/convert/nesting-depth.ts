/** Refuses trees that nest too deep, before anything recursive reads them. @module */
import { MarkdownLimitError } from './markdown-limit-error.ts'
import { byNumber, type ParsedNodes } from './parsed-nodes.ts'

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
