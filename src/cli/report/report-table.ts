/** Tables that share the space of a report; omitted rows are counted. @module */
import { visibleText } from '../../base/visible-text.ts'

export interface ReportTable {
  /**
   * Add a row.
   * @param rank Lower ranks come first and are omitted last.
   */
  add(rank: number, ...cells: readonly string[]): void
  readonly count: number
  /** Write the table within a number of bytes. */
  toMarkdown(maxBytes: number): string
}

interface Row {
  readonly rank: number
  readonly text: string
  readonly bytes: number
}

const restBytes = 64

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
 * Join texts and tables. Tables share the remaining space equally, and leave what they do not need
 * to later ones.
 * @param maxBytes Limit of the whole in UTF-8.
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

/**
 * GitHub knows fences of up to 80 backticks:
 * https://github.com/github/cmark-gfm/blob/master/src/inlines.c
 */
const longRuns = /`{9,}/g

/**
 * Write a text as code that is safe in one table cell.
 * @param maxLength In UTF-16 code units.
 * @returns Empty for empty text.
 */
export function codeSpan(text: string, maxLength: number): string {
  const written = text.trim().replace(longRuns, '````````…')
  // Escaping never shortens text, so only the start needs it.
  const whole = visibleText(written.slice(0, maxLength + 1))
  const shown =
    whole.length > maxLength ? `${whole.slice(0, maxLength - 1).toWellFormed()}…` : whole
  if (shown === '') return ''
  const fence = '`'.repeat(longestRun(shown) + 1)
  // Markdown removes one space at each side.
  const space = /^`|`$/.test(shown) ? ' ' : ''
  // Doubling backslashes before a bar is safe in all readers of tables.
  return `${fence}${space}${shown.replace(/(\\*)\|/g, '$1$1\\|')}${space}${fence}`
}

function longestRun(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length))
}

const maxAddressLength = 2_000

/** Make a link; an address that is not on the web leaves plain text. */
export function linked(markdown: string, url: string | undefined): string {
  if (url === undefined || markdown === '' || !URL.canParse(url)) return markdown
  const { protocol, username, password, href } = new URL(url)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  if (!isWeb || username || password || href.length > maxAddressLength) return markdown
  return `[${markdown}](${href.replace(/[^\w.~:/?#[\]@!+,;=%-]/g, plainCharacter)})`
}

/** Encode characters that could end an address, a cell or a formula. */
function plainCharacter(character: string): string {
  if (character === '&') return '&amp;'
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}
