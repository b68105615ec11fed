/** Records the result of a delivery: page, version, images and ledger entry. @module */
import type { RemotePageHead } from '../../confluence/site.ts'
import { siteKinds } from '../../confluence/site-kinds.ts'
import type { AnswerWarning } from '../../contract/answers.ts'
import { toLabels, writeLabels } from '../../contract/titles-and-labels.ts'
import type { Outcome } from '../../importing/decide.ts'
import type { SavedPage } from '../../importing/target-wiki.ts'
import { textOf } from '../../isolation/message.ts'
import type { ConnectedSite } from '../connections/connected-site.ts'
import type { SpaceConnection } from '../connections/space-connection.ts'
import { type DeliveryResult, heldOf } from '../delivery.ts'
import { mustBeOurs } from '../records/claim-page.ts'
import { remoteTitleKey } from '../records/page-mark.ts'
import type { RecordedFile } from '../records/recorded-pages.ts'
import { pageOfSource, tellSource } from '../records/source-of-page.ts'
import { digestToKeep } from '../records/unsettled.ts'
import type { IntendedDelivery, PlanTools } from './delivery-plan.ts'
import { withRemarks } from './delivery-warnings.ts'
import { type OrderNote, recordDelivery, type VersionColumns } from './recorded-page-changes.ts'

export interface PageToRecord {
  readonly outcome: Outcome
  readonly head: RemotePageHead
  /** The former record's digest, see `digestToKeep`; undefined without a record. */
  readonly keptDigest: string | undefined
  readonly labels: readonly string[]
  readonly position: number | undefined
  /** Whether its place among siblings may be wrong. */
  readonly isMoved: boolean
  /** Whether this try made the page, so that the site has put it behind those before it. */
  readonly isJustMade: boolean
  /** The body as stored; undefined where it is already recorded. */
  readonly stored: string | undefined
  readonly files: readonly RecordedFile[]
  /** Undefined keeps those of the last version. */
  readonly remarks: readonly AnswerWarning[] | undefined
}

/**
 * Record a page, which fixes the outcome of the import.
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
  const { asked, document } = delivery
  const { head, outcome, remarks = [] } = toRecord
  const page = savedPage(connection, { ...head, parentId: head.parentId ?? asked.parentId })
  const { spaceId, entry } = delivery
  const told = withRemarks(document.warnings, remarks)
  const sourced = await tellSource(database, spaceId, head.id, { ...asked, via: entry.via }, told)
  const { warnings } = sourced
  const result: DeliveryResult = { outcome, page, warnings }
  const claim = await database.write(recordDelivery, {
    ...heldOf(delivery),
    entry: { ...delivery.entry, now, warnings: JSON.stringify(warnings) },
    ledger: { outcome, page: { id: Number(head.id), version: head.version.number } },
    result: JSON.stringify(result),
    page: {
      pageId: head.id,
      parentId: page.parentId,
      title: storable(head.title),
      titleKey: remoteTitleKey(head.title),
      askedTitle: asked.pageTitle,
      askedTitleKey: remoteTitleKey(asked.pageTitle),
      url: storable(head.url),
      version: head.version.number,
      digest: digestToKeep(document.digest, toRecord.keptDigest, now),
      labels: writeLabels(toLabels(toRecord.labels)),
      position: toRecord.position ?? null,
      remarks: toRecord.remarks === undefined ? null : JSON.stringify(remarks),
    },
    version: versionOf(delivery, toRecord),
    indexed: document.indexed,
    files: toRecord.files,
    source: pageOfSource(asked, sourced, {
      ...{ spaceId, pageId: Number(head.id), version: head.version.number },
      ...{ isMade: outcome === 'created', run: entry.run, now },
    }),
    order: orderOf(connection, delivery, toRecord),
    place: { spaceId, parentId: asked.parentId, title: asked.pageTitle },
    askedIds: asked.pageId === undefined ? [] : [asked.pageId],
  })
  mustBeOurs(claim)
  return result
}

/** Decide whether the siblings must be ordered. */
function orderOf(
  { kind }: SpaceConnection,
  { asked, run }: IntendedDelivery,
  { isMoved, isJustMade }: PageToRecord,
): OrderNote {
  if (asked.position === undefined || !isMoved) return 'none'
  const isLast = isJustMade && siteKinds[kind].putsNewPagesLast && run === undefined
  return isLast ? 'unless-last' : 'always'
}

function versionOf(
  { document }: IntendedDelivery,
  { head, stored }: PageToRecord,
): VersionColumns | undefined {
  if (stored === undefined) return undefined
  return {
    title: storable(head.title),
    markdown: textOf(document.markdown),
    adf: textOf(document.adf),
    stored: storable(stored),
  }
}

export function savedPage(
  { kind, remoteSpace }: Pick<SpaceConnection, 'kind' | 'remoteSpace'>,
  head: Pick<RemotePageHead, 'id' | 'title' | 'url' | 'version'> & { readonly parentId: string },
): SavedPage {
  const { id, title, url, parentId } = head
  const version = head.version.number
  return {
    id,
    title,
    spaceId: remoteSpace.id,
    parentId,
    version,
    path: url,
    target: { kind, url, version },
  }
}

/** PostgreSQL cannot store NUL, and a site may send anything. */
function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed()
}
