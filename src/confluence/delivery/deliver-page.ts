/**
 * Carries an import into Confluence: record, find, decide, write, prove, finish. Deliveries are
 * recorded, so any process can continue one. After a lost answer, the next try finds the attempt's
 * name in the version's message if it was written.
 * @module
 */
import type { AnswerWarning } from '../../contract/answers.ts'
import { RequestError } from '../../contract/errors.ts'
import { refusalOf } from '../../wiki/import/decide.ts'
import { ConfluenceError, isNoWay, isOfKind, mayBeDone } from '../confluence-error.ts'
import type { ConfluenceSite, RemotePage } from '../site.ts'
import type { ConnectedSite } from './connections/connected-site.ts'
import {
  type Delivery,
  type DeliveryFields,
  type DeliveryPlan,
  type DeliveryResult,
  heldOf,
  type IntendedDelivery,
  labelChanges,
  leaseMs,
  madePage,
  mayBeWritten,
  type NotedWrite,
  type PageImport,
  type PageToRecord,
  type PlanTools,
  type Progress,
  type WriteTools,
  withLostAnswer,
  withWrite,
} from './delivery.ts'
import { refusalOfSite, warnOfClosedCall, withRemarks } from './delivery-messages.ts'
import type { RemoteOrders } from './order/remote-orders.ts'
import { findTarget } from './page/find-target.ts'
import { decideOn, findLanded } from './page/plan-delivery.ts'
import { recordPage, tellLanded, tellUntouched } from './page/record-page.ts'
import { createRemotePage, updateRemotePage } from './page/write-page.ts'
import { mustBeOurs, noteWrite, OutdatedError } from './queue/deliveries.ts'
import { isSameMark, markKey, type PageMark, readMark } from './records/recorded-pages.ts'

interface WrittenDelivery {
  readonly result: DeliveryResult
  readonly pageToMark: RemotePage | undefined
  readonly progress: Progress
}

const maxTries = 3

/**
 * @throws {RequestError} A final refusal.
 * @throws {ConfluenceError} When the site cannot answer, or may have carried out the request.
 * @throws {LostDeliveryError} When another process has taken over.
 */
export async function deliverPage(
  tools: PlanTools,
  delivery: IntendedDelivery,
): Promise<WrittenDelivery> {
  let current = delivery
  // Claim the page, store what is about to be written, and renew the lease.
  const note = async (write: NotedWrite): Promise<void> => {
    const leaseUntil = tools.clock().getTime() + leaseMs
    mustBeOurs(await tools.database.write(noteWrite, { ...heldOf(current), leaseUntil, write }))
    current = { ...current, progress: withWrite(current.progress, write) }
  }
  for (let tries = 1; ; tries += 1) {
    try {
      const plan = await planPage(tools, current)
      const toRecord = await write({ ...tools, note }, current, plan)
      tools.noteParent(toRecord.head)
      const result = await recordPage(tools, current, toRecord)
      return { result, pageToMark: toRecord.pageToMark, progress: current.progress }
    } catch (error) {
      if (mayBeDone(error)) current = { ...current, progress: withLostAnswer(current.progress) }
      if (!mayRetry(error, current) || tries === maxTries) throw toRefusal(error, current)
    }
  }
}

/**
 * Find the page of an import and decide what to do with it; dry runs end here.
 * @throws {RequestError} When the import is refused.
 * @throws {ConfluenceError} When the site cannot answer.
 */
export async function planPage(tools: PlanTools, pageImport: PageImport): Promise<DeliveryPlan> {
  const landed = await findLanded(tools, pageImport)
  if (landed !== undefined) return landed
  const result = await findTarget(tools, pageImport)
  return decideOn(tools, pageImport, result)
}

/**
 * @throws {RequestError} When comments would be detached, or the account may not change the page.
 * @throws {ConfluenceError} When the write failed, or its outcome is unknown.
 */
async function write(
  tools: WriteTools,
  delivery: IntendedDelivery,
  plan: DeliveryPlan,
): Promise<PageToRecord> {
  switch (plan.kind) {
    case 'untouched':
      return tellUntouched(delivery, plan)
    case 'landed':
      return tellLanded(tools, delivery, plan)
    case 'create':
      return createRemotePage(tools, delivery, plan)
    case 'update':
      return updateRemotePage(tools, delivery, plan)
  }
}

/**
 * The page as we read it last: `unread` if we must read it first, undefined if its mark and labels
 * are already set.
 */
export type PageToMark = Pick<RemotePage, 'id' | 'labels' | 'property'> | 'unread' | undefined

/**
 * Set mark, labels and order; safe to repeat.
 * @throws {ConfluenceError} When something failed.
 */
export async function finishDelivery(
  { installation, orders }: { readonly installation: string; readonly orders: RemoteOrders },
  target: ConnectedSite,
  { fields, attempt, digest, result, entry }: Delivery & { readonly result: DeliveryResult },
  pageToMark: PageToMark,
): Promise<DeliveryResult> {
  const { site } = target
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
  if (fields.position !== undefined && entry.run === '') await orders.settle(target)
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
function mayRetry(error: unknown, { progress }: PageImport): boolean {
  const isOwnGone = isOfKind(error, 'not-found') && madePage(progress) !== undefined
  return isOwnGone || isOfKind(error, 'conflict', 'title-taken') || mayBeDone(error)
}

function toRefusal(error: unknown, { fields, progress }: PageImport): unknown {
  if (mayBeWritten(progress) && error instanceof RequestError && error.key === 'unavailable') {
    return new ConfluenceError('unknown', error.message, { cause: error })
  }
  if (error instanceof OutdatedError) return refusalOf('conflict', fields)
  if (!(error instanceof ConfluenceError)) return error
  if (isNoWay(error)) return refusalOfSite(error, fields)
  if (mayBeWritten(progress) || madePage(progress)) return error
  if (error.kind === 'conflict') return refusalOf('conflict', fields)
  return isOfKind(error, 'title-taken', 'credential') ? refusalOfSite(error, fields) : error
}
