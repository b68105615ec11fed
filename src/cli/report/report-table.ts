/** Tables that share the room of one text: what has none is counted. @module */

export interface ReportTable {
  /**
   * Add a row.
   * @param rank What is lower stands first, and is left out last.
   * @param cells Markdown of one line each.
   */
  add(rank: number, ...cells: readonly string[]): void
  readonly count: number
  /** Write it in so many bytes. */
  toMarkdown(maxBytes: number): string
}

interface Row {
  readonly rank: number
  readonly text: string
  readonly bytes: number
}

/** Bytes of the line that counts what is left out, and of blank lines. */
const restBytes = 64

/**
 * Start a table.
 * @param title Words above it, by the number of rows.
 * @param heads Names of its columns.
 * @param keptBytes The most that its rows may ever be asked for: about that much is kept of them.
 */
export function reportTable(
  title: (count: number) => string,
  heads: readonly string[],
  keptBytes: number,
): ReportTable {
  const head = `| ${heads.join(' | ')} |\n|${' --- |'.repeat(heads.length)}`
  let rows: readonly Row[] = []
  let added: Row[] = []
  let addedBytes = 0
  let count = 0
  const keep = (): void => {
    const sorted = [...rows, ...added].sort((one, other) => one.rank - other.rank)
    rows = firstOf(sorted, keptBytes)
    added = []
    addedBytes = 0
  }
  return {
    get count() {
      return count
    },
    add(rank, ...cells) {
      const text = `\n| ${cells.join(' | ')} |`
      const bytes = Buffer.byteLength(text)
      count += 1
      added.push({ rank, text, bytes })
      addedBytes += bytes
      if (addedBytes > keptBytes) keep()
    },
    toMarkdown(maxBytes) {
      keep()
      const start = `**${title(count)}**\n\n${head}`
      const shown = firstOf(rows, maxBytes - Buffer.byteLength(start) - restBytes)
      const rest = count - shown.length
      const more = rest === 0 ? '' : `\n\nThe log has the other ${rest}.`
      return start + shown.map(({ text }) => text).join('') + more
    },
  }
}

function firstOf(rows: readonly Row[], maxBytes: number): readonly Row[] {
  let left = maxBytes
  const end = rows.findIndex(({ bytes }) => {
    left -= bytes
    return left < 0
  })
  return end === -1 ? rows : rows.slice(0, end)
}

/**
 * Put texts and tables below each other. Each table has an equal part of the room that is left, and what
 * it does not need goes to those behind it.
 * @param parts Texts, which are short, and tables; those without rows are left out.
 * @param maxBytes Most bytes of the whole, as UTF-8.
 */
export function joinReport(parts: readonly (string | ReportTable)[], maxBytes: number): string {
  const present = parts.filter((part) => (typeof part === 'string' ? part !== '' : part.count > 0))
  const texts = present.filter((part) => typeof part === 'string')
  let tables = present.length - texts.length
  let room = maxBytes - Buffer.byteLength(texts.join('')) - 2 * present.length
  const written = present.map((part) => {
    if (typeof part === 'string') return part
    const text = part.toMarkdown(Math.floor(room / tables))
    tables -= 1
    room -= Buffer.byteLength(text)
    return text
  })
  return `${written.join('\n\n')}\n`
}
