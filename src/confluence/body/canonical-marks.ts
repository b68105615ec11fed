/** The marks of a node in their canonical form: as a set, without comments. @module */
import { type AnyMark, type AnyNode, marksOf } from '../../render/unchecked-node.ts'
import { resolvedAddress } from './page-address.ts'
import { isRecord } from './sent-node.ts'
import { stableMembers } from './stable-json.ts'

/**
 * Write the marks of a node.
 * @param node Any node.
 * @returns An empty text where there are none.
 */
export function canonicalMarks(node: AnyNode): string {
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
