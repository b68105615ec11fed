/** A code block of the language `adf`: ADF as JSON, inserted where it stands. @module */
import { nodeRules } from '../../adf/content-rules.ts'
import { problems } from '../../adf/problems.ts'
import type { AdfNode } from '../../adf/types.ts'
import type { LooseNode } from '../loose-adf.ts'
import { MarkdownLimitError } from '../markdown-limit-error.ts'

/**
 * Insert the blocks of a piece of ADF.
 * @param json A document, a list of blocks, or one block.
 * @throws {MarkdownLimitError} When it is no valid ADF.
 */
export function adfBlock(json: string, line: number): LooseNode[] {
  const content = blocksOf(parseJson(json, line))
  const [problem] = problems({ type: 'doc', version: 1, content })
  if (problem !== undefined) throw refusal(line, problem.replace(/^doc\.content/, 'content'))
  // What has no problems is a list of nodes.
  return (content as AdfNode[]).map((node) => withLines(node, line, 1))
}

/** A longer reason, which may quote the document, would make a message that no one can read. */
const maxReasonLength = 160

function refusal(line: number, reason: string, cause?: unknown): MarkdownLimitError {
  const shown = reason.length > maxReasonLength ? `${reason.slice(0, maxReasonLength)}…` : reason
  const message = `content has an adf block at line ${line} that is not valid: ${shown}. Correct it, or name another language.`
  return new MarkdownLimitError(message, { cause })
}

function parseJson(json: string, line: number): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw refusal(line, 'it is no JSON', error)
  }
}

function blocksOf(value: unknown): unknown {
  if (Array.isArray(value)) return value
  const isDoc =
    typeof value === 'object' && value !== null && 'type' in value && value.type === 'doc'
  return isDoc && 'content' in value ? value.content : [value]
}

/** Levels in such a block: with those of Markdown around it, less than any renderer can walk. */
const maxDepth = 100

/** Blocks without a line would count as placed already; what stands in a sentence has none. */
function withLines(node: LooseNode, line: number, depth: number): LooseNode {
  if (depth > maxDepth) throw refusal(line, `it nests deeper than ${maxDepth} levels`)
  const { content } = node
  if (content === undefined || nodeRules[node.type].children.has('text')) return { ...node, line }
  return { ...node, content: content.map((child) => withLines(child, line, depth + 1)), line }
}
