/** Puts a page of a connected space into a preview, compared with what was last imported. @module */
import type { AnswerWarning } from '../../contract/answers.ts'
import { textOf } from '../../contract/base/message.ts'
import { contractLimits } from '../../contract/limits.ts'
import { readLabels, writeLabels } from '../../contract/titles-and-labels.ts'
import type { Database } from '../../store/database.ts'
import { type IdAllocator, parseId } from '../../store/ids.ts'
import { sql } from '../../store/sql.ts'
import type { EmbeddedWork } from '../../wiki/embedded-work.ts'
import { decide, isObstacle } from '../../wiki/import/decide.ts'
import type { PreviewedPage } from '../../wiki/import/previews.ts'
import { refusalOf } from '../../wiki/import/refusals.ts'
import {
  type PageToSave,
  pagePath,
  type SavedPage,
  type Space,
  type WantedPlace,
} from '../../wiki/import/target-wiki.ts'
import { shownAttachments } from '../../wiki/store/attachments/attachments.ts'
import { isOfRun, type PreviewRun, pagesWithDrafts } from '../../wiki/store/previews/draft-pages.ts'
import { keepRemotePage } from '../../wiki/store/previews/keep-remote-page.ts'
import { firstOwnId, isOwnId } from '../../wiki/store/previews/remote-pages.ts'
import { reservePreviewIds } from '../../wiki/store/previews/reserve-ids.ts'
import type { SpaceConnection } from '../delivery/connections/space-connection.ts'
import { titleClash } from '../delivery/delivery-refusals.ts'
import { remoteTitleKey } from '../delivery/records/page-mark.ts'
import {
  findRecordedPage,
  findRecordedPlace,
  hasRecordedLabels,
  type RecordedPage,
} from '../delivery/records/recorded-pages.ts'
import { checkKeeper, tellSource } from '../delivery/records/source-of-page.ts'

interface ConnectedPreviewParts {
  readonly database: Database
  readonly ids: IdAllocator
  readonly workers: Pick<EmbeddedWork, 'placeImages'>
}

export interface ConnectedPreview {
  readonly space: Space
  readonly run: PreviewRun
  readonly connection: SpaceConnection
}

interface PutPage extends PreviewedPage {
  readonly kept:
    | { readonly digest: string; readonly adf: string; readonly baseVersion: number | undefined }
    | undefined
}

/** @throws {RequestError} What would refuse the import, as far as earlier imports tell. */
export async function putConnectedPage(
  parts: ConnectedPreviewParts,
  preview: ConnectedPreview,
  place: WantedPlace,
  { fields, document }: PageToSave,
  isDryRun: boolean,
): Promise<PutPage> {
  const { database, workers } = parts
  const { space, run } = preview
  const { overwrite, labels, position, source, takeOver = false } = fields
  const recordedPage = await findRecorded(database, run, place)
  const isSame =
    recordedPage !== undefined &&
    recordedPage.digest === document.digest &&
    hasRecordedLabels(fields, recordedPage)
  const page = recordedPage && { version: recordedPage.version, isSame }
  const { ifMatch } = place
  const outcome = decide(
    { hasParent: true, isReserved: true, page },
    { isNamed: true, overwrite, ifMatch },
  )
  if (isObstacle(outcome)) throw refusalOf(outcome, { ...fields, version: recordedPage?.version })
  const request = { ...fields, takeOver, isCreateOnly: false }
  if (recordedPage !== undefined)
    await checkKeeper(database, run.spaceId, recordedPage.pageId, request)
  const knownWarnings = [...(recordedPage ? knownEdits(recordedPage) : []), ...document.warnings]
  const sourceFields = { source, takeOver, via: place.via }
  const { warnings } = await tellSource(
    database,
    run.spaceId,
    recordedPage?.pageId,
    sourceFields,
    knownWarnings,
  )
  const existing = recordedPage && toSaved(space, recordedPage)
  if (isDryRun) {
    const previewPage = existing ?? newPage(space, place, '0')
    return { outcome, page: previewPage, existing, warnings, kept: undefined }
  }
  const id = recordedPage?.pageId ?? place.pageId ?? (await reserveId(parts, run, place))
  const digests = document.images.map(({ sha256 }) => sha256)
  const placed = await workers.placeImages(document, {
    title: fields.pageTitle,
    spaceKey: space.key,
    known: digests,
  })
  const givesWay = preview.connection.policies.titleClash === 'suffix'
  const keep = (title: string) =>
    database.write(keepRemotePage, {
      run,
      title,
      isSame,
      markdown: '',
      adf: placed.adf,
      digest: document.digest,
      titleKey: remoteTitleKey(title),
      parentId: parseId(place.parentId) ?? 0,
      pageId: Number(id),
      navigationTitle: '',
      position: position ?? null,
      labels: writeLabels(labels ?? readLabels(recordedPage?.labels ?? '')),
      indexed: { text: '', headings: '', words: '' },
      warnings: JSON.stringify(warnings),
      attachments: shownAttachments(digests, document.images),
      base: recordedPage && {
        id: Number(id),
        version: recordedPage.version,
        title: recordedPage.title,
        parent_id: recordedPage.parentId === id ? 0 : Number(recordedPage.parentId),
        position: recordedPage.position ?? Number.MAX_SAFE_INTEGER,
      },
      url: recordedPage?.url,
      givesWay,
      source,
    })
  const titles = await possibleTitles(database, preview, place, recordedPage)
  let title: string | undefined
  for (const candidate of titles) {
    if (title === undefined && (await keep(candidate))) title = candidate
  }
  if (title === undefined) throw titleClash(fields, undefined)
  const version = (recordedPage?.version ?? 0) + (isSame ? 0 : 1)
  const saved = { ...(existing ?? newPage(space, place, id)), title, version }
  const keptDraft = isSame
    ? undefined
    : { digest: document.digest, adf: textOf(placed.adf), baseVersion: recordedPage?.version }
  return {
    outcome,
    page: { ...saved, parentId: place.parentId },
    existing,
    warnings,
    kept: keptDraft,
  }
}

/** Undefined for pages that people made: they count as new. */
async function findRecorded(
  database: Database,
  { spaceId }: PreviewRun,
  { parentId, title, pageId }: WantedPlace,
): Promise<RecordedPage | undefined> {
  if (isOwnId(pageId)) return undefined
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

async function possibleTitles(
  database: Database,
  { run, connection }: ConnectedPreview,
  { title, parentId }: WantedPlace,
  recordedPage: RecordedPage | undefined,
): Promise<string[]> {
  if (recordedPage?.askedTitle === title) return [recordedPage.title]
  if (connection.policies.titleClash !== 'suffix') return [title]
  const id = parseId(parentId) ?? 0
  const [parent] = await database.read<{ title: string }>(sql`
    select p.title from ${pagesWithDrafts(run)} p where p.id = ${id}
    union all select o.title from preview_pages o where o.space_id = ${run.spaceId}
      and ${isOfRun(sql`o`, run)} and o.page_id = ${id} and o.kind = 'reserved'`)
  const longer = `${title} (${parent?.title ?? connection.remoteSpace.name})`
  return longer.length <= contractLimits.maxTitleLength ? [title, longer] : [title]
}

/** Its address leads into the preview. */
function newPage(space: Space, { parentId, title }: WantedPlace, id: string): SavedPage {
  const path = pagePath(space.key, id)
  return { id, title, spaceId: space.id, parentId, version: 1, path }
}

function toSaved({ id: spaceId }: Space, page: RecordedPage): SavedPage {
  const { pageId: id, title, parentId, version, url: path } = page
  return { id, title, spaceId, parentId, version, path }
}

async function reserveId(
  { database, ids }: ConnectedPreviewParts,
  run: PreviewRun,
  { title, parentId }: WantedPlace,
): Promise<string> {
  const page = {
    title,
    titleKey: remoteTitleKey(title),
    newId: firstOwnId + (await ids.nextId()),
    parentId: parseId(parentId) ?? 0,
    parentIndex: null,
  }
  const [reservation] = (await database.write(reservePreviewIds, { run, pages: [page] })) ?? []
  return String(reservation?.id)
}
