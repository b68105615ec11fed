/** Tables in storage format. @module */

import { xmlAttributes } from './storage-xml.ts'
import { contentOf, textValue, type UncheckedNode } from './unchecked-node.ts'

export function tableStorage(node: UncheckedNode<'table'>, rows: string): string {
  const { layout, width, displayMode } = node.attrs ?? {}
  const given = xmlAttributes({
    'data-layout': textValue(layout),
    'data-table-width': typeof width === 'number' && width > 0 ? width : undefined,
    'data-table-display-mode': textValue(displayMode),
  })
  return `<table${given}>${columns(node)}<tbody>${rows}</tbody></table>`
}

/** The widths stand in the cells; those of the first row are the columns'. */
function columns(table: UncheckedNode<'table'>): string {
  const [row] = contentOf(table)
  const cells = row ? contentOf(row) : []
  const widths = cells.flatMap((cell): readonly unknown[] => {
    const colwidth = cell?.attrs?.colwidth
    return Array.isArray(colwidth) ? colwidth : Array.from({ length: span(cell?.attrs?.colspan) })
  })
  if (!widths.some(isWidth)) return ''
  const written = widths.map((width) =>
    isWidth(width) ? `<col style="width: ${width}px;"/>` : '<col/>',
  )
  return `<colgroup>${written.join('')}</colgroup>`
}

function isWidth(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value <= 10_000
}

export function cellStorage(
  { type, attrs = {} }: UncheckedNode<'tableHeader' | 'tableCell'>,
  inside: string,
): string {
  const tag = type === 'tableHeader' ? 'th' : 'td'
  const color = textValue(attrs.background)
  const given = xmlAttributes({
    colspan: span(attrs.colspan) > 1 ? span(attrs.colspan) : undefined,
    rowspan: span(attrs.rowspan) > 1 ? span(attrs.rowspan) : undefined,
    'data-highlight-colour': /^#?[a-z\d]{1,20}$/i.test(color) ? color : undefined,
  })
  return `<${tag}${given}>${inside}</${tag}>`
}

/** Wider spans are no table that anybody could read. */
const maxSpan = 1_000

function span(value: unknown): number {
  const isSpan = Number.isInteger(value) && Number(value) > 1 && Number(value) <= maxSpan
  return isSpan ? Number(value) : 1
}
