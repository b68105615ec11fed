/** Reads nodes of a body from a site, which may be any JSON. @module */
import type { AnyNode } from '../../convert/adf/any-node.ts'

const maxJsonDepth = 1_000

/**
 * Read the top-level nodes of ADF. Anything that is no document becomes a paragraph with its text.
 * @throws {RangeError} When it nests too deep.
 */
export function readNodes(body: string): readonly AnyNode[] {
  let doc: unknown
  try {
    doc = JSON.parse(body)
  } catch {
    doc = undefined
  }
  if (isDeeperThan(maxJsonDepth, doc)) {
    throw new RangeError(`The page nests deeper than ${maxJsonDepth} levels of JSON.`)
  }
  if (isRecord(doc) && Array.isArray(doc.content)) return childrenOf(doc)
  const isEmpty = body.trim() === '' || isRecord(doc)
  return isEmpty ? [] : [{ type: 'paragraph', content: [{ type: 'text', text: body }] }]
}

export function childrenOf({ content }: { readonly content?: unknown }): readonly AnyNode[] {
  if (!Array.isArray(content)) return []
  return content.every(isNode) ? content : content.filter(isNode)
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isNode(value: unknown): value is AnyNode {
  return isRecord(value) && typeof value.type === 'string'
}

/** Checks level by level, because recursion could exhaust the stack. */
function isDeeperThan(limit: number, value: unknown): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true
    const below: unknown[] = []
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue
      for (const inner of Object.values(item)) {
        if (typeof inner === 'object' && inner !== null) below.push(inner)
      }
    }
    level = below
  }
  return false
}
