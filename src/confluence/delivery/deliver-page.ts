/**
 * Carries an import into Confluence: record, find, decide, write, prove, finish. Deliveries are
 * recorded, so any process can continue one. After a lost answer, the next try finds the attempt's
 * name in the version's message if it was written.
 * @module
 */
import type { AnswerWarning } from '../../contract/answers.ts'
import { RequestError } from '../../contract/errors.ts'
import { refusalOf } from '../../wiki/import/decide.ts'
import type { SavedImport } from '../../wiki/import/target-wiki.ts'
import { ConfluenceError, isNoWay, isOfKind, mayBeDone } from '../confluence-error.ts'
import type { ConfluenceSite, RemotePage } from '../site.ts'
import type { ConnectedSite } from './connections/connected-site.ts'
import {
  type Delivery,
  type DeliveryFields,
  type DeliveryPlan,
  heldOf,
  labelChanges,
  leaseMs,
  madePage,
  type NotedWrite,
  type PageDelivery,
  type PageImport,
  type PageToRecord,
  type Progress,
} from './delivery.ts'
import { refusalOfSite, warnOfClosedCall, withRemarks } from './delivery-messages.ts'
import { settleOrders } from './order/remote-orders.ts'
import { findTarget } from './page/find-target.ts'
import { decideOn, findLanded } from './page/plan-delivery.ts'
import { recordPage, tellLanded, tellUntouched } from './page/record-page.ts'
import { createRemotePage, updateRemotePage } from './page/write-page.ts'
import { mustBeOurs, noteWrite, OutdatedError } from './queue/deliveries.ts'
import { isSameMark, markKey, type PageMark, readMark } from './records/recorded-pages.ts'

interface WrittenPage extends Progress {
  readonly result: SavedImport
  /**
   * The page as we read it last: `unread` if we must read it first, undefined if its mark and labels
   * are already set.
   */
  readonly pageToMark: RemotePage | 'unread' | undefined
}

export type WrittenDelivery = Delivery & WrittenPage

const maxTries = 3

/**
 * @throws {RequestError} A final refusal.
 * @throws {ConfluenceError} When the site cannot answer, or may have carried out the request.
 * @throws {LostDeliveryError} When another process has taken over.
 */
export async function deliverPage(delivery: Omit<PageDelivery, 'note'>): Promise<WrittenPage> {
  const { database, clock, noteParent } = delivery
  let { lastWrite, isLost } = delivery
  const note = async (write: NotedWrite): Promise<void> => {
    const leaseUntil = clock().getTime() + leaseMs
    mustBeOurs(await database.write(noteWrite, { ...heldOf(delivery), leaseUntil, write }))
    lastWrite = write
  }
  for (let tries = 1; ; tries += 1) {
    const current = { ...delivery, lastWrite, isLost, note }
    try {
      const toRecord = await write(current, await planPage(current))
      noteParent(toRecord.head)
      const result = await recordPage(current, toRecord)
      return { result, pageToMark: toRecord.pageToMark, lastWrite, isLost }
    } catch (error) {
      isLost ||= mayBeDone(error)
      const progress = { ...current, lastWrite, isLost }
      if (!mayRetry(error, progress) || tries === maxTries) throw toRefusal(error, progress)
    }
  }
}

/**
 * Find the page of an import and decide what to do with it; dry runs end here.
 * @throws {RequestError} When the import is refused.
 * @throws {ConfluenceError} When the site cannot answer.
 */
export async function planPage(pageImport: PageImport): Promise<DeliveryPlan> {
  const landed = await findLanded(pageImport)
  return landed ?? decideOn(pageImport, await findTarget(pageImport))
}

/**
 * @throws {RequestError} When comments would be detached, or the account may not change the page.
 * @throws {ConfluenceError} When the write failed, or its outcome is unknown.
 */
async function write(delivery: PageDelivery, plan: DeliveryPlan): Promise<PageToRecord> {
  switch (plan.kind) {
    case 'untouched':
      return tellUntouched(delivery, plan)
    case 'landed':
      return tellLanded(delivery, plan)
    case 'create':
      return createRemotePage(delivery, plan)
    case 'update':
      return updateRemotePage(delivery, plan)
  }
}

/**
 * Set mark, labels and order; safe to repeat.
 * @throws {ConfluenceError} When something failed.
 */
export async function finishDelivery(
  target: ConnectedSite,
  { fields, attempt, digest, result, entry, pageToMark }: WrittenDelivery,
): Promise<SavedImport> {
  const { site, installation } = target
  const { id, version } = result.page
  const page = pageToMark === 'unread' ? await site.readPage(id, markKey) : pageToMark
  let remarks: readonly AnswerWarning[] = []
  if (page !== undefined) {
    const mark: PageMark = { v: 1, installation, page: id, version, digest, delivery: attempt }
    if (!isSameMark(readMark(page.property), mark)) {
      await site.putProperty(id, { key: markKey, value: mark, current: page.property })
    }
    remarks = await setLabels(site, page, fields.labels)
  }
  // A run orders its pages when it ends; a single import does it now.
  if (fields.position !== undefined && entry.run === '') await settleOrders(target)
  return { ...result, warnings: withRemarks(result.warnings, remarks) }
}

/** @returns A warning where the site lacks the call. */
async function setLabels(
  site: ConfluenceSite,
  page: Pick<RemotePage, 'id' | 'labels'>,
  labels: DeliveryFields['labels'],
): Promise<AnswerWarning[]> {
  const { missing, obsolete } = labelChanges(page, labels)
  try {
    if (missing.length > 0) await site.addLabels(page.id, missing)
    for (const label of obsolete) await site.removeLabel(page.id, label)
    return []
  } catch (error) {
    if (!isOfKind(error, 'removed')) throw error
    return [warnOfClosedCall('labels', error)]
  }
}

/**
 * Retry where the site has changed: this import may already have made the page with that title, or
 * somebody has removed the page that was made for it.
 */
function mayRetry(error: unknown, progress: Progress): boolean {
  const isOwnGone = isOfKind(error, 'not-found') && madePage(progress) !== undefined
  return isOwnGone || isOfKind(error, 'conflict', 'title-taken') || mayBeDone(error)
}

function toRefusal(error: unknown, pageImport: PageImport): unknown {
  const { fields, isLost } = pageImport
  if (isLost && error instanceof RequestError && error.key === 'unavailable') {
    return new ConfluenceError('unknown', error.message, { cause: error })
  }
  if (error instanceof OutdatedError) return refusalOf('conflict', fields)
  if (!(error instanceof ConfluenceError)) return error
  if (isNoWay(error)) return refusalOfSite(error, fields)
  if (isLost || madePage(pageImport)) return error
  if (error.kind === 'conflict') return refusalOf('conflict', fields)
  return isOfKind(error, 'title-taken', 'credential') ? refusalOfSite(error, fields) : error
}
