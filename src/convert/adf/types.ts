/** The Atlassian Document Format as plain data, after the official JSON schema. @module */

/**
 * A document.
 *
 * @example
 * ```ts
 * const doc: AdfDoc = {
 *   version: 1,
 *   type: 'doc',
 *   content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hello' }] }],
 * }
 * ```
 */
export interface AdfDoc {
  readonly version: 1
  readonly type: 'doc'
  readonly content: readonly AdfNode<AdfRootType>[]
}

/**
 * A node of a document; `AdfNode<'paragraph'>` is that of one type. A `switch` over `type` narrows
 * it to what that type may hold.
 *
 * @example
 * ```ts
 * const heading: AdfNode<'heading'> = {
 *   type: 'heading',
 *   attrs: { level: 2 },
 *   content: [{ type: 'text', text: 'Install', marks: [{ type: 'em' }] }],
 * }
 * ```
 */
export type AdfNode<Type extends AdfNodeType = AdfNodeType> = {
  [One in Type]: { readonly type: One } & Readonly<AdfNodes[One]>
}[Type]

/** The types of nodes inside a document. */
export type AdfNodeType = keyof AdfNodes

type Nodes<Type extends AdfNodeType> = readonly AdfNode<Type>[]

type ListType = 'bulletList' | 'orderedList' | 'taskList'
type MediaType = 'mediaSingle' | 'mediaGroup'
type CardType = 'blockCard' | 'embedCard'

type ExpandableType =
  | 'paragraph'
  | 'panel'
  | 'blockquote'
  | 'rule'
  | 'heading'
  | 'codeBlock'
  | 'decisionList'
  | 'extension'
  | ListType
  | MediaType

type ColumnType = ExpandableType | CardType | 'table' | 'bodiedExtension' | 'expand'

/** Blocks that a document holds without a block around them. */
type AdfRootType = ColumnType | 'layoutSection'

type Task = {
  readonly localId: string
  readonly state: 'TODO' | 'DONE'
}
type BlockExtension = Extension & {
  readonly layout?: 'default' | 'wide' | 'full-width'
}
type MediaLayout =
  | 'center'
  | 'wide'
  | 'full-width'
  | 'wrap-left'
  | 'wrap-right'
  | 'align-start'
  | 'align-end'
interface Cell {
  attrs?: LocalId & {
    readonly colspan?: number
    readonly rowspan?: number
    readonly colwidth?: readonly number[]
    readonly background?: string
    readonly valign?: 'top' | 'middle' | 'bottom'
  }
  content: Nodes<ExpandableType | CardType | 'nestedExpand'>
}

export interface AdfNodes extends AdfInlineNodes {
  paragraph: {
    attrs?: LocalId
    content?: Nodes<AdfInlineType>
    marks?: Marks<'alignment' | 'indentation' | 'fontSize'>
  }
  heading: {
    /** Levels 1 to 6. */
    attrs: LocalId & { readonly level: number }
    content?: Nodes<AdfInlineType>
    marks?: Marks<'alignment' | 'indentation'>
  }
  rule: { attrs?: LocalId }
  bulletList: { attrs?: LocalId; content: Nodes<'listItem'> }
  orderedList: { attrs?: LocalId & { readonly order?: number }; content: Nodes<'listItem'> }
  listItem: {
    attrs?: LocalId
    content: Nodes<'paragraph' | ListType | 'mediaSingle' | 'codeBlock' | 'extension'>
  }
  taskList: {
    attrs: { readonly localId: string }
    content: Nodes<'taskItem' | 'taskList' | 'blockTaskItem'>
  }
  taskItem: { attrs: Task; content?: Nodes<AdfInlineType> }
  blockTaskItem: { attrs: Task; content: Nodes<'paragraph' | 'extension'> }
  decisionList: { attrs: { readonly localId: string }; content: Nodes<'decisionItem'> }
  decisionItem: {
    attrs: { readonly localId: string; readonly state: string }
    content?: Nodes<AdfInlineType>
  }
  blockquote: {
    attrs?: LocalId
    content: Nodes<
      'paragraph' | 'orderedList' | 'bulletList' | 'codeBlock' | MediaType | 'extension'
    >
  }
  codeBlock: {
    attrs?: LocalId & {
      readonly language?: string
      readonly uniqueId?: string
      readonly wrap?: boolean
      readonly hideLineNumbers?: boolean
    }
    content?: Nodes<'text'>
    marks?: Marks<'breakout'>
  }
  panel: {
    attrs: LocalId & {
      readonly panelType: 'info' | 'note' | 'tip' | 'warning' | 'error' | 'success' | 'custom'
      readonly panelIcon?: string
      readonly panelIconId?: string
      readonly panelIconText?: string
      readonly panelColor?: string
    }
    content: Nodes<
      | 'paragraph'
      | 'heading'
      | 'blockCard'
      | 'codeBlock'
      | 'rule'
      | 'decisionList'
      | 'extension'
      | ListType
      | MediaType
    >
  }
  table: {
    attrs?: LocalId & {
      readonly isNumberColumnEnabled?: boolean
      readonly layout?: 'wide' | 'full-width' | 'center' | 'align-start' | 'align-end' | 'default'
      readonly width?: number
      readonly displayMode?: 'default' | 'fixed'
    }
    content: Nodes<'tableRow'>
    marks?: Marks<'fragment'>
  }
  tableRow: { attrs?: LocalId; content: Nodes<'tableCell' | 'tableHeader'> }
  tableCell: Cell
  tableHeader: Cell
  expand: {
    attrs?: LocalId & { readonly title?: string }
    content: Nodes<ExpandableType | CardType | 'table' | 'nestedExpand'>
    marks?: Marks<'breakout'>
  }
  nestedExpand: {
    attrs: LocalId & { readonly title: string }
    content: Nodes<ExpandableType>
  }
  mediaSingle: {
    attrs: LocalId &
      (
        | {
            readonly layout: MediaLayout
            readonly width?: number
            readonly widthType?: 'percentage'
          }
        | { readonly layout: MediaLayout; readonly width: number; readonly widthType: 'pixel' }
      )
    /** A `media`, then perhaps its `caption`. */
    content: Nodes<'media' | 'caption'>
    marks?: Marks<'link'>
  }
  mediaGroup: { content: Nodes<'media'> }
  media: {
    attrs: MediaSize &
      (
        | { readonly type: 'external'; readonly url: string }
        | {
            readonly type: 'file' | 'link'
            readonly id: string
            readonly collection: string
            readonly occurrenceKey?: string
          }
      )
    marks?: Marks<'link' | 'annotation' | 'border' | 'dataConsumer'>
  }
  caption: {
    attrs?: LocalId
    content?: Nodes<Exclude<AdfInlineType, 'inlineExtension' | 'mediaInline'>>
  }
  blockCard: {
    attrs:
      | Card
      | (LocalId & {
          readonly datasource: AdfDatasource
          readonly url?: string
          readonly width?: number
          readonly layout?: MediaLayout
        })
  }
  embedCard: {
    attrs: LocalId & {
      readonly url: string
      readonly layout: MediaLayout
      readonly width?: number
      readonly originalHeight?: number
      readonly originalWidth?: number
    }
  }
  extension: { attrs: BlockExtension; marks?: Marks<'dataConsumer' | 'fragment'> }
  bodiedExtension: {
    attrs: BlockExtension
    content: Nodes<ExpandableType | CardType | 'table'>
    marks?: Marks<'dataConsumer' | 'fragment'>
  }
  layoutSection: {
    attrs?: LocalId
    content: Nodes<'layoutColumn'>
    marks?: Marks<'breakout'>
  }
  layoutColumn: {
    attrs: LocalId & { readonly width: number; readonly valign?: 'top' | 'middle' | 'bottom' }
    content: Nodes<ColumnType>
  }
}

export type AdfDatasource = {
  readonly id: string
  readonly parameters: unknown
  readonly views: readonly { readonly type: string; readonly properties?: unknown }[]
}

/** The members of each inline node; the rows of `content-rules` check them. */
interface AdfInlineNodes {
  /** Never empty. */
  text: { text: string; marks?: Marks<AdfTextMarkType> }
  hardBreak: { attrs?: LocalId & { readonly text?: '\n' } }
  emoji: {
    attrs: LocalId & { readonly shortName: string; readonly id?: string; readonly text?: string }
  }
  mention: {
    attrs: LocalId & {
      readonly id: string
      readonly text?: string
      readonly accessLevel?: string
      readonly userType?: 'DEFAULT' | 'SPECIAL' | 'APP'
    }
  }
  /** Milliseconds since 1970 in decimal digits. */
  date: { attrs: LocalId & { readonly timestamp: string } }
  status: {
    /** The color is a name such as `green`, or `#` with six hexadecimal digits. */
    attrs: LocalId & { readonly text: string; readonly color: string; readonly style?: string }
  }
  placeholder: { attrs: LocalId & { readonly text: string } }
  inlineCard: { attrs: Card }
  mediaInline: {
    attrs: MediaSize & {
      readonly id: string
      readonly collection: string
      readonly type?: 'link' | 'file' | 'image'
      readonly occurrenceKey?: string
      readonly data?: unknown
    }
    marks?: Marks<'link' | 'annotation' | 'border'>
  }
  inlineExtension: { attrs: Extension; marks?: Marks<'dataConsumer' | 'fragment'> }
}

export type AdfInlineType = keyof AdfInlineNodes

type Marks<Type extends AdfMarkType> = readonly AdfMark<Type>[]

type LocalId = {
  readonly localId?: string
}

/** A macro. */
type Extension = LocalId & {
  readonly extensionType: string
  readonly extensionKey: string
  readonly parameters?: unknown
  readonly text?: string
}

type MediaSize = LocalId & {
  readonly alt?: string
  readonly width?: number
  readonly height?: number
}

/** A link that is shown as a preview of its target. */
type Card = (LocalId & { readonly url: string }) | (LocalId & { readonly data: unknown })

/**
 * A mark; `AdfMark<'link'>` is that of one type.
 *
 * @example
 * ```ts
 * const link: AdfMark<'link'> = { type: 'link', attrs: { href: 'https://example.org/' } }
 * ```
 */
export type AdfMark<Type extends AdfMarkType = AdfMarkType> = {
  [One in Type]: AdfMarkAttrs[One] extends undefined
    ? { readonly type: One }
    : { readonly type: One; readonly attrs: Readonly<AdfMarkAttrs[One]> }
}[Type]

export type AdfMarkType = keyof AdfMarkAttrs

/** The attributes of each mark; the rows of `content-rules` check them. */
export interface AdfMarkAttrs {
  strong: undefined
  em: undefined
  underline: undefined
  strike: undefined
  code: undefined
  subsup: { type: 'sub' | 'sup' }
  link: {
    href: string
    title?: string
    id?: string
    collection?: string
    occurrenceKey?: string
  }
  /** `#` with six hexadecimal digits. */
  textColor: { color: string }
  backgroundColor: { color: string }
  annotation: { id: string; annotationType: 'inlineComment' }
  alignment: { align: 'center' | 'end' }
  /** Levels 1 to 6. */
  indentation: { level: number }
  breakout: { mode: 'wide' | 'full-width'; width?: number }
  /** Sizes 1 to 3. */
  border: { size: number; color: string }
  fontSize: { fontSize: 'small' }
  fragment: { localId: string; name?: string }
  dataConsumer: { sources: readonly string[] }
}

export type AdfTextMarkType =
  | 'strong'
  | 'em'
  | 'underline'
  | 'strike'
  | 'code'
  | 'subsup'
  | 'link'
  | 'textColor'
  | 'backgroundColor'
  | 'annotation'
