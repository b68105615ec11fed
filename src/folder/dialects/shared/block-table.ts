/** HTML tables, for cells that hold blocks. @module */
import type { Part } from '../parts/part.ts'

interface TableRow {
  readonly isHead: boolean
  readonly cells: readonly (readonly Part[])[]
  readonly line: number
}

export function tableOfBlocks(rows: readonly TableRow[]): readonly Part[] {
  const tag = (text: string, line: number): readonly Part[] => [
    { type: 'raw', text },
    { type: 'break', line },
  ]
  const first = rows[0]?.line ?? 1
  return [
    ...tag('<table>', first),
    ...rows.flatMap(({ isHead, cells, line }) => {
      const name = isHead ? 'th' : 'td'
      const blank: Part = { type: 'break', line }
      return [
        ...tag('<tr>', line),
        ...cells.flatMap((cell) => [
          ...tag(`<${name}>`, line),
          blank,
          ...cell,
          blank,
          blank,
          ...tag(`</${name}>`, line),
        ]),
        ...tag('</tr>', line),
      ]
    }),
    { type: 'raw', text: '</table>' },
  ]
}
