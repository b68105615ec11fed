/** The headings of a document, with the ids that the renderer gives them. @module */
import type { AdfDoc, AdfNode } from '../../adf/types.ts'
import { adfToText } from '../../render/adf-to-text.ts'
import { headingIds } from '../../render/heading-ids.ts'

export interface OutlineEntry {
  readonly id: string
  readonly text: string
  /** 1 for the highest level that the document uses. */
  readonly level: number
}

/** Deeper headings, and those of a document that has very many, make no outline to find one's way by. */
const maxLevels = 3
const maxEntries = 300

/**
 * List the headings, in order.
 * @param doc Any document.
 */
export function outline(doc: AdfDoc): OutlineEntry[] {
  const idOf = headingIds()
  const headings = headingsOf(doc.content).map((node) => ({
    id: idOf(node),
    text: adfToText({ version: 1, type: 'doc', content: [node] }).trim(),
    level: Number(node.attrs?.level) || 6,
  }))
  const top = headings.reduce((least, { level }) => Math.min(least, level), 6)
  return headings
    .map((heading) => ({ ...heading, level: heading.level - top + 1 }))
    .filter(({ level, text }) => level <= maxLevels && text !== '')
    .slice(0, maxEntries)
}

function headingsOf(nodes: unknown): AdfNode[] {
  const headings: AdfNode[] = []
  const visit = (some: unknown): void => {
    if (!Array.isArray(some)) return
    for (const node of some as AdfNode[]) {
      if (node?.type === 'heading') headings.push(node)
      else visit(node?.content)
    }
  }
  visit(nodes)
  return headings
}
