/**
 * The canonical form of ADF: one text for all that a save by the API or by the editor makes of the same
 * block. What it drops was recorded on a live site by ckedwards/rfluence and pmarschik/adfast.
 * @module
 */
import { type AnyMark, type AnyNode, marksOf } from '../../render/unchecked-node.ts'
import { canonicalAdfAttributes } from './canonical-adf-attributes.ts'
import { resolvedAddress } from './page-address.ts'
import { childrenOf, isRecord } from './sent-node.ts'
import { stableMembers } from './stable-json.ts'

/**
 * Write a node in its canonical form, without comments.
 * @param node Any node that does not nest too deep to be read.
 */
export function canonicalAdf(node: AnyNode): string {
  const type = node.type === 'blockTaskItem' ? 'taskItem' : node.type
  const head = `${nameOf(type)}${canonicalAdfAttributes(node)}${canonicalMarks(node)}`
  const children = childrenOf(node)
  const inside = canonicalChildren(type === 'taskItem' ? sentencesIn(children) : children)
  return inside === '' ? head : `${head}[${inside}]`
}

/** Neighbouring texts with the same marks are one text. */
function canonicalChildren(children: readonly AnyNode[]): string {
  let written = ''
  let text = ''
  let marks = ''
  const flush = (): void => {
    if (text !== '') written += `${JSON.stringify(text)}${marks}`
    text = ''
  }
  for (const child of children) {
    if (child.type !== 'text') {
      flush()
      written += canonicalAdf(child)
      continue
    }
    if (typeof child.text !== 'string' || child.text === '') continue
    const own = canonicalMarks(child)
    if (own !== marks) flush()
    marks = own
    text += child.text
  }
  flush()
  return written
}

/** Confluence keeps a task of blocks as a task of sentences. */
function sentencesIn(children: readonly AnyNode[]): readonly AnyNode[] {
  return children.flatMap((child) => (Array.isArray(child.content) ? childrenOf(child) : [child]))
}

/** Types are words; another one cannot be taken for what stands around it. */
function nameOf(type: string): string {
  return /^\w+$/.test(type) ? type : `?${JSON.stringify(type)}`
}

/** Write the marks of a node; an empty text where there are none. */
function canonicalMarks(node: AnyNode): string {
  const all = marksOf(node)
  if (all.length === 0) return ''
  const isCode = all.some((mark) => mark?.type === 'code')
  const written = all
    .filter((mark) => isRecord(mark) && !dropped.has(mark.type))
    .filter(({ type }) => !isCode || besideCode.has(type))
    .map(canonicalMark)
    .filter((mark) => mark !== '')
  return written.length === 0 ? '' : `<${[...new Set(written)].sort().join()}>`
}

/** Comments are no part of what a page says; Confluence keeps no sizes of text. */
const dropped: ReadonlySet<unknown> = new Set(['annotation', 'fontSize'])

/** Confluence drops every other mark of code. */
const besideCode: ReadonlySet<unknown> = new Set(['code', 'link'])

function canonicalMark({ type, attrs }: AnyMark): string {
  const own = isRecord(attrs) ? attrs : {}
  if (type === 'breakout') return canonicalBreakout(own)
  const { localId: _, ...rest } = own
  // Confluence's editor names tables and macros for others that read them.
  if (type === 'fragment' && typeof rest.name !== 'string') return ''
  const { href } = rest
  const resolved = typeof href === 'string' ? { ...rest, href: resolvedAddress(href) } : rest
  return `${JSON.stringify(type) ?? ''}${stableMembers(resolved)}`
}

/** The editor writes down the width that a block has anyway. */
function canonicalBreakout({ mode, width }: Readonly<Record<string, unknown>>): string {
  if (mode === 'wide' && width === 760) return ''
  const isUsual = usualWidths[String(mode)] === width
  return `breakout${stableMembers({ mode, width: isUsual ? null : width })}`
}

/** What it writes where the block says no width. */
const usualWidths: Readonly<Record<string, number>> = { 'full-width': 1_800, wide: 1_011 }
