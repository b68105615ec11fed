/** Tables as HTML, with headers that say what they are headers of. @module */
import type { AnyNode, UncheckedNode } from './unchecked-node.ts'

/**
 * Render a table.
 * @param number Which one of the page it is, for its name.
 */
export function tableHtml(
  node: UncheckedNode<'table'>,
  number: number,
  render: (nodes: unknown) => string,
): string {
  const rows = nodesOf(node.content)
  const body = rows.map((row) => rowHtml(row, render))
  const head = headLength(rows)
  const part = (tag: string, from: number, to?: number): string => {
    const html = body.slice(from, to).join('')
    return html === '' ? '' : `<${tag}>${html}</${tag}>`
  }
  const numbered = node.attrs?.isNumberColumnEnabled === true ? ' class="numbered"' : ''
  // A wide table scrolls inside its frame, which the keyboard must reach.
  return `<div class="table" role="region" aria-label="Table ${number}" tabindex="0"><table${numbered}>${part('thead', 0, head)}${part('tbody', head)}</table></div>`
}

function rowHtml(row: AnyNode, render: (nodes: unknown) => string): string {
  if (row.type !== 'tableRow') return `<tr><td>${render([row])}</td></tr>`
  const scope = isHeaderRow(row) ? 'col' : 'row'
  const cells = nodesOf(row.content).map((cell) => {
    const { type, attrs = {}, content } = cell
    if (type === 'tableHeader') {
      return `<th scope="${scope}"${spans(attrs)}>${render(content)}</th>`
    }
    if (type === 'tableCell') return `<td${spans(attrs)}>${render(content)}</td>`
    return `<td>${render([cell])}</td>`
  })
  return `<tr>${cells.join('')}</tr>`
}

/** A cell cannot reach from the head into the body, so a head with such a cell is none. */
function headLength(rows: readonly AnyNode[]): number {
  const firstOfBody = rows.findIndex((row) => !isHeaderRow(row))
  const length = firstOfBody < 0 ? rows.length : firstOfBody
  const isClosed = rows
    .slice(0, length)
    .every(({ content }, index) =>
      nodesOf(content).every(({ attrs }) => index + span(attrs?.rowspan) <= length),
    )
  return isClosed ? length : 0
}

function isHeaderRow({ content }: AnyNode): boolean {
  const cells = nodesOf(content)
  return cells.length > 0 && cells.every(({ type }) => type === 'tableHeader')
}

function nodesOf(content: unknown): readonly AnyNode[] {
  if (!Array.isArray(content)) return []
  return content.filter((node) => typeof node === 'object' && node !== null && 'type' in node)
}

function spans(attrs: Readonly<Record<string, unknown>>): string {
  let html = ''
  for (const name of ['colspan', 'rowspan'] as const) {
    if (span(attrs[name]) > 1) html += ` ${name}="${attrs[name]}"`
  }
  return html
}

function span(value: unknown): number {
  return Number.isInteger(value) && Number(value) > 1 && Number(value) <= 1_000 ? Number(value) : 1
}
