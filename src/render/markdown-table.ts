/** Tables of ADF as tables of GFM, where they are no more than those can be. @module */

import { isLoneImage } from './markdown-image.ts'
import { markdownInlines } from './markdown-inlines.ts'
import { type AnyNode, contentOf, marksOf } from './unchecked-node.ts'

/**
 * Write a table.
 * @returns Undefined for one that GFM has no notation for, such as with a list in a cell.
 */
export function markdownTable(table: AnyNode): string | undefined {
  const rows = contentOf(table).map(contentOf)
  const columns = rows[0]?.length ?? 0
  const isEven = columns > 0 && rows.every((row) => row.length === columns)
  if (!isEven || !rows.flat().every(isPlainCell)) return undefined
  const hasHeader = rows[0]?.every(({ type }) => type === 'tableHeader') ?? false
  const body = hasHeader ? rows.slice(1) : rows
  if (body.flat().some(({ type }) => type === 'tableHeader')) return undefined
  const alignments = (rows[0] ?? []).map(alignmentOf)
  const isAligned = rows.every((row) =>
    row.every((cell, column) => alignmentOf(cell) === alignments[column]),
  )
  if (!isAligned) return undefined
  const header = hasHeader ? (rows[0] ?? []).map(cellText) : alignments.map(() => '')
  if (hasHeader && header.every((text) => text === '')) return undefined
  return [header, alignments.map(ruleOf), ...body.map((row) => row.map(cellText))]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

type Alignment = 'center' | 'end' | undefined

/** One paragraph, over one column and one row. */
function isPlainCell(cell: AnyNode): boolean {
  const { colspan = 1, rowspan = 1, background } = cell.attrs ?? {}
  const [only, ...others] = contentOf(cell)
  const isParagraph = only?.type === 'paragraph' && others.length === 0
  if (!isParagraph || isLoneImage(contentOf(only))) return false
  const isPlain = marksOf(only).every(({ type }) => type === 'alignment')
  return isPlain && colspan === 1 && rowspan === 1 && background === undefined
}

function alignmentOf(cell: AnyNode): Alignment {
  const [only] = contentOf(cell)
  const align = only === undefined ? undefined : marksOf(only)[0]?.attrs?.align
  return align === 'center' || align === 'end' ? align : undefined
}

function ruleOf(alignment: Alignment): string {
  if (alignment === undefined) return '---'
  return alignment === 'center' ? ':-:' : '--:'
}

function cellText(cell: AnyNode): string {
  const [only] = contentOf(cell)
  return only === undefined ? '' : markdownInlines(contentOf(only), { isInTable: true }).trim()
}
