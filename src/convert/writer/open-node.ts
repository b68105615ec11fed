/** A node that is open while its content is written. @module */
import { markParents, nodeRules } from '../adf/content-rules.ts'
import type { AdfMark, AdfMarkType, AdfParentType } from '../adf/types.ts'
import { panelNames } from '../alert-types.ts'
import type { RowText } from './document-text.ts'

export interface NodeAttributes {
  readonly order?: number
  readonly localId?: string
  readonly panelType?: string
  readonly title?: string
  readonly text?: string
}

export type Align = 'left' | 'center' | 'right'

export class OpenAdfNode {
  readonly type: AdfParentType
  readonly children: ReadonlySet<string>
  readonly attrs: NodeAttributes | undefined
  marks: readonly AdfMark[] | undefined
  readonly line: number
  /** Level of the node that contains this one: blocks lifted out of this one look for a place there. */
  home = 0
  /** Whether its JSON has been begun and not ended. */
  isOpen = false
  /** Whether a child is written, so that the next one needs a comma. */
  hasNode = false
  /** Whether only the content is written, not the node itself. */
  isFlat = false
  /** Whether a block was lifted out of this list item; then all later blocks are, too. */
  isEnded = false
  /** How many blocks the document puts into this node, also those that are written elsewhere. */
  blockCount = 0
  /** How many children are written in this node, in all parts into which it is split. */
  childCount = 0
  /** How many blocks were lifted out of this node. */
  liftedCount = 0
  /** Whether the title must be written before the content, because the node itself is not. */
  owesTitle = false
  /** If no child stays in the node, its title is written above the first block lifted out of it. */
  lateTitle: { isNeeded: boolean } | undefined
  /** How an HTML element around the blocks aligns them. */
  align: Align | undefined
  row: RowText | undefined
  /** Whether the list item comes from Markdown, not from a document written as ADF. */
  isWrittenItem = false
  /** JSON of the last block in this node; empty if that block contains other blocks. */
  lastBlock = ''
  /** Whether the last block in this node was a tab. */
  endsWithTab = false
  #end = ']}'

  constructor(type: AdfParentType, line: number, attrs?: NodeAttributes) {
    this.type = type
    this.children = nodeRules[type].children
    this.attrs = attrs
    this.line = line
  }

  /** A cell of a flattened table; nothing is written for an empty one. */
  get isFlatCell(): boolean {
    return this.isFlat && isPartOfTable(this.type)
  }

  /** Whether the node would be invalid without a paragraph. */
  get needsBlock(): boolean {
    if (!this.children.has('paragraph') || this.isFlatCell) return false
    return this.isFlat ? this.blockCount === 0 : this.childCount + this.liftedCount === 0
  }

  /** The words that readers see beside the content, such as the title of an expand. */
  get title(): string {
    if (this.type === 'panel') return panelNames[this.attrs?.panelType ?? ''] ?? ''
    return this.attrs?.text ?? this.attrs?.title ?? ''
  }

  /** Begin the node's JSON. Further parts of a numbered list continue its numbers. */
  begin(): string {
    const { type } = this
    const attrs = this.#attributesOfPart()
    this.isOpen = true
    this.hasNode = false
    return attrs === undefined
      ? (beginnings.get(type) as string)
      : `{"type":"${type}","attrs":${JSON.stringify(attrs)},"content":[`
  }

  /** Keep the marks that the node may have in a parent; returns whether it keeps them all. */
  placeMarks(parentType: AdfParentType): boolean {
    const { marks = [] } = this
    const placed = marks.filter(({ type }) => canHaveMark(parentType, type))
    this.#end = placed.length === 0 ? ']}' : `],"marks":${JSON.stringify(placed)}}`
    return placed.length === marks.length
  }

  /** End the node's JSON. */
  end(): string {
    this.isOpen = false
    return this.#end
  }

  #attributesOfPart(): NodeAttributes | undefined {
    const { attrs, childCount, type } = this
    if (childCount === 0) return attrs
    if (type === 'orderedList') return { ...attrs, order: (attrs?.order ?? 1) + childCount }
    if (type === 'taskList') return { localId: `${attrs?.localId}-${childCount}` }
    return attrs
  }
}

const beginnings = new Map<string, string>(
  Object.keys(nodeRules).map((type) => [type, `{"type":"${type}","content":[`]),
)

export function isPartOfTable(type: string): boolean {
  return type === 'tableRow' || type === 'tableCell' || type === 'tableHeader'
}

/** Tell whether a block may carry a mark in a parent. */
export function canHaveMark(parentType: AdfParentType, mark: AdfMarkType): boolean {
  return markParents[mark]?.has(parentType) !== false
}
