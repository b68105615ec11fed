/** Parts of files: a region between marks, ranges of lines, and what stands below a heading. @module */

/** Comments of many languages that begin and end a region. */
const mark =
  /^\s*(?:\/\/|\/\*|#|<!--|--|::|\*|REM|%|;|\(\*)?\s*#?(pragma region|endregion|region|pragma endregion|End Region|Region)\b\s*"?([\w*-]*)/

/**
 * Find a region of a file: `#region name` … `#endregion`, in a comment of any language.
 * @returns Its lines without marks; undefined when there is none.
 */
export function regionOf(texts: readonly string[], name: string): readonly string[] | undefined {
  let start = -1
  let depth = 0
  for (const [index, text] of texts.entries()) {
    const [, kind = '', named = ''] = mark.exec(text) ?? []
    if (kind === '') continue
    const ends = /^(?:end|pragma end)/i.test(kind)
    if (start === -1) {
      if (!ends && named === name) start = index
    } else if (!ends) depth += 1
    else if (depth > 0 && named !== name) depth -= 1
    else return withoutMarks(texts.slice(start + 1, index))
  }
  return start === -1 ? undefined : withoutMarks(texts.slice(start + 1))
}

/** Leave out the marks of regions. */
function withoutMarks(texts: readonly string[]): readonly string[] {
  return texts.filter((text) => !mark.test(text))
}

/**
 * Choose lines of a file: `2`, `2-5`, `2,5` as one range, `2,` to the end, `,5` from the start.
 * @param range From which to which, both counted.
 */
export function rangeOf(texts: readonly string[], range: string): readonly string[] {
  const [from = '', to] = range.trim().split(/\s*[-,]\s*/)
  const start = from === '' ? 0 : Number(from) - 1
  const end = to === undefined ? start + 1 : to === '' ? texts.length : Number(to)
  return texts.slice(Math.max(0, start), end)
}

/** Take off the spaces that stand before every line. */
export function unindented(texts: readonly string[]): readonly string[] {
  const widths = texts.flatMap((text) => (text.trim() === '' ? [] : [text.search(/\S/)]))
  const width = widths.reduce((least, one) => Math.min(least, one), Number.MAX_SAFE_INTEGER)
  return texts.map((text) => text.slice(Math.min(width, text.length)))
}

/**
 * Name a heading by its words, or as it says itself.
 * @param heading What stands behind its `#`.
 */
export function slugOf(heading: string): string {
  const [, named] = /\{#([^{}\s]+)\}\s*$/.exec(heading) ?? []
  if (named !== undefined) return named
  const words = heading.toLowerCase().replace(/[^\p{L}\p{N}\s-]/gu, '')
  return words.trim().replace(/\s+/g, '-')
}
