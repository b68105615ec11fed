/** What becomes of a block where ADF cannot hold it: one row for each kind of parent. @module */
import type { AdfParentType } from '../adf/node-row.ts'
import type { AdfNodeType } from '../adf/types.ts'

export type MisfitAction =
  /** The block stands after its parent, which goes on below it. */
  | 'lift'
  /** The block's content stands in its place. */
  | 'flatten'
  /** A heading becomes a bold paragraph. */
  | 'strong-paragraph'
  /** An expand inside something becomes ADF's smaller one. */
  | 'nested-expand'
  /** A table's rows become paragraphs. */
  | 'flatten-table'
  /** Nothing stands in its place. */
  | 'drop'

type Row = Readonly<Partial<Record<AdfNodeType, MisfitAction>>>

const inCell: Row = {
  table: 'flatten-table',
  expand: 'nested-expand',
  bodiedExtension: 'flatten',
  layoutSection: 'flatten',
  layoutColumn: 'flatten',
}
const inQuote: Row = { heading: 'strong-paragraph', blockquote: 'flatten', rule: 'drop' }

/** By parent, then by child; whatever has no row is lifted. */
const misfits: Readonly<Partial<Record<AdfParentType, Row>>> = {
  listItem: inQuote,
  blockquote: inQuote,
  panel: { blockquote: 'flatten', panel: 'flatten' },
  expand: { expand: 'nested-expand' },
  nestedExpand: { expand: 'flatten', nestedExpand: 'flatten' },
  tableCell: inCell,
  tableHeader: inCell,
}

/** Tell what becomes of a child that its parent cannot hold. */
export function misfitAction(parentType: AdfParentType, childType: AdfNodeType): MisfitAction {
  return misfits[parentType]?.[childType] ?? 'lift'
}
