/** A node that is open while its content is written. @module */
import { markParents, nodeRules } from '../adf/content-rules.ts'
import { panelNames } from '../adf/panel-titles.ts'
import type { AdfMark, AdfMarkType, AdfParentType } from '../adf/types.ts'

export interface NodeAttributes {
  readonly order?: number
  readonly localId?: string
  readonly panelType?: string
  readonly title?: string
  readonly text?: string
}

export type Align = 'left' | 'center' | 'right'

/** A row of a table, whose text is one line. */
export interface RowText {
  /** The text of the document above it. */
  readonly above: string
  readonly lateLine: string
  text: string
  cells: number
}

/** A note at the end of the page: it begins with a target, and ends with a way back. */
export interface Note {
  /** JSON of what its first paragraph begins with. */
  start: string | undefined
  /** Give what a paragraph ends with, should it be the last block. */
  end(): string
  isReferred(): boolean
  endsWithParagraph: boolean
}

export class OpenAdfNode {
  readonly type: AdfParentType
  readonly children: ReadonlySet<string>
  readonly attrs: NodeAttributes | undefined
  marks: readonly AdfMark[] | undefined
  readonly line: number
  /** Level of the node that took it; what is lifted out of it goes on from there. */
  home = 0
  /** Whether its JSON has begun, and not ended. */
  isOpen = false
  /** Whether its JSON holds a node, behind which a comma is needed. */
  hasNode = false
  /** Whether its content takes its place. */
  isFlat = false
  /** Whether something was lifted out of this list item, so that all that follows is too. */
  isEnded = false
  /** How many blocks were put into it, wherever they went. */
  given = 0
  /** How many nodes it holds, in all its parts. */
  placed = 0
  /** How many nodes were lifted out of it. */
  lifted = 0
  /** Whether its title has to stand before its content, because it is flattened. */
  owesTitle = false
  /** Set where something was lifted out first: the title stands above that, should nothing stay. */
  lateTitle: { isNeeded: boolean } | undefined
  /** How an element of HTML around aligns the blocks in it. */
  align: Align | undefined
  row: RowText | undefined
  /** Whether it is an item that we write, not one of a document in ADF. */
  isWrittenItem = false
  note: Note | undefined
  /** Whether the last block was a tab. */
  endsWithTab = false
  #end = ']}'

  constructor(type: AdfParentType, line: number, attrs?: NodeAttributes) {
    this.type = type
    this.children = nodeRules[type].children
    this.attrs = attrs
    this.line = line
  }

  /** Whether it is a cell of a flattened table, which is nothing without words. */
  get isFlatCell(): boolean {
    return this.isFlat && isPartOfTable(this.type)
  }

  /** Whether it needs a paragraph to be valid. */
  get needsBlock(): boolean {
    if (!this.children.has('paragraph') || this.isFlatCell) return false
    return this.isFlat ? this.given === 0 : this.placed + this.lifted === 0
  }

  /** What readers see of it beside its content, also where its content takes its place. */
  get title(): string {
    if (this.type === 'panel') return panelNames[this.attrs?.panelType ?? ''] ?? ''
    return this.attrs?.text ?? this.attrs?.title ?? ''
  }

  /** Begin its JSON, or that of a further part of it, which goes on with the numbers. */
  begin(): string {
    const { type } = this
    const attrs = this.#attributesOfPart()
    this.isOpen = true
    this.hasNode = false
    return attrs === undefined
      ? (beginnings.get(type) as string)
      : `{"type":"${type}","attrs":${JSON.stringify(attrs)},"content":[`
  }

  /** Give its JSON the marks that it may have in a parent; tells whether these are all. */
  placeMarks(parentType: AdfParentType): boolean {
    const { marks = [] } = this
    const placed = marks.filter(({ type }) => canHaveMark(parentType, type))
    this.#end = placed.length === 0 ? ']}' : `],"marks":${JSON.stringify(placed)}}`
    return placed.length === marks.length
  }

  /** End its JSON. */
  end(): string {
    this.isOpen = false
    return this.#end
  }

  #attributesOfPart(): NodeAttributes | undefined {
    const { attrs, placed, type } = this
    if (placed === 0) return attrs
    if (type === 'orderedList') return { ...attrs, order: (attrs?.order ?? 1) + placed }
    if (type === 'taskList') return { localId: `${attrs?.localId}-${placed}` }
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
