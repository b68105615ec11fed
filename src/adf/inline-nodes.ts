/** ADF inside a sentence: one row for each type of node. @module */
import type { AdfMark, AdfMarkType, AdfTextMarkType } from './marks.ts'

/** What each of these types may hold beside its type; the rows of `content-rules` check it. */
export interface AdfInlineNodes {
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
  /** Milliseconds since 1970, in decimal digits. */
  date: { attrs: LocalId & { readonly timestamp: string } }
  status: {
    /** The color is a name such as `green`, or `#` and six hexadecimal digits. */
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

/** The types of nodes that stand in a sentence. */
export type AdfInlineType = keyof AdfInlineNodes

/** Marks that a node carries. */
export type Marks<Type extends AdfMarkType> = readonly AdfMark<Type>[]

/** What a program may tell nodes apart by. */
export type LocalId = {
  readonly localId?: string
}

/** A macro: what it is and what it was given. */
export type Extension = LocalId & {
  readonly extensionType: string
  readonly extensionKey: string
  readonly parameters?: unknown
  readonly text?: string
}

/** What is known of an image or file. */
export type MediaSize = LocalId & {
  readonly alt?: string
  readonly width?: number
  readonly height?: number
}

/** A link that is shown as what it leads to. */
export type Card = (LocalId & { readonly url: string }) | (LocalId & { readonly data: unknown })
