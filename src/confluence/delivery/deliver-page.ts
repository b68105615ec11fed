/**
 * The way of an import into Confluence: record, find, decide, write, prove, finish. The queue has
 * recorded it, so that any process can go on with it. Whatever may be lost on the way, the next try
 * proves by the name of the attempt whether it was written.
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
  CarriedOut,
  DeliveryPlan,
  IntendedDelivery,
  LeftToDo,
  PlanTools,
  WantedImport,
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
import { lost, mayBeThere, type NotedWrite, noted, ownPage, type Progress } from './progress.ts'
import { mustBeOurs, noteWrite, OutdatedError } from './records/claim-page.ts'

/** The result, and what is left to do. */
interface WrittenDelivery {
  readonly result: DeliveryResult
  readonly left: LeftToDo
  readonly progress: Progress
}

/** Attempts after conflicting edits. */
const maxTries = 3

/**
 * Write the page of a delivery and record it.
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
  let wanted = delivery
  const note = async (write: NotedWrite): Promise<void> => {
    await takePage(tools, wanted, write)
    wanted = { ...wanted, progress: noted(wanted.progress, write) }
  }
  for (let tries = 1; ; tries += 1) {
    try {
      const plan = await planPage(tools, target, wanted)
      const { toRecord, left } = await write({ ...tools, note }, target, wanted, plan)
      run.noteParent(toRecord.head)
      const result = await recordPage(tools, target, wanted, toRecord)
      return { result, left, progress: wanted.progress }
    } catch (error) {
      if (isOfKind(error, 'not-found')) run.forgetParents()
      if (mayBeDone(error)) wanted = { ...wanted, progress: lost(wanted.progress) }
      if (!mayGoBetter(error, wanted) || tries === maxTries) throw toRefusal(error, wanted)
    }
  }
}

/**
 * Find the page of an import, and decide what becomes of it. Dry runs do no more.
 * @throws {RequestError} What refuses it.
 * @throws {ConfluenceError} When the site cannot answer.
 */
export async function planPage(
  tools: PlanTools,
  target: ConnectedSite,
  wanted: WantedImport,
): Promise<DeliveryPlan> {
  const written = await findLanded(target, wanted)
  if (written !== undefined) return written
  const found = await findTarget(tools, target, wanted)
  return decideOn(tools, target, wanted, found)
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
 * Write what was decided.
 * @throws {RequestError} When comments would be detached, or the account may not change the page.
 * @throws {ConfluenceError} When the site did not do it, or may not have done it.
 */
async function write(
  tools: WriteTools,
  target: ConnectedSite,
  wanted: IntendedDelivery,
  plan: DeliveryPlan,
): Promise<CarriedOut> {
  switch (plan.kind) {
    case 'untouched':
      return tellUntouched(wanted, plan)
    case 'landed':
      return tellLanded(tools, target, wanted, plan)
    case 'restore':
      // A restored page must be looked at again.
      if (await restoreRemotePage(tools, target, plan)) {
        throw new ConfluenceError('conflict', 'The page was in the trash.')
      }
      if (plan.orElse === undefined) throw refusalOf('not-found', wanted.asked)
      return write(tools, target, wanted, plan.orElse)
    case 'create': {
      const written = await createRemotePage(tools, target, wanted, plan)
      return tellWritten(wanted, plan, written, 'created')
    }
    case 'update': {
      const written = await updateExisting(tools, target, wanted, plan)
      const needsVersion = written.page.version.number > plan.page.version.number
      const needsFiles = written.files.length > plan.files.length
      const outcome = outcomeOf(wanted, { ...plan, needsVersion, needsFiles })
      return tellWritten(wanted, plan, written, outcome)
    }
  }
}

export function outcomeOf({ asked }: WantedImport, plan: DeliveryPlan): Outcome {
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
      const kept = keptLabels(plan.page, isFirstImport(plan))
      const { missing, others } = labelChanges(plan.page, asked.labels, kept)
      const isSame = !plan.needsVersion && !plan.needsFiles && missing.length + others.length === 0
      return outcomeAt({ isSame })
    }
  }
}

/**
 * Finish a written page: mark, labels, width and order; safe to repeat.
 * @throws {ConfluenceError} When something failed.
 */
export async function finishDelivery(
  { installation, orders }: { readonly installation: string; readonly orders: RemoteOrders },
  target: ConnectedSite,
  delivery: Delivery & { readonly result: DeliveryResult; readonly run: string | undefined },
  left: LeftToDo,
): Promise<DeliveryResult> {
  const { asked, attempt, digest, result, run } = delivery
  const { id: page, version } = result.page
  const mark = { v: 1, installation, page, version, digest, delivery: attempt } as const
  const remarks = await finishPage(target, asked, mark, left)
  // A run reports its end; otherwise the order is checked now.
  if (asked.position !== undefined && run === undefined) await orders.settle(target)
  return { ...result, warnings: withRemarks(result.warnings, remarks) }
}

/**
 * For example, this very import may already have created the page with that title, or somebody has
 * removed the page that was made for it.
 */
function mayGoBetter(error: unknown, { progress }: WantedImport): boolean {
  const isOwnGone = isOfKind(error, 'not-found') && ownPage(progress) !== undefined
  return isOwnGone || isOfKind(error, 'conflict', 'title-taken') || mayBeDone(error)
}

/** Keep errors of the site where the delivery continues. */
function toRefusal(error: unknown, { asked, progress }: WantedImport): unknown {
  if (mayBeThere(progress) && error instanceof RequestError && error.key === 'unavailable') {
    return new ConfluenceError('unknown', error.message, { cause: error })
  }
  if (error instanceof OutdatedError) return refusalOf('conflict', asked)
  if (!(error instanceof ConfluenceError)) return error
  if (isNoWay(error)) return refusalOfSite(error, asked)
  // A page that was begun must be finished.
  if (mayBeThere(progress) || ownPage(progress)) return error
  if (error.kind === 'conflict') return refusalOf('conflict', asked)
  return isOfKind(error, 'title-taken', 'credential') ? refusalOfSite(error, asked) : error
}
