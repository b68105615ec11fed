/** Describes the tag notations of dialects, and reads their attributes. @module */
import type { LineCode } from '../../../convert/code/line-code.ts'

export interface SyntaxToken {
  /** An opening tag without its end counts as `single` if the syntax allows it. */
  readonly kind: 'open' | 'close' | 'single'
  readonly name: string
  readonly attributes: string
  readonly end: number
  /** Pairs opening and closing tags; by default the name. */
  readonly key?: string
  /** Columns to remove from the content. */
  readonly indent?: number
}

export interface PlacedToken extends SyntaxToken {
  readonly start: number
}

export interface SourceDocument {
  readonly source: string
  readonly texts: readonly string[]
  /** Index at which each line begins. */
  readonly starts: readonly number[]
  readonly code: readonly LineCode[]
}

export interface Syntax {
  readonly name: string
  /** Matches where a tag may begin. Never begins with a repetition, which would be slow. */
  readonly start: RegExp
  /** Tags may stand inside tags of other syntaxes: `<a href="{{< ref "a" >}}">`. */
  readonly isReadInTags?: true
  readTag?(source: string, at: number): SyntaxToken | undefined
  /** Read attributes as in JSX; such a tag needs its end. */
  readAttributes?(text: string): Attributes
  /** Find the tags of a syntax that takes whole lines; closing tags may be empty. */
  findTags?(document: SourceDocument): readonly PlacedToken[]
  /** Tell what stays unread between two tags: all parts, or only tags of this syntax. */
  holdsNone?(name: string, attributes: string): 'parts' | 'tags' | undefined
  /** Matches a tag that may share a line with a fence, because the site removes it before. */
  readonly besideFence?: RegExp
}

/** @param pattern Matches the whole tag: group 1 is its name, group 2 its attributes. */
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

export interface Attributes {
  readonly pairs: ReadonlyMap<string, string>
  /** Values without a name. */
  readonly words: readonly string[]
  /** Values that are programs, as in JSX. */
  readonly expressions: ReadonlyMap<string, string>
}

const attribute =
  /(?:([\w:@.-]+)\s*=\s*)?(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`([^`]*)`)|([\w:@.-]+)\s*=\s*(\S+)|(\S+)/gs

/**
 * Read a list of attributes, such as `title="A page" width=300 open`. An unclosed quote belongs to its word.
 * @param text The text between the tag's name and its end.
 */
export function readAttributes(text: string): Attributes {
  const pairs = new Map<string, string>()
  const words: string[] = []
  for (const match of text.matchAll(attribute)) {
    const [, quotedKey, double, single, raw, bareKey, bare, word] = match
    const key = quotedKey ?? bareKey
    const value = raw ?? bare ?? word ?? (double ?? single ?? '').replace(/\\(["'\\])/g, '$1')
    if (key === undefined) words.push(value)
    else pairs.set(key, value)
  }
  return { pairs, words, expressions: new Map() }
}
