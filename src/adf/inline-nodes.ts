/** The node types of ADF inside a sentence. @module */
import type { AdfMark, AdfMarkType, AdfTextMarkType } from './marks.ts'

/** The members of each inline node; the rows of `content-rules` check them. */
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

export type Marks<Type extends AdfMarkType> = readonly AdfMark<Type>[]

export type LocalId = {
  readonly localId?: string
}

/** A macro. */
export type Extension = LocalId & {
  readonly extensionType: string
  readonly extensionKey: string
  readonly parameters?: unknown
  readonly text?: string
}

export type MediaSize = LocalId & {
  readonly alt?: string
  readonly width?: number
  readonly height?: number
}

/** A link that is shown as a preview of its target. */
export type Card = (LocalId & { readonly url: string }) | (LocalId & { readonly data: unknown })
