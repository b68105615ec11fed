/** Which labels a page is to have at Confluence, and which of them are people's. @module */
import type { RemotePage } from '../../confluence/site.ts'
import { toLabels } from '../../importing/labels.ts'
import { readMark } from '../records/page-mark.ts'

type LabelledPage = Pick<RemotePage, 'id' | 'labels' | 'property'>

/**
 * Tell which labels stay whatever imports bring: those that the page had before the first of them.
 * @param page The page, with its mark.
 * @param isAdopted Whether no import is known to have written it before this one.
 */
export function keptLabels({ id, labels, property }: LabelledPage, isAdopted: boolean): string[] {
  const mark = readMark(property)
  if (mark?.page === id) return toLabels(mark.kept ?? [])
  return isAdopted ? toLabels(labels) : []
}

/**
 * Tell which labels of a page an import changes.
 * @param page The page, with those that it has.
 * @param wanted Those that the import brings; undefined leaves all as they are.
 * @param kept See `keptLabels`.
 */
export function labelChanges(
  page: Pick<LabelledPage, 'labels'>,
  wanted: readonly string[] | undefined,
  kept: readonly string[],
): { readonly missing: readonly string[]; readonly others: readonly string[] } {
  if (wanted === undefined) return { missing: [], others: [] }
  const there = toLabels(page.labels)
  const labels = toLabels(wanted)
  const known = new Set(there)
  const staying = new Set([...labels, ...kept])
  return {
    missing: labels.filter((label) => !known.has(label)),
    others: there.filter((label) => !staying.has(label)),
  }
}
