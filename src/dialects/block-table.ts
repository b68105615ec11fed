/** Tables whose cells hold blocks, which Markdown has in HTML alone. @module */
import type { Line } from './line.ts'

/** A row of cells, each of lines. */
export interface BlockRow {
  readonly isHead: boolean
  readonly cells: readonly (readonly Line[])[]
  /** The line of the file that it begins at. */
  readonly line: number
}

/** Write a table. */
export function blockTable(rows: readonly BlockRow[]): readonly Line[] {
  const first = rows[0]?.line ?? 1
  const last = rows.at(-1)?.line ?? first
  return [
    { text: '<table>', line: first },
    ...rows.flatMap(({ isHead, cells, line }) => {
      const tag = isHead ? 'th' : 'td'
      const at = (text: string): Line => ({ text, line })
      return [
        at('<tr>'),
        ...cells.flatMap((cell) => [at(`<${tag}>`), at(''), ...cell, at(''), at(`</${tag}>`)]),
        at('</tr>'),
      ]
    }),
    { text: '</table>', line: last },
  ]
}
