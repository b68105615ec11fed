/** Alerts of any kind in quotes, also several in one quote. @module */
import { findAlertType } from '../../../convert/alert-types.ts'
import { makeText } from '../parts/make-parts.ts'
import type { RowsConstruct, WordsConstruct } from '../parts/part-construct.ts'
import { rowText } from '../parts/sentence.ts'
import { nameInWords } from '../parts/words.ts'

/** Unknown alerts become notes with their word as the title. */
export const otherAlerts: WordsConstruct = {
  name: 'alert of a kind of its own',
  input: '> [!LEGACY]\n> Some words.',
  becomes: '> [!NOTE] Legacy\n> Some words.',
  mark: '[!',
  words: /^([\s>]{0,100}>[ \t]{0,20})\[!([A-Z][A-Z_-]{1,30})\][-+]?[ \t]*(.{0,300})$/dg,
  replace({ match: [, before = '', kind = '', title], group }) {
    if (findAlertType(kind.toLowerCase()) !== undefined) return undefined
    const titleParts = title ? group(3) : [makeText(nameInWords(kind.toLowerCase()))]
    return [makeText(`${before}[!NOTE] `), ...titleParts]
  },
}

export const laterAlerts: RowsConstruct = {
  name: 'alert that stands behind others in one quote',
  input: '> [!NOTE]\n> Some words.\n>\n> [!TIP]\n> More.',
  becomes: '> [!NOTE]\n> Some words.\n\n> [!TIP]\n> More.',
  rows: (rows) =>
    rows.map((row, index) => {
      const below = rows[index + 1]
      const [, quote] = quoteEnd.exec(rowText(row)) ?? []
      if (quote === undefined || below === undefined) return row
      const next = rowText(below)
      const isLater = next.startsWith(`${quote}>`) && laterMarker.test(next.slice(quote.length))
      return isLater ? { ...row, parts: [makeText(quote.trimEnd())] } : row
    }),
}

const quoteEnd = /^([\s>]{0,100})>\s*$/
const laterMarker = /^>[ \t]{0,20}\[![A-Za-z][\w-]{1,30}\]/
