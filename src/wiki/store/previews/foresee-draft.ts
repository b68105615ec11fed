/** Foretells the result of an import into an embedded space, for a preview. @module */
import { parseId } from '../../../store/ids.ts'
import { readAs } from '../../../store/read-as.ts'
import { sql } from '../../../store/sql.ts'
import { type EmbeddedWikiDependencies, foreseeAt } from '../../embedded-wiki.ts'
import { refusalOf } from '../../import/decide.ts'
import { type PageToSave, pagePath, type Space } from '../../import/target-wiki.ts'
import { titleKey } from '../page-place.ts'
import { labelsOf, parentOf, type StoredPlace, selectPlace } from '../saving/find-place.ts'
import type { ForeseenDraft } from './preview-runs.ts'
import { isOwnId, ownId, type PreviewRun, pagesWithDrafts } from './previews.ts'

/** @throws {RequestError} When the import would be refused. */
export async function foreseeDraft(
  dependencies: EmbeddedWikiDependencies,
  { space, run }: { readonly space: Space; readonly run: PreviewRun },
  page: PageToSave,
): Promise<ForeseenDraft> {
  const { database, clock } = dependencies
  const { fields, writer } = page
  const parentId = parseId(fields.parentId)
  const requestedId = fields.pageId === undefined ? null : parseId(fields.pageId)
  if (parentId === undefined || requestedId === undefined) throw refusalOf('not-found', fields)
  const key = titleKey(fields.pageTitle)
  const parent = parentOf({ parentId, pageId: requestedId })
  const pagesHere = await database.read<{ id: number }>(sql`
    select p.id from ${pagesWithDrafts(run)} p
    where p.parent_id = ${parent} and p.title_key = ${key} order by p.id`)
  const pageId = requestedId ?? pagesHere[0]?.id ?? ownId(run, parentId, key)
  // The store does not know pages that only the preview has; they may be parents.
  const lookup = {
    space: { spaceIdOrKey: space.id, writer },
    parentId: isOwnId(parentId) ? Number(space.homepageId) : parentId,
    titleKey: key,
    pageId,
  }
  const [row] = await readAs<StoredPlace>(database, selectPlace(lookup, clock().getTime()))
  if (row === undefined) throw refusalOf('not-found', fields)
  const place = {
    ...row,
    reservedId: isOwnId(pageId) ? pageId : row.reservedId,
    isTitleTaken: pagesHere.some(({ id }) => id !== pageId),
    lookup,
  }
  const { edited, ...foreseen } = await foreseeAt(dependencies, place, page)
  const existing = place.page
  return {
    ...foreseen,
    pageId,
    parentId: parent,
    title: fields.pageTitle,
    titleKey: key,
    labels: labelsOf(page, existing),
    outlook: edited === undefined ? {} : { edited },
    path: pagePath(space.key, String(pageId)),
    base: existing,
  }
}
