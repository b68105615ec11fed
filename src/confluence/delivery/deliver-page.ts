/**
 * Carries an import into Confluence: record, find, decide, write, prove, finish. Deliveries are
 * recorded, so any process can continue one. After a lost answer, the next try finds the attempt's
 * name in the version's message if it was written.
 * @module
 */

import { RequestError } from '../../contract/errors.ts'
import { type Outcome, outcomeAt } from '../../wiki/import/decide.ts'
import { refusalOf } from '../../wiki/import/refusals.ts'
import { ConfluenceError, isNoWay, isOfKind, mayBeDone } from '../confluence-error.ts'
import type { ConnectedSite } from './connections/connected-site.ts'
import { type Delivery, type DeliveryResult, heldOf, leaseMs } from './delivery.ts'
import { refusalOfSite } from './delivery-refusals.ts'
import type { RemoteOrders } from './order/remote-orders.ts'
import type {
  DeliveryPlan,
  IntendedDelivery,
  PageImport,
  PlanTools,
  RemainingWork,
  WriteOutcome,
  WriteTools,
} from './page/delivery-plan.ts'
import { withRemarks } from './page/delivery-warnings.ts'
import { findTarget } from './page/find-target.ts'
import { finishPage, keptLabels, labelChanges } from './page/finish-page.ts'
import { decideOn } from './page/plan-delivery.ts'
import { findLanded } from './page/prove-write.ts'
import { recordPage, tellLanded, tellUntouched, tellWritten } from './page/record-page.ts'
import { createRemotePage, restoreRemotePage, updateExisting } from './page/write-page.ts'
import { isFirstImport } from './page/written-by-imports.ts'
import {
  madePage,
  mayBeWritten,
  type NotedWrite,
  type Progress,
  withLostAnswer,
  withWrite,
} from './progress.ts'
import { mustBeOurs, noteWrite, OutdatedError } from './records/claim-page.ts'

interface WrittenDelivery {
  readonly result: DeliveryResult
  readonly remaining: RemainingWork
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
  target: ConnectedSite,
  delivery: IntendedDelivery,
): Promise<WrittenDelivery> {
  const run = target.runOf(delivery.run)
  let current = delivery
  const note = async (write: NotedWrite): Promise<void> => {
    await takePage(tools, current, write)
    current = { ...current, progress: withWrite(current.progress, write) }
  }
  for (let tries = 1; ; tries += 1) {
    try {
      const plan = await planPage(tools, target, current)
      const { toRecord, remaining } = await write({ ...tools, note }, target, current, plan)
      run.noteParent(toRecord.head)
      const result = await recordPage(tools, target, current, toRecord)
      return { result, remaining, progress: current.progress }
    } catch (error) {
      if (isOfKind(error, 'not-found')) run.forgetParents()
      if (mayBeDone(error)) current = { ...current, progress: withLostAnswer(current.progress) }
      if (!mayRetry(error, current) || tries === maxTries) throw toRefusal(error, current)
    }
  }
}

/**
 * Find the page of an import and decide what to do with it; dry runs end here.
 * @throws {RequestError} What refuses it.
 * @throws {ConfluenceError} When the site cannot answer.
 */
export async function planPage(
  tools: PlanTools,
  target: ConnectedSite,
  pageImport: PageImport,
): Promise<DeliveryPlan> {
  const landed = await findLanded(target, pageImport)
  if (landed !== undefined) return landed
  const result = await findTarget(tools, target, pageImport)
  return decideOn(tools, target, pageImport, result)
}

/** Claim the page, store what is about to be written, and renew the lease. */
async function takePage(
  { database, clock }: PlanTools,
  delivery: Delivery,
  write: NotedWrite,
): Promise<void> {
  const leaseUntil = clock().getTime() + leaseMs
  mustBeOurs(await database.write(noteWrite, { ...heldOf(delivery), leaseUntil, write }))
}

/**
 * @throws {RequestError} When comments would be detached, or the account may not change the page.
 * @throws {ConfluenceError} When the site did not do it, or may not have done it.
 */
async function write(
  tools: WriteTools,
  target: ConnectedSite,
  delivery: IntendedDelivery,
  plan: DeliveryPlan,
): Promise<WriteOutcome> {
  switch (plan.kind) {
    case 'untouched':
      return tellUntouched(delivery, plan)
    case 'landed':
      return tellLanded(tools, target, delivery, plan)
    case 'restore':
      if (await restoreRemotePage(tools, target, plan)) {
        throw new ConfluenceError('conflict', 'The page was in the trash.')
      }
      if (plan.orElse === undefined) throw refusalOf('not-found', delivery.fields)
      return write(tools, target, delivery, plan.orElse)
    case 'create': {
      const writtenPage = await createRemotePage(tools, target, delivery, plan)
      return tellWritten(delivery, plan, writtenPage, 'created')
    }
    case 'update': {
      const writtenPage = await updateExisting(tools, target, delivery, plan)
      const needsVersion = writtenPage.page.version.number > plan.page.version.number
      const needsFiles = writtenPage.files.length > plan.files.length
      const outcome = outcomeOf(delivery, { ...plan, needsVersion, needsFiles })
      return tellWritten(delivery, plan, writtenPage, outcome)
    }
  }
}

export function outcomeOf({ fields }: PageImport, plan: DeliveryPlan): Outcome {
  switch (plan.kind) {
    case 'create':
      return outcomeAt(undefined)
    case 'untouched':
      return outcomeAt({ isSame: true })
    case 'restore':
      return outcomeAt({ isSame: false })
    case 'landed':
      return outcomeAt(plan.isNew ? undefined : { isSame: false })
    case 'update': {
      const preserved = keptLabels(plan.page, isFirstImport(plan))
      const { missing, obsolete } = labelChanges(plan.page, fields.labels, preserved)
      const isSame =
        !plan.needsVersion && !plan.needsFiles && missing.length + obsolete.length === 0
      return outcomeAt({ isSame })
    }
  }
}

/**
 * Set mark, labels, width and order; safe to repeat.
 * @throws {ConfluenceError} When something failed.
 */
export async function finishDelivery(
  { installation, orders }: { readonly installation: string; readonly orders: RemoteOrders },
  target: ConnectedSite,
  delivery: Delivery & { readonly result: DeliveryResult; readonly run: string | undefined },
  remaining: RemainingWork,
): Promise<DeliveryResult> {
  const { fields, attempt, digest, result, run } = delivery
  const { id: page, version } = result.page
  const mark = { v: 1, installation, page, version, digest, delivery: attempt } as const
  const remarks = await finishPage(target, fields, mark, remaining)
  // A run orders its pages when it ends; a single import does it now.
  if (fields.position !== undefined && run === undefined) await orders.settle(target)
  return { ...result, warnings: withRemarks(result.warnings, remarks) }
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
