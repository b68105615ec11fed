/** How tags are written: what a dialect says about them as data. @module */
import type { LineCode } from '../../../convert/code/line-code.ts'

export interface SyntaxToken {
  /** An opening tag without its closing one counts as `single` where the syntax allows. */
  readonly kind: 'open' | 'close' | 'single'
  readonly name: string
  /** The text between the name and the end of the tag. */
  readonly attributes: string
  readonly end: number
  /** What a closing tag shares with its opening one; by default the name. */
  readonly key?: string
  /** Columns of indentation that the syntax takes off the content. */
  readonly indent?: number
}

export interface PlacedToken extends SyntaxToken {
  readonly start: number
}

/** A document that tags are to be found in. */
export interface SourceDocument {
  readonly source: string
  readonly texts: readonly string[]
  readonly code: readonly LineCode[]
}

export interface Syntax {
  readonly name: string
  /** Matches where a tag may begin. Needs no flags; never begins with a run. */
  readonly start: RegExp
  /** Its tags also count in those of other syntaxes: `<a href="{{< ref "a" >}}">`. */
  readonly isReadInTags?: true
  /** Read the tag at an index; undefined when there is none. */
  readTag?(source: string, at: number): SyntaxToken | undefined
  /** Find the tags of a syntax of whole lines; the closing ones may have no length. */
  findTags?(document: SourceDocument): readonly PlacedToken[]
  /**
   * Tell what is not read between two tags: nothing at all of it, or only tags of this syntax.
   */
  holdsNone?(name: string, attributes: string): 'parts' | 'tags' | undefined
}

/**
 * Make the syntax of tags that stand alone.
 * @param pattern The whole tag: group 1 is its name, and group 2 its attributes.
 */
export function singleTags(
  name: string,
  start: RegExp,
  pattern: RegExp,
  options: Pick<Syntax, 'isReadInTags'> = {},
): Syntax {
  const tag = new RegExp(pattern, `${pattern.flags}y`)
  return {
    ...options,
    name,
    start,
    readTag(source, at) {
      tag.lastIndex = at
      const [whole, tagName = '', attributes = ''] = tag.exec(source) ?? []
      if (whole === undefined) return undefined
      return { kind: 'single', name: tagName, attributes, end: at + whole.length }
    },
  }
}
