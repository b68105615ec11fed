/** The two forms of a body, ADF and storage format, as what plans bodies sees them. @module */
import type { AdfDoc } from '../../adf/types.ts'

/** A body, taken apart. */
export interface ReadBody {
  /** What stands at its top, in order. */
  readonly blocks: readonly BodyBlock[]
  /** All of its text, by the rules of `flatText`. */
  readonly text: string
  /** Where comments stand in that text. */
  readonly markers: readonly CommentMarker[]
}

export interface BodyBlock {
  /** As it was written. */
  readonly source: string
  /** Equal for blocks that say the same, whatever a save made of their form; holds no comments. */
  readonly canonical: string
  /** Its text, by the rules of `flatText`. */
  readonly text: string
}

export interface CommentMarker {
  readonly marker: string
  /** Offsets in UTF-16 units; one comment may stand in several pieces. */
  readonly start: number
  readonly end: number
  /** Of a comment on an image, which takes no room in the text: the canonical form of the image. */
  readonly image?: string
}

export interface BodyDialect {
  /**
   * Take a body apart, whoever wrote it; anything that is not known gives its text.
   * @throws {RangeError} When it nests too deep to be read.
   */
  read(body: string): ReadBody
  /** Write a document, block by block; its `annotation` marks are the comments. */
  write(doc: AdfDoc): readonly string[]
  /** Put blocks together to a body. */
  join(sources: readonly string[]): string
}
