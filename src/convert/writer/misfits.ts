/** What becomes of a block that its parent cannot hold, by rows of a table. @module */
import type { AdfNodeType, AdfParentType } from '../adf/types.ts'
import type { WarningCode } from '../warnings.ts'

export type MisfitAction =
  /** The block is written behind its parent, which opens again for what follows. */
  | 'lift'
  /** Only the content of the block is written. */
  | 'flatten'
  /** A heading becomes a bold paragraph. */
  | 'strong-paragraph'
  | 'nested-expand'
  /** Only the blocks in the table's cells are written. */
  | 'flatten-table'
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

/** Keyed by parent, then by child; all other combinations are lifted. */
const misfits: Readonly<Partial<Record<AdfParentType, Row>>> = {
  listItem: inQuote,
  blockquote: inQuote,
  panel: { blockquote: 'flatten', panel: 'flatten' },
  expand: { expand: 'nested-expand' },
  nestedExpand: { expand: 'flatten', nestedExpand: 'flatten' },
  tableCell: inCell,
  tableHeader: inCell,
}

/** Decide what becomes of a child that its parent cannot hold. */
export function misfitAction(parentType: AdfParentType, childType: AdfNodeType): MisfitAction {
  return misfits[parentType]?.[childType] ?? 'lift'
}

const codes: Readonly<Partial<Record<MisfitAction, WarningCode>>> = {
  drop: 'rule-dropped',
  'flatten-table': 'table-flattened',
  lift: 'block-lifted',
  'strong-paragraph': 'heading-flattened',
}
const codesOfFlattened: Readonly<Partial<Record<AdfNodeType, WarningCode>>> = {
  blockquote: 'quote-flattened',
  panel: 'panel-flattened',
}

/**
 * Name the warning for a block that could not stay where it stood. Undefined if readers see no
 * difference.
 */
export function misfitWarning(action: MisfitAction, type: AdfNodeType): WarningCode | undefined {
  return action === 'flatten' ? codesOfFlattened[type] : codes[action]
}
