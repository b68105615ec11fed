/** Lists of attributes, as tags of every dialect have them: `title="A page" width=300 open`. @module */

/** What stands in a tag behind its name. */
export interface Attributes {
  /** The value of each `key=value`. */
  readonly named: ReadonlyMap<string, string>
  /** Values and words without a key, in their order: `open`, `.class`, `#id`. */
  readonly words: readonly string[]
}

const attribute =
  /(?:([\w:@.-]+)\s*=\s*)?(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`([^`]*)`)|([\w:@.-]+)\s*=\s*(\S+)|(\S+)/gs

/**
 * Read a list of attributes; a quote that is not closed is a part of its word.
 * @param text What stands between the name of the tag and its end.
 */
export function readAttributes(text: string): Attributes {
  const named = new Map<string, string>()
  const words: string[] = []
  for (const match of text.matchAll(attribute)) {
    const [, quotedKey, double, single, raw, bareKey, bare, word] = match
    const key = quotedKey ?? bareKey
    const value = raw ?? bare ?? word ?? (double ?? single ?? '').replace(/\\(["'\\])/g, '$1')
    if (key === undefined) words.push(value)
    else named.set(key, value)
  }
  return { named, words }
}
