/** Fills up the short rows of tables, so that each row has a cell for each column. @module */
import type { CountBudget } from './count-budget.ts'
import type { LooseNode } from './loose-adf.ts'

/**
 * Give each row as many cells as the longest has.
 * @param rows Table rows, in which no cell spans others.
 */
export function fillRows(rows: readonly LooseNode[], budget: CountBudget): LooseNode[] {
  // Not `Math.max(...)`: a hostile table has more rows than a call has arguments.
  const columns = rows.reduce((most, row) => Math.max(most, row.content?.length ?? 0), 1)
  return rows.map((row) => {
    const cells = row.content ?? []
    const missing = columns - cells.length
    if (missing === 0 || !budget.take(missing)) return row
    const type =
      cells[0]?.type === 'tableHeader' && cells.every(isHeader) ? 'tableHeader' : 'tableCell'
    const line = row.line ?? 1
    const empty: LooseNode = { type, content: [{ type: 'paragraph', line }], line }
    return { ...row, content: [...cells, ...Array.from({ length: missing }, () => empty)] }
  })
}

function isHeader({ type }: LooseNode): boolean {
  return type === 'tableHeader'
}
