/** The headings of a document, with the ids that the renderer gives them. @module */
import type { AdfDoc } from '../../adf/types.ts'
import { documentIds } from '../../render/document-ids.ts'

export interface OutlineEntry {
  readonly id: string
  readonly text: string
  /** 1 for the highest level that the document uses. */
  readonly level: number
}

/** Beyond these limits an outline no longer helps to find one's way. */
const maxLevels = 3
const maxEntries = 300

export function outline(doc: AdfDoc): OutlineEntry[] {
  const { headings } = documentIds(doc)
  const top = headings.reduce((least, { level }) => Math.min(least, level), 6)
  return headings
    .map(({ id, level, text }) => ({ id, text: text.trim(), level: level - top + 1 }))
    .filter(({ level, text }) => level <= maxLevels && text !== '')
    .slice(0, maxEntries)
}
