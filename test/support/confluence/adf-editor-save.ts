/** What Cloud's editor makes of a page that somebody saves without a change. @module */
import { randomBytes } from 'node:crypto'
import { type AdfJson, type AdfMark, rebuild, withMarks } from './adf-node.ts'

const tableWidths: Readonly<Record<string, number>> = {
  default: 760,
  wide: 960,
  'full-width': 1800,
}
/** Nodes that get no `localId`. */
const unnamed = ['hardBreak', 'mediaSingle', 'mediaGroup']
const widened = ['codeBlock', 'expand', 'layoutSection']

/** Rewrite a document. */
export function saveAdfInEditor(doc: AdfJson): AdfJson {
  return rebuild(doc, (node, depth) => [rewrite(node, depth)])[0]!
}

function rewrite(node: AdfJson, depth: number): AdfJson {
  if (node.type === 'doc') return node
  const marks = [...(node.marks ?? [])].reverse().map(withoutMetadata)
  if (depth === 1 && widened.includes(node.type) && !marks.some((one) => one.type === 'breakout'))
    marks.push({ type: 'breakout', attrs: { mode: 'wide', width: 760 } })
  const marked = withMarks(node, marks)
  if (node.type === 'text') return marked
  if (unnamed.includes(node.type))
    return node.attrs === undefined ? marked : withoutMetadata(marked)
  return { ...marked, attrs: rewriteAttrs(node) }
}

/** Attributes that save time for its viewer, which the editor does not know. */
function withoutMetadata<Part extends AdfMark>(part: Part): Part {
  if (part.attrs === undefined) return part
  const attrs = Object.entries(part.attrs).filter(([name]) => !name.startsWith('__'))
  return { ...part, attrs: Object.fromEntries(attrs) }
}

function rewriteAttrs(node: AdfJson): Record<string, unknown> {
  const attrs: Record<string, unknown> = { ...withoutMetadata(node).attrs }
  attrs.localId ??= randomBytes(6).toString('hex')
  if (node.type === 'table') attrs.width ??= tableWidths[String(attrs.layout ?? 'default')]
  if (attrs.parameters !== undefined) attrs.parameters = withoutParent(attrs.parameters)
  return attrs
}

function withoutParent(parameters: unknown): unknown {
  const { macroParams, ...rest } = parameters as { macroParams?: Record<string, unknown> }
  const { _parentId: _, ...params } = macroParams ?? {}
  return { macroParams: params, ...rest }
}
