/** The marks of ADF. @module */

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

/** The attributes of each mark; the rows of `mark-rules` check them. */
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
