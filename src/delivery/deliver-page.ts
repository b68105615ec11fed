/**
 * Delivers an import: find and plan the page, claim it, write and record it. After a lost answer
 * the next try finds out what happened. The rest is done by `finishPage`.
 * @module
 */

import { ConfluenceError, isNoWay, isOfKind, mayBeDone } from '../confluence/confluence-error.ts'
import { RequestError } from '../contract/errors.ts'
import { refusalOf } from '../importing/refusals.ts'
import type { ConnectedSite } from './connections/connected-site.ts'
import { type Delivery, type DeliveryResult, heldOf, leaseMs } from './delivery.ts'
import { refusalOfSite } from './delivery-refusals.ts'
import { carryOut } from './page/carry-out.ts'
import type { IntendedDelivery, PlanTools, WantedImport } from './page/delivery-plan.ts'
import type { LeftToDo } from './page/finish-page.ts'
import { planDelivery } from './page/plan-delivery.ts'
import { recordPage } from './page/record-page.ts'
import { lost, mayBeThere, type NotedWrite, noted, ownPage, type Progress } from './progress.ts'
import { mustBeOurs, noteWrite, OutdatedError } from './records/claim-page.ts'

/** The result, and what is left to do. */
export interface WrittenDelivery {
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
export async function runDelivery(
  tools: PlanTools,
  target: ConnectedSite,
  delivery: IntendedDelivery,
): Promise<WrittenDelivery> {
  let wanted = delivery
  const note = async (write: NotedWrite): Promise<void> => {
    await takePage(tools, wanted, write)
    wanted = { ...wanted, progress: noted(wanted.progress, write) }
  }
  for (let tries = 1; ; tries += 1) {
    try {
      const plan = await planDelivery(tools, target, wanted)
      const { toRecord, left } = await carryOut({ ...tools, note }, target, wanted, plan)
      target.noteParent(toRecord.head)
      const result = await recordPage(tools, target, wanted, toRecord)
      return { result, left, progress: wanted.progress }
    } catch (error) {
      if (isOfKind(error, 'not-found')) target.forgetParents()
      if (mayBeDone(error)) wanted = { ...wanted, progress: lost(wanted.progress) }
      if (!mayGoBetter(error, wanted) || tries === maxTries) throw toRefusal(error, wanted)
    }
  }
}

/** Store what is about to be written, and renew the lease. */
async function takePage(
  { database, clock }: PlanTools,
  delivery: Delivery,
  write: NotedWrite,
): Promise<void> {
  const leaseUntil = clock().getTime() + leaseMs
  mustBeOurs(await database.write(noteWrite, { ...heldOf(delivery), leaseUntil, write }))
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
  const { kind } = error
  if (isNoWay(error)) return refusalOfSite(error, asked)
  // A page that was begun must be finished.
  if (mayBeThere(progress) || ownPage(progress)) return error
  if (kind === 'conflict') return refusalOf('conflict', asked)
  return kind === 'title-taken' || kind === 'credential' ? refusalOfSite(error, asked) : error
}
