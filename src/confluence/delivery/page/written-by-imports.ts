/** Tells by a page's versions whether only imports wrote it. @module */
import type { RemotePage } from '../../site.ts'
import { isOfAnother } from '../delivery.ts'
import { type PageMark, readMark } from '../records/page-mark.ts'
import type { RecordedPage } from '../records/recorded-pages.ts'
import type { TargetPage } from './delivery-plan.ts'

/**
 * An abandoned import may have written one more version late; nobody can have edited in between.
 */
export function isOfImports(recorded: RecordedPage, { version }: RemotePage): boolean {
  const later = version.number - recorded.version
  return later === 0 || (later === 1 && isOfAnother(version.message, undefined))
}

export function isMarked(page: RemotePage): boolean {
  return markOf(page)?.version === page.version.number
}

/** Tell whether this import would be the first. Homepages are handled by `isHomepageFree`. */
export function isFirstImport({
  page,
  recorded,
  parentId,
}: Pick<TargetPage, 'page' | 'recorded' | 'parentId'>): boolean {
  return recorded === undefined && parentId !== undefined && markOf(page) === undefined
}

/** A copied page also copies the mark, so compare the page id. */
function markOf({ id, property }: RemotePage): PageMark | undefined {
  const mark = readMark(property)
  return mark?.page === id ? mark : undefined
}

/** Tell whether only imports have written a homepage. */
export function isHomepageFree(recorded: RecordedPage | undefined, page: RemotePage): boolean {
  if (recorded !== undefined) return isOfImports(recorded, page) && !recorded.hadEdits
  return page.version.number === 1 || isMarked(page)
}
