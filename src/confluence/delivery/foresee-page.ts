/** Foresees an import, for a dry run: what is planned, and what that means for people. @module */
import type { Via } from '../../accounts/audit.ts'
import type { AnswerAuthor, AnswerForeseen } from '../../contract/answers.ts'
import { textOf } from '../../contract/base/message.ts'
import type { Foreseen, SavedPage } from '../../wiki/import/target-wiki.ts'
import { attachmentName } from '../attach-files.ts'
import type { RemotePage } from '../site.ts'
import { siteKinds } from '../site-kinds.ts'
import type { ConnectedSite } from './connections/connected-site.ts'
import { outcomeOf, planPage } from './deliver-page.ts'
import { isOfAnother } from './delivery.ts'
import { countParts, missingFiles } from './page/attach-images.ts'
import type { DeliveryPlan, PlannedUpdate, PlanTools, WantedImport } from './page/delivery-plan.ts'
import { warnOfRestriction, withRemarks } from './page/delivery-warnings.ts'
import { keptLabels, labelChanges } from './page/finish-page.ts'
import { savedPage } from './page/record-page.ts'
import { isFirstImport } from './page/written-by-imports.ts'
import { tellSource } from './records/source-of-page.ts'

/**
 * Foresee an import.
 * @throws {RequestError} What would refuse it.
 * @throws {ConfluenceError} When the site cannot answer.
 */
export async function foreseePage(
  tools: PlanTools,
  target: ConnectedSite,
  wanted: WantedImport,
  via: Via | undefined,
): Promise<Foreseen> {
  const { asked, document, spaceId } = wanted
  const plan = await planPage(tools, target, wanted)
  const isRefused =
    plan.kind === 'update' && plan.page.isReadOnly && (plan.needsVersion || plan.needsFiles)
  const remarks = plan.kind === 'update' ? plan.remarks : []
  const page = pageThere(target, wanted, plan)
  const told = withRemarks(
    document.warnings,
    isRefused ? [warnOfRestriction(), ...remarks] : remarks,
  )
  const { warnings } = await tellSource(tools.database, spaceId, page?.id, { ...asked, via }, told)
  const { titleClash } = target.connection.policies
  return {
    outcome: outcomeOf(wanted, plan),
    page,
    foreseen: { ...tellPage(target, wanted, plan), titleClash },
    warnings,
    adf: () => textOf(document.adf),
  }
}

function pageThere(
  { connection }: ConnectedSite,
  { asked }: WantedImport,
  plan: DeliveryPlan,
): SavedPage | undefined {
  const head = plan.kind === 'untouched' ? plan.head : plan.kind === 'update' && plan.page
  return head
    ? savedPage(connection, { ...head, parentId: head.parentId ?? asked.parentId })
    : undefined
}

function tellPage(target: ConnectedSite, wanted: WantedImport, plan: DeliveryPlan): AnswerForeseen {
  switch (plan.kind) {
    case 'untouched':
      return { title: plan.head.title, requests: wanted.document.images.length > 0 ? 1 : 0 }
    case 'landed':
      return { title: plan.page.title }
    case 'restore':
      return { title: plan.title, requests: requestsOfUpdate }
    case 'create': {
      const files = missingFiles(wanted.document.images, [])
      const requests =
        requestsOfCreate +
        (files.length === 0 ? 0 : 1 + countParts(files)) +
        ((wanted.asked.labels ?? []).length > 0 ? 1 : 0) +
        (target.connection.policies.pageWidth === undefined ? 0 : 1)
      return { title: plan.title, ...named(files), requests }
    }
    case 'update':
      return tellUpdate(target, wanted, plan)
  }
}

function tellUpdate(
  { connection }: ConnectedSite,
  wanted: WantedImport,
  plan: PlannedUpdate,
): AnswerForeseen {
  const { page, planned, needsVersion, title } = plan
  const files = missingFiles(wanted.document.images, plan.files)
  const detached = needsVersion ? planned.comments.filter(({ isKept }) => !isKept) : []
  const isReaddressed = title !== page.title && siteKinds[connection.kind].addressesHaveTitles
  return {
    title,
    ...(isReaddressed && { isReaddressed }),
    ...(isOfPeople(plan) && { edited: authorOf(page) }),
    ...(detached.length > 0 && { detaches: detached.map(({ quoted }) => quoted) }),
    ...named(files),
    requests: requestsOf(wanted, plan) + requestsOfFiles(wanted.document.images, files),
  }
}

/** A first import that was abandoned may have written the page without a record. */
function isOfPeople(plan: PlannedUpdate): boolean {
  return isFirstImport(plan) ? !isOfAnother(plan.page.version.message, undefined) : plan.isEdited
}

type Files = WantedImport['document']['images']

/** Title check, the page and its mark; with files, its text comes after it. */
const requestsOfCreate = 3
/** Read, write and mark. */
const requestsOfUpdate = 3

function requestsOf({ asked, digest }: WantedImport, plan: PlannedUpdate): number {
  const { page, recorded, wanted, needsVersion, needsFiles, needsMove } = plan
  const kept = keptLabels(page, isFirstImport(plan))
  const { missing, others } = labelChanges(page, asked.labels, kept)
  const isNoted = needsVersion || needsFiles || recorded?.digest !== digest
  const isWritten = needsVersion || needsFiles || needsMove
  const isRenamed = plan.title !== page.title
  const parts = [isRenamed, isWritten, isNoted, wanted.comments.length > 0, missing.length > 0]
  return 1 + parts.filter(Boolean).length + others.length
}

/** Existing files are listed first. */
function requestsOfFiles(all: Files, missing: Files): number {
  return all.length === 0 ? 0 : 1 + countParts(missing)
}

function named(files: Files): Pick<AnswerForeseen, 'files'> {
  if (files.length === 0) return {}
  return { files: files.map(({ sha256, type, name }) => attachmentName(sha256, type, name)) }
}

function authorOf({ version }: Pick<RemotePage, 'version'>): AnswerAuthor {
  return { by: version.authorName, at: version.createdAt }
}
