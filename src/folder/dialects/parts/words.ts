/** Converts words to Markdown and HTML. @module */

export function oneLine(words: string): string {
  return words.trim().split(/\s+/).join(' ')
}

/** Write an identifier as words: `best-practice` becomes "Best practice". */
export function nameInWords(name: string): string {
  const words = name.replace(/[-_.]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Escape plain words, so that Markdown shows them unchanged. */
export function plainMarkdown(words: string): string {
  return oneLine(words)
    .replaceAll('&', '&amp;')
    .replace(/[\\`*_[\]<>~|$]/g, '\\$&')
}

/** Escape unclosed code marks and a final backslash, which would reach into what follows. */
export function closedMarkdown(markdown: string): string {
  const words = oneLine(markdown)
  const rows = Array.from(words.matchAll(/\\.|`+/g))
  const unclosedMarks = new Set<number>()
  const ends: (number | undefined)[] = []
  const nextOf = new Map<string, number>()
  for (const [index, [row]] of [...rows.entries()].reverse()) {
    ends[index] = nextOf.get(row)
    nextOf.set(row, index)
  }
  let after = 0
  for (const [index, row] of rows.entries()) {
    if (index < after || row[0].startsWith('\\')) continue
    const end = ends[index]
    if (end === undefined) unclosedMarks.add(row.index)
    else after = end + 1
  }
  const escapedText =
    unclosedMarks.size === 0
      ? words
      : words.replace(/`+/g, (row, at: number) =>
          unclosedMarks.has(at) ? row.replace(/`/g, '\\`') : row,
        )
  const tags = escapedText.replace(/\\.|<(?=[a-z/!?])(?![^<>]*>)/gi, (mark) =>
    mark === '<' ? '\\<' : mark,
  )
  return /(?:^|[^\\])(?:\\\\)*\\$/.test(tags) ? `${tags}\\` : tags
}

export function linkDestination(address: string): string {
  return /[\s()<>]/.test(address) ? `<${address.replace(/[<>\n]/g, encodeURIComponent)}>` : address
}

export function wordsToHtml(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const formatting =
  /`+|\*{2,}|<\/?(?:a|b|i|em|strong|code|del|ins|kbd|mark|span|small|sub|sup)(?:\s[^<>]{0,500})?>/g

const link = /!?\[([^\][]{0,500})\]\((?:[^()\s]|\([^()\s]{0,500}\)){0,1000}(?:\s"[^"]{0,500}")?\)/g

export function hasLink(label: string): boolean {
  return label.search(link) !== -1
}

export function withoutFormatting(label: string): string {
  return label.replaceAll(link, '$1').replaceAll(formatting, '')
}

export function plainLabel(label: string): string {
  return oneLine(withoutFormatting(label)) || 'Details'
}
