/** The interface to both body formats, ADF and storage format. @module */
import type { AdfDoc } from '../../convert/adf/types.ts'

export interface ReadBody {
  readonly blocks: readonly BodyBlock[]
  /** The text by the rules of `flatText`. */
  readonly text: string
  readonly markers: readonly CommentMarker[]
}

export interface BodyBlock {
  readonly source: string
  /** Equal for blocks with the same content, whatever form saving gave them; without comments. */
  readonly canonical: string
  readonly text: string
}

export interface CommentMarker {
  readonly marker: string
  /** Offsets in UTF-16 units; a comment may have several pieces. */
  readonly start: number
  readonly end: number
  /** For a comment on an image, which has no text: the image's canonical form. */
  readonly image?: string
}

export interface BodyDialect {
  /**
   * Parse a body by any author; unknown nodes give their text.
   * @throws {RangeError} When it nests too deep.
   */
  read(body: string): ReadBody
  /** Write a document block by block; its `annotation` marks are the comments. */
  write(doc: AdfDoc): readonly string[]
  join(sources: readonly string[]): string
}
