/** Tells whether imports alone wrote a page at Confluence, as far as its versions say. @module */
import type { RemotePage } from '../../confluence/site.ts'
import { isOfAnother } from '../delivery.ts'
import { type PageMark, readMark } from '../records/page-mark.ts'
import type { RecordedPage } from '../records/recorded-pages.ts'
import type { FoundPage } from './delivery-plan.ts'

/** An import that was given up may have written one more, late; nobody can have edited in between. */
export function isOfImports(recorded: RecordedPage, { version }: RemotePage): boolean {
  const later = version.number - recorded.version
  return later === 0 || (later === 1 && isOfAnother(version.message, undefined))
}

/** Tell whether an import of this installation or another one wrote the version that the page has. */
export function isMarked(page: RemotePage): boolean {
  return markOf(page)?.version === page.version.number
}

/**
 * Tell whether an import would be the first to write a page that is there, as far as is known. A
 * homepage has rules of its own, see `isHomepageFree`.
 */
export function isFirstImport({
  page,
  recorded,
  parentId,
}: Pick<FoundPage, 'page' | 'recorded' | 'parentId'>): boolean {
  return recorded === undefined && parentId !== undefined && markOf(page) === undefined
}

/** A copy that somebody made of a page has its mark as well. */
function markOf({ id, property }: RemotePage): PageMark | undefined {
  const mark = readMark(property)
  return mark?.page === id ? mark : undefined
}

/** Tell whether nobody but imports wrote a homepage since its space was made. */
export function isHomepageFree(recorded: RecordedPage | undefined, page: RemotePage): boolean {
  if (recorded !== undefined) return isOfImports(recorded, page) && !recorded.hadEdits
  return page.version.number === 1 || isMarked(page)
}
