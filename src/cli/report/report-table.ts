/** Tables that share the room of one text: what has none is counted. @module */
import { visibleText } from '../../base/visible-text.ts'

export interface ReportTable {
  /**
   * Add a row.
   * @param rank What is lower stands first, and is left out last.
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

/** GitHub's reader knows fences of up to 80: https://github.com/github/cmark-gfm/blob/master/src/inlines.c */
const longRuns = /`{9,}/g

/**
 * Write a text so that it reads as it is, on one line and in a cell of a table.
 * @param maxLength Most UTF-16 code units of it that are shown.
 * @returns Nothing for nothing: code cannot be empty.
 */
export function codeSpan(text: string, maxLength: number): string {
  const written = text.trim().replace(longRuns, '````````…')
  // Nothing becomes shorter by being shown.
  const whole = visibleText(written.slice(0, maxLength + 1))
  const shown =
    whole.length > maxLength ? `${whole.slice(0, maxLength - 1).toWellFormed()}…` : whole
  if (shown === '') return ''
  const fence = '`'.repeat(longestRun(shown) + 1)
  // One space at each side is no part of the code.
  const space = /^`|`$/.test(shown) ? ' ' : ''
  // Tables take the backslash before a bar; readers differ on several, and none ends a cell after an odd number.
  return `${fence}${space}${shown.replace(/(\\*)\|/g, '$1$1\\|')}${space}${fence}`
}

function longestRun(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length))
}

const maxAddressLength = 2_000

/**
 * Make a link of Markdown that may stand in one.
 * @param url Where it leads; what is no address of the web makes no link.
 */
export function linked(markdown: string, url: string | undefined): string {
  if (url === undefined || markdown === '' || !URL.canParse(url)) return markdown
  const { protocol, username, password, href } = new URL(url)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  if (!isWeb || username || password || href.length > maxAddressLength) return markdown
  return `[${markdown}](${href.replace(/[^\w.~:/?#[\]@!+,;=%-]/g, plainCharacter)})`
}

/** Nothing is left that ends an address, a cell or a formula, or is read as a character reference. */
function plainCharacter(character: string): string {
  if (character === '&') return '&amp;'
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}
