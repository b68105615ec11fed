/** Selects parts of included files: regions, sections and ranges of lines. @module */

const regionMark =
  /^\s*(?:(?:\/\/|\/\*|#|<!--|--|::|\*|REM|%|;|\(\*)\s*)?#?(pragma region|endregion|region|pragma endregion|End Region|Region)\b\s*"?([\w*-]*)/

/** Find a region: `#region name` … `#endregion` in a comment of any language. */
export function regionOf(texts: readonly string[], name: string): readonly string[] | undefined {
  let start = -1
  let depth = 0
  for (const [index, text] of texts.entries()) {
    const [, kind = '', regionName = ''] = regionMark.exec(text) ?? []
    if (kind === '') continue
    const ends = /^(?:end|pragma end)/i.test(kind)
    if (start === -1) {
      if (!ends && regionName === name) start = index
    } else if (!ends) depth += 1
    else if (depth > 0 && regionName !== name) depth -= 1
    else return withoutMarks(texts.slice(start + 1, index))
  }
  return start === -1 ? undefined : withoutMarks(texts.slice(start + 1))
}

function withoutMarks(texts: readonly string[]): readonly string[] {
  return texts.filter((text) => !regionMark.test(text))
}

/** Select lines: `2`, `2-5`, `2,5` as one range, `2,` to the end, `,5` from the start. */
export function rangeOf(texts: readonly string[], range: string): readonly string[] {
  const [from = '', to] = range.trim().split(/\s*[-,]\s*/)
  const start = from === '' ? 0 : Number(from) - 1
  const end = to === undefined ? start + 1 : to === '' ? texts.length : Number(to)
  return texts.slice(Math.max(0, start), end)
}

/** The section from a heading to the next heading of the same or a higher level. */
export function sectionOf(
  texts: readonly string[],
  isHeading: (words: string) => boolean,
): readonly string[] | undefined {
  const levelOf = (text: string): number => /^#{1,6}(?=\s)/.exec(text)?.[0].length ?? 0
  const start = texts.findIndex((text) => {
    const level = levelOf(text)
    return level > 0 && isHeading(text.slice(level))
  })
  if (start === -1) return undefined
  const level = levelOf(texts[start] as string)
  const length = texts
    .slice(start + 1)
    .findIndex((text) => levelOf(text) > 0 && levelOf(text) <= level)
  return texts.slice(start, length === -1 ? texts.length : start + 1 + length)
}
