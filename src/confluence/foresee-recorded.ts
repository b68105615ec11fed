/** Compares a page of a connected space with what was last imported, without asking the site. @module */
import type { AnswerWarning } from '../contract/answers.ts'
import { readLabels, writeLabels } from '../contract/titles-and-labels.ts'
import type { Database } from '../store/database.ts'
import { parseId } from '../store/ids.ts'
import { type EmbeddedWork, placePageImages } from '../wiki/embedded-work.ts'
import { decide, isObstacle, refusalOf } from '../wiki/import/decide.ts'
import { type PageToSave, pagePath, type Space } from '../wiki/import/target-wiki.ts'
import type { ForeseenDraft } from '../wiki/store/previews/preview-runs.ts'
import { isOwnId, ownId, type PreviewRun } from '../wiki/store/previews/previews.ts'
import {
  checkKeeper,
  findRecordedPage,
  findRecordedPlace,
  hasRecordedLabels,
  type RecordedPage,
  remoteTitleKey,
  tellSource,
} from './delivery/records/recorded-pages.ts'

/** @throws {RequestError} When the records of earlier imports show that it would be refused. */
export async function foreseeRecorded(
  parts: { readonly database: Database; readonly workers: Pick<EmbeddedWork, 'placeImages'> },
  { space, run }: { readonly space: Space; readonly run: PreviewRun },
  page: PageToSave,
): Promise<ForeseenDraft> {
  const { database } = parts
  const { fields, document, ifMatch, via } = page
  const { overwrite, labels } = fields
  const recordedPage = await findRecorded(database, run, fields)
  const existing = recordedPage && {
    version: recordedPage.version,
    isSame: recordedPage.digest === document.digest && hasRecordedLabels(fields, recordedPage),
  }
  const outcome = decide(
    { hasParent: true, isReserved: true, page: existing },
    { isNamed: true, overwrite, ifMatch },
  )
  if (isObstacle(outcome)) throw refusalOf(outcome, { ...fields, version: recordedPage?.version })
  const request = { database, spaceId: run.spaceId, fields }
  if (recordedPage !== undefined) await checkKeeper(request, recordedPage.pageId)
  const { warnings } = await tellSource(request, { pageId: recordedPage?.pageId, via }, [
    ...(recordedPage ? knownEdits(recordedPage) : []),
    ...document.warnings,
  ])
  // If another page had the title, the last import chose a longer one.
  const title =
    recordedPage?.askedTitle === fields.pageTitle ? recordedPage.title : fields.pageTitle
  const titleKey = remoteTitleKey(title)
  const parentId = parseId(fields.parentId) ?? 0
  const requestedId = recordedPage?.pageId ?? fields.pageId
  const pageId =
    requestedId === undefined ? ownId(run, parentId, titleKey) : (parseId(requestedId) ?? 0)
  const { adf, shown } = await placePageImages(parts, { space }, page)
  return {
    outcome,
    warnings,
    pageId,
    title,
    titleKey,
    parentId: parentId === pageId ? 0 : parentId,
    labels: writeLabels(labels ?? readLabels(recordedPage?.labels ?? '')),
    adf,
    shown,
    images: document.images,
    outlook: { url: recordedPage?.url },
    path: recordedPage?.url ?? pagePath(space.key, String(pageId)),
    base: recordedPage && {
      version: recordedPage.version,
      title: recordedPage.title,
      parentId: recordedPage.parentId === recordedPage.pageId ? 0 : Number(recordedPage.parentId),
      position: recordedPage.position ?? Number.MAX_SAFE_INTEGER,
      navigationTitle: '',
    },
  }
}

/** Returns undefined for pages that people made: they count as new. */
async function findRecorded(
  database: Database,
  { spaceId }: PreviewRun,
  { parentId, pageTitle: title, pageId }: PageToSave['fields'],
): Promise<RecordedPage | undefined> {
  if (isOwnId(parseId(pageId ?? '') ?? 0)) return undefined
  const recordedPage =
    pageId === undefined
      ? await findRecordedPlace(database, { spaceId, parentId, title })
      : await findRecordedPage(database, spaceId, pageId)
  return recordedPage?.isGone ? undefined : recordedPage
}

function knownEdits({ remarks, importedAt }: RecordedPage): AnswerWarning[] {
  return remarks
    .filter(({ code }) => code === 'edited-there')
    .map((remark) => ({
      ...remark,
      message: `As of the last import, ${importedAt.toISOString()}: ${remark.message}`,
    }))
}
