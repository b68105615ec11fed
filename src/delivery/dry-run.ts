/** What an import into a connected space would find and do: nothing is written. @module */
import type { Foreseen, PageToSave, Place, WantedPlace } from '../importing/target-wiki.ts'
import { textOf } from '../isolation/frames.ts'
import type { ConnectedSite } from './connections/connected-site.ts'
import type { AskedDelivery } from './delivery.ts'
import { outcomeOf } from './page/carry-out.ts'
import type { PlanTools } from './page/delivery-plan.ts'
import { withRemarks } from './page/delivery-warnings.ts'
import { findTarget } from './page/find-target.ts'
import { planDelivery } from './page/plan-delivery.ts'
import { savedPage } from './page/record-page.ts'
import { authorOf, pageThere, tellPlan } from './page/tell-plan.ts'
import { isAdopted } from './page/written-by-imports.ts'
import { start } from './progress.ts'

/**
 * Find the place of an import.
 * @param tools The store, and what reads versions.
 * @param target The site and the connection.
 * @param wanted Where, by which title or id.
 * @throws {RequestError} When nothing can stand there.
 * @throws {ConfluenceError} When the site cannot answer.
 */
export async function findConnectedPlace(
  tools: PlanTools,
  target: ConnectedSite,
  { parentId, title, pageId, run }: WantedPlace,
): Promise<Place> {
  const { connection } = target
  const { homepageId = '', ...space } = connection.remoteSpace
  const fields = { parentId, pageTitle: title, pageId, overwrite: true, labels: [] }
  const found = await findTarget(tools, target, {
    ...dryRun,
    spaceId: Number(connection.spaceId),
    asked: askedOf({ ...fields, position: undefined }),
    digest: '',
    run,
  })
  const place = { target, space: { ...space, homepageId }, parentId }
  if (found.kind !== 'found') return { ...place, existing: undefined }
  const { page } = found
  return {
    ...place,
    existing: {
      ...savedPage(connection, { ...page, parentId: page.parentId ?? '' }),
      lastImport: undefined,
      labels: page.labels,
    },
  }
}

const dryRun = {
  attempt: undefined,
  progress: start,
  createdAtMs: 0,
} as const

/**
 * Tell what an import would do.
 * @param tools The store, and what plans bodies.
 * @param target The site and the connection.
 * @param wanted The place.
 * @param page What is brought.
 * @throws {RequestError} What would refuse it.
 * @throws {ConfluenceError} When the site cannot answer.
 */
export async function foresee(
  tools: PlanTools,
  target: ConnectedSite,
  { isCreateOnly, ifMatch, run }: WantedPlace,
  { fields, document }: PageToSave,
): Promise<Foreseen> {
  const asked = { ...askedOf(fields, isCreateOnly), ifMatch }
  const spaceId = Number(target.connection.spaceId)
  const wanted = { ...dryRun, spaceId, asked, document, digest: document.digest, run }
  const plan = await planDelivery(tools, target, wanted)
  const remarks = plan.kind === 'update' ? plan.remarks : []
  return {
    outcome: outcomeOf(wanted, plan),
    page: pageThere(target, wanted, plan),
    adopts: plan.kind === 'update' && isAdopted(plan) ? authorOf(plan.page) : undefined,
    foreseen: tellPlan(target, wanted, plan),
    warnings: withRemarks(document.warnings, remarks),
    adf: () => textOf(document.adf),
  }
}

/**
 * Read what a delivery is asked for with.
 * @param fields The fields of the request.
 * @param isCreateOnly Whether pages that are there are closed to whoever asks.
 */
export function askedOf(
  fields: Omit<AskedDelivery, 'isCreateOnly'>,
  isCreateOnly = false,
): AskedDelivery {
  const { parentId, pageId, overwrite, labels, position } = fields
  // As titles are compared here, and Confluence may not.
  const pageTitle = fields.pageTitle.normalize('NFC')
  return { parentId, pageTitle, pageId, overwrite, labels, position, isCreateOnly }
}
