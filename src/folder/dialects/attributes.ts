/** Reads lists of attributes, as in tags: `title="A page" width=300 open`. @module */

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
 * Read a list of attributes. An unclosed quote belongs to its word.
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
