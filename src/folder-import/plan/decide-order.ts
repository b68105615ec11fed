/** Decides the order of the pages below one page. @module */
import { compareNames } from '../files/tree-paths.ts'
import type { DraftPage } from './draft-tree.ts'

/**
 * Put pages in order: as navigation lists them, then by their numbers, then by title; a page of the
 * folder that the tree starts at is the first. Those whose place somebody has said get a position.
 * @param parent That page; undefined at the top.
 */
export function decideOrder(
  siblings: readonly DraftPage[],
  parent: DraftPage | undefined,
): readonly DraftPage[] {
  const ordered = siblings
    .map((page) => ({ page, place: placeOf(page, parent) }))
    .sort((a, b) => compareNumbers(a.place, b.place) || byTitle(a.page, b.page))
  for (const [index, { page, place }] of ordered.entries()) {
    if (place[0] !== unsaid && page.node.parentId === undefined) page.node.position = index
  }
  return ordered.map(({ page }) => page)
}

const unsaid = 3

function placeOf(
  { place, rank, isFirst }: DraftPage,
  parent: DraftPage | undefined,
): readonly number[] {
  if (place !== undefined && place.parent === parent) return [1, place.index]
  if (isFirst) return [0]
  return rank === undefined ? [unsaid] : [2, ...rank]
}

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  for (let index = 0; index < a.length && index < b.length; index += 1) {
    const difference = (a[index] as number) - (b[index] as number)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

function byTitle({ node: a }: DraftPage, { node: b }: DraftPage): number {
  return compareNames(a.title, b.title) || compareNames(a.path, b.path)
}
