/** Records the result of a delivery: page, version, images and ledger entry. @module */

import { textOf } from '../../../contract/base/message.ts'
import { readLabels, toLabels, writeLabels } from '../../../contract/titles-and-labels.ts'
import type { SavedPage } from '../../../wiki/import/target-wiki.ts'
import type { RemotePageHead } from '../../site.ts'
import type { ConnectedSite } from '../connections/connected-site.ts'
import type { SpaceConnection } from '../connections/space-connection.ts'
import { type DeliveryResult, heldOf } from '../delivery.ts'
import { mustBeOurs } from '../records/claim-page.ts'
import { remoteTitleKey } from '../records/page-mark.ts'
import { digestToKeep, findRecordedPage } from '../records/recorded-pages.ts'
import { pageOfSource, tellSource } from '../records/source-of-page.ts'
import { attachImages, listAttached } from './attach-images.ts'
import type {
  DeliveryPlan,
  IntendedDelivery,
  PageToRecord,
  PlanTools,
  WriteTools,
} from './delivery-plan.ts'
import { withRemarks } from './delivery-warnings.ts'
import { bodyRequestOf } from './plan-delivery.ts'
import { recordDelivery, type VersionColumns } from './recorded-page-changes.ts'

/**
 * @returns The answer for the caller.
 * @throws {ConfluenceError | OutdatedError | LostDeliveryError} Where the delivery may not change
 * the page.
 */
export async function recordPage(
  { database, clock }: PlanTools,
  { connection }: ConnectedSite,
  delivery: IntendedDelivery,
  toRecord: PageToRecord,
): Promise<DeliveryResult> {
  const now = clock().getTime()
  const { fields, document } = delivery
  const { head, outcome, recorded, pageToMark, remarks = [] } = toRecord
  const labels = pageToMark?.labels ?? readLabels(recorded?.labels ?? '')
  const page = savedPage(connection, head, fields.parentId)
  const { spaceId, entry } = delivery
  const allWarnings = withRemarks(document.warnings, remarks)
  const sourceAnswer = await tellSource(
    database,
    spaceId,
    head.id,
    { ...fields, via: entry.via },
    allWarnings,
  )
  const { warnings } = sourceAnswer
  const result: DeliveryResult = { outcome, page, warnings }
  const claim = await database.write(recordDelivery, {
    ...heldOf(delivery),
    entry: { ...delivery.entry, now, warnings: JSON.stringify(warnings) },
    ledger: { outcome, page: { id: Number(head.id), version: head.version.number } },
    result: JSON.stringify(result),
    page: {
      pageId: head.id,
      parentId: page.parentId,
      title: toStorable(head.title),
      titleKey: remoteTitleKey(head.title),
      askedTitle: fields.pageTitle,
      askedTitleKey: remoteTitleKey(fields.pageTitle),
      url: toStorable(head.url),
      version: head.version.number,
      digest: digestToKeep(document.digest, recorded?.digest, now),
      labels: writeLabels(toLabels(fields.labels ?? labels)),
      position: fields.position ?? recorded?.position ?? null,
      remarks: toRecord.remarks === undefined ? null : JSON.stringify(remarks),
    },
    version: versionOf(delivery, toRecord),
    indexed: document.indexed,
    files: toRecord.files,
    source: pageOfSource(fields, sourceAnswer, {
      spaceId,
      pageId: Number(head.id),
      version: head.version.number,
      isMade: outcome === 'created',
      run: entry.run,
      now,
    }),
    mayMove: fields.position !== undefined && toRecord.isMoved,
    place: { spaceId, parentId: fields.parentId, title: fields.pageTitle },
    askedIds: fields.pageId === undefined ? [] : [fields.pageId],
  })
  mustBeOurs(claim)
  return result
}

function versionOf(
  { document }: IntendedDelivery,
  { head, stored }: PageToRecord,
): VersionColumns | undefined {
  if (stored === undefined) return undefined
  return {
    title: toStorable(head.title),
    markdown: textOf(document.markdown),
    adf: textOf(document.adf),
    stored: toStorable(stored),
  }
}

/** @param topId What is told as the parent of a page at the top of the space. */
export function savedPage(
  { kind, remoteSpace }: SpaceConnection,
  { id, title, url, parentId, version: { number: version } }: RemotePageHead,
  topId: string,
): SavedPage {
  return {
    id,
    title,
    spaceId: remoteSpace.id,
    parentId: parentId ?? topId,
    version,
    path: url,
    target: { kind, url, version },
  }
}

/** PostgreSQL cannot store NUL, and a site may send anything. */
function toStorable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed()
}

/** What to record of an import that changes nothing, as an earlier one wrote exactly this. */
export function tellUntouched(
  { fields }: IntendedDelivery,
  { head, recorded }: Extract<DeliveryPlan, { kind: 'untouched' }>,
): PageToRecord {
  return {
    outcome: 'unchanged',
    head,
    recorded,
    files: [],
    stored: undefined,
    remarks: undefined,
    isMoved: fields.position !== recorded.position,
    pageToMark: undefined,
  }
}

/** What to record of a page that an earlier try of this import has written. */
export async function tellLanded(
  { database, bodies }: WriteTools,
  { connection, site }: ConnectedSite,
  { document, progress, spaceId }: IntendedDelivery,
  { page, isNew }: Extract<DeliveryPlan, { kind: 'landed' }>,
): Promise<PageToRecord> {
  const { images } = document
  const attached = await listAttached(site, page.id, images)
  const { files, remarks: imageRemarks } = await attachImages(site, page.id, images, attached)
  const earlierRemarks = 'pageId' in progress ? progress.remarks : []
  // Edits that were kept must count as edits next time too.
  const isMixed = connection.policies.edits === 'keep-theirs' && !isNew
  const planned =
    isMixed && (await bodies.planBody(bodyRequestOf(connection, document, page.id, files)))
  return {
    outcome: isNew ? 'created' : 'updated',
    head: page,
    recorded: await findRecordedPage(database, spaceId, page.id),
    stored: planned ? planned.body : (page.body ?? ''),
    remarks: [...earlierRemarks, ...imageRemarks],
    files,
    isMoved: true,
    pageToMark: page,
  }
}
