/** Does what was planned for a page, and tells what is there then. @module */
import { ConfluenceError } from '../../confluence/confluence-error.ts'
import type { RemotePage } from '../../confluence/site.ts'
import { readLabels } from '../../contract/titles-and-labels.ts'
import { type Outcome, outcomeAt } from '../../importing/decide.ts'
import { refusalOf } from '../../importing/refusals.ts'
import type { ConnectedSite } from '../connections/connected-site.ts'
import { findRecordedPage } from '../records/recorded-pages.ts'
import { isUnsettled } from '../records/unsettled.ts'
import { attachImages, listAttached } from './attach-images.ts'
import { createRemotePage } from './create-page.ts'
import type {
  DeliveryPlan,
  IntendedDelivery,
  PlannedUpdate,
  WantedImport,
  WriteTools,
} from './delivery-plan.ts'
import { keptLabels, type LeftToDo, labelChanges } from './finish-page.ts'
import { ownBody } from './own-body.ts'
import type { PageToRecord } from './record-page.ts'
import { findRestriction, restoreRemotePage, updateRemotePage } from './update-page.ts'
import { isFirstImport } from './written-by-imports.ts'

export interface CarriedOut {
  readonly toRecord: PageToRecord
  readonly left: LeftToDo
}

/**
 * Carry out a plan.
 * @throws {RequestError} When comments would be detached, or the account may not change the page.
 * @throws {ConfluenceError} When the site did not do it, or may not have done it.
 */
export async function carryOut(
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
    case 'restore': {
      // A restored page must be looked at again.
      if (await restoreRemotePage(tools, target, plan)) {
        throw new ConfluenceError('conflict', 'The page was in the trash.')
      }
      if (plan.orElse === undefined) throw refusalOf('not-found', wanted.asked)
      return carryOut(tools, target, wanted, plan.orElse)
    }
    case 'create': {
      const { page, ...written } = await createRemotePage(tools, target, wanted, plan)
      const isJustMade = plan.pageId === undefined
      return told(wanted, { outcome: 'created', head: page, isJustMade, ...written }, page)
    }
    case 'update': {
      const updating = updateRemotePage(tools, target, wanted, plan)
      const { page, remarks, ...written } = await updating.catch(async (error) => {
        throw await findRestriction(target.site, plan.page, error)
      })
      const needsVersion = page.version.number > plan.page.version.number
      const needsFiles = written.files.length > plan.files.length
      const outcome = outcomeOf(wanted, { ...plan, needsVersion, needsFiles })
      // Remarks of a version stay valid while it is the newest.
      const isSameVersion = page.version.number === plan.recorded?.version
      const toTell = isSameVersion && remarks.length === 0 ? undefined : remarks
      const recorded = { outcome, head: page, remarks: toTell, isJustMade: false }
      return told(wanted, { ...recorded, ...written }, page, plan)
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
      const { page, needsVersion, needsFiles } = plan
      const kept = keptLabels(page, isFirstImport(plan))
      const { missing, others } = labelChanges(page, asked.labels, kept)
      const isSame = !needsVersion && !needsFiles && missing.length + others.length === 0
      return outcomeAt({ isSame })
    }
  }
}

function told(
  { asked }: IntendedDelivery,
  toRecord: Omit<PageToRecord, 'labels' | 'position' | 'keptDigest' | 'isMoved'>,
  page: RemotePage,
  plan?: PlannedUpdate,
): CarriedOut {
  const { position: known, digest: keptDigest } = plan?.recorded ?? {}
  const mayBeElsewhere = asked.position !== known || isUnsettled(keptDigest ?? '')
  const isElsewhere = asked.position !== undefined && mayBeElsewhere
  const labels = asked.labels ?? page.labels
  return {
    toRecord: {
      ...toRecord,
      keptDigest,
      labels,
      position: asked.position ?? known,
      isMoved: isElsewhere || plan === undefined || plan.needsMove,
    },
    left: {
      ...{ page, isMarked: false, isNew: toRecord.outcome === 'created' },
      isFirstImport: plan !== undefined && isFirstImport(plan),
    },
  }
}

function tellUntouched(
  { asked }: IntendedDelivery,
  { head, recorded }: Extract<DeliveryPlan, { kind: 'untouched' }>,
): CarriedOut {
  return {
    toRecord: {
      outcome: 'unchanged',
      head,
      files: [],
      stored: undefined,
      remarks: undefined,
      keptDigest: recorded.digest,
      labels: readLabels(recorded.labels),
      position: asked.position ?? recorded.position,
      isMoved: asked.position !== recorded.position,
      isJustMade: false,
    },
    left: { page: undefined, isMarked: true, isNew: false, isFirstImport: false },
  }
}

async function tellLanded(
  { database, bodies }: WriteTools,
  { connection, site }: ConnectedSite,
  { asked, document, progress, spaceId }: IntendedDelivery,
  { page, isNew }: Extract<DeliveryPlan, { kind: 'landed' }>,
): Promise<CarriedOut> {
  const there = await listAttached(site, page.id, document.images)
  const { files, remarks: left } = await attachImages(site, page.id, document.images, there)
  const recorded = await findRecordedPage(database, spaceId, page.id)
  const noted = 'pageId' in progress ? progress.remarks : []
  // Edits that were kept must count as edits next time too.
  const isMixed = connection.policies.edits === 'keep-theirs' && !isNew
  const own = isMixed && (await bodies.planBody(ownBody(connection, document, page.id, files)))
  return {
    toRecord: {
      outcome: isNew ? 'created' : 'updated',
      head: page,
      stored: own ? own.body : (page.body ?? ''),
      remarks: [...noted, ...left],
      labels: asked.labels ?? page.labels,
      files,
      position: asked.position ?? recorded?.position,
      isMoved: true,
      isJustMade: false,
      keptDigest: recorded?.digest,
    },
    left: { page, isMarked: false, isNew, isFirstImport: !isNew && recorded === undefined },
  }
}
