/** Renders tables, panels and tabs as HTML. @module */
import { type AnyNode, contentOf, spanOf, textValue } from '../adf/any-node.ts'
import { isTabId } from '../adf/local-ids.ts'
import { isPanelTitle, panelNames } from '../alert-types.ts'

/**
 * Render a table.
 * @param number Its number on the page, for its label.
 */
export function tableHtml(
  node: AnyNode,
  number: number,
  render: (nodes: unknown) => string,
): string {
  const rows = contentOf(node)
  const body = rows.map((row) => rowHtml(row, render))
  const head = headLength(rows)
  const part = (tag: string, from: number, to?: number): string => {
    const html = body.slice(from, to).join('')
    return html === '' ? '' : `<${tag}>${html}</${tag}>`
  }
  // A wide table scrolls inside its frame, so the keyboard must reach the frame.
  return `<div class="table" role="region" aria-label="Table ${number}" tabindex="0"><table>${part('thead', 0, head)}${part('tbody', head)}</table></div>`
}

function rowHtml(row: AnyNode, render: (nodes: unknown) => string): string {
  if (row.type !== 'tableRow') return `<tr><td>${render([row])}</td></tr>`
  const scope = isHeaderRow(row) ? 'col' : 'row'
  const cells = contentOf(row).map((cell) => {
    const { type, attrs = {}, content } = cell
    if (type === 'tableHeader') {
      return `<th scope="${scope}"${spans(attrs)}>${render(content)}</th>`
    }
    if (type === 'tableCell') return `<td${spans(attrs)}>${render(content)}</td>`
    return `<td>${render([cell])}</td>`
  })
  return `<tr>${cells.join('')}</tr>`
}

/** Cells cannot span from `thead` into `tbody`, so a head with such a cell is no head. */
function headLength(rows: readonly AnyNode[]): number {
  const firstOfBody = rows.findIndex((row) => !isHeaderRow(row))
  const length = firstOfBody < 0 ? rows.length : firstOfBody
  const isClosed = rows
    .slice(0, length)
    .every(({ content }, index) =>
      contentOf({ content }).every(({ attrs }) => index + spanOf(attrs?.rowspan) <= length),
    )
  return isClosed ? length : 0
}

function isHeaderRow({ content }: AnyNode): boolean {
  const cells = contentOf({ content })
  return cells.length > 0 && cells.every(({ type }) => type === 'tableHeader')
}

function spans(attrs: Readonly<Record<string, unknown>>): string {
  let html = ''
  for (const name of ['colspan', 'rowspan'] as const) {
    if (spanOf(attrs[name]) > 1) html += ` ${name}="${attrs[name]}"`
  }
  return html
}

export function panelHtml({ attrs, content }: AnyNode, render: (nodes: unknown) => string): string {
  const type = textValue(attrs?.panelType)
  const known = Object.hasOwn(panelNames, type) ? type : 'custom'
  const label = panelNames[known] ?? 'Note'
  const [first, ...rest]: readonly AnyNode[] = Array.isArray(content) ? content : []
  const isTitled = isPanelTitle(first)
  const shown = isTitled ? render(first?.content) : label
  return `<div class="panel panel-${known}" role="note" aria-label="${label}"><p class="panel-label">${shown}</p>${render(isTitled ? rest : content)}</div>`
}

/** Find the tabs that begin at an index; a single one counts as none. */
export function tabsAt(nodes: readonly unknown[], at: number): readonly AnyNode[] {
  let end = at
  while (isTab(nodes[end])) end += 1
  return end - at < 2 ? [] : (nodes.slice(at, end) as AnyNode[])
}

function isTab(node: unknown): boolean {
  const { type, attrs } = (node ?? {}) as Partial<AnyNode>
  return (type === 'expand' || type === 'nestedExpand') && isTabId(attrs?.localId)
}
