/** What a dry run tells of an import: the plan, and what it means for people. @module */
import type { Via } from '../../accounts/audit.ts'
import type { AnswerAuthor, AnswerForeseen } from '../../contract/answers.ts'
import { textOf } from '../../contract/base/message.ts'
import type { Foreseen, SavedPage } from '../../wiki/import/target-wiki.ts'
import type { RemotePage } from '../site.ts'
import { siteKinds } from '../site-kinds.ts'
import { attachmentName } from '../v1-writes.ts'
import type { ConnectedSite } from './connections/connected-site.ts'
import { planPage } from './deliver-page.ts'
import {
  type DeliveryPlan,
  isOfAnother,
  outcomeOf,
  type PageImport,
  type PlannedUpdate,
  type PlanTools,
} from './delivery.ts'
import { missingFiles } from './page/attach-images.ts'
import { warnOfRestriction, withRemarks } from './page/delivery-warnings.ts'
import { savedPage } from './page/record-page.ts'
import { isFirstImport, tellSource } from './records/recorded-pages.ts'

/**
 * @throws {RequestError} What would refuse the import.
 * @throws {ConfluenceError} When the site cannot answer.
 */
export async function foreseePage(
  tools: PlanTools,
  target: ConnectedSite,
  pageImport: PageImport,
  via: Via | undefined,
): Promise<Foreseen> {
  const { fields, document, spaceId } = pageImport
  const plan = await planPage(tools, target, pageImport)
  const isRefused =
    plan.kind === 'update' && plan.page.isReadOnly && (plan.needsVersion || plan.needsFiles)
  const remarks = plan.kind === 'update' ? plan.remarks : []
  const page = existingPage(target, pageImport, plan)
  const allWarnings = withRemarks(
    document.warnings,
    isRefused ? [warnOfRestriction(), ...remarks] : remarks,
  )
  const { warnings } = await tellSource(
    tools.database,
    spaceId,
    page?.id,
    { ...fields, via },
    allWarnings,
  )
  const { titleClash } = target.connection.policies
  return {
    outcome: outcomeOf(pageImport, plan),
    page,
    foreseen: { ...tellPage(target, pageImport, plan), titleClash },
    warnings,
    adf: () => textOf(document.adf),
  }
}

function existingPage(
  { connection }: ConnectedSite,
  { fields }: PageImport,
  plan: DeliveryPlan,
): SavedPage | undefined {
  const head = plan.kind === 'untouched' ? plan.head : plan.kind === 'update' && plan.page
  return head ? savedPage(connection, head, fields.parentId) : undefined
}

function tellPage(
  target: ConnectedSite,
  pageImport: PageImport,
  plan: DeliveryPlan,
): AnswerForeseen {
  switch (plan.kind) {
    case 'untouched':
      return { title: plan.head.title }
    case 'landed':
      return { title: plan.page.title }
    case 'restore':
      return { title: plan.title }
    case 'create':
      return { title: plan.title, ...fileNames(pageImport.document.images) }
    case 'update':
      return tellUpdate(target, pageImport, plan)
  }
}

function tellUpdate(
  { connection }: ConnectedSite,
  pageImport: PageImport,
  plan: PlannedUpdate,
): AnswerForeseen {
  const { page, planned, needsVersion, title } = plan
  const files = missingFiles(pageImport.document.images, plan.files)
  const detached = needsVersion ? planned.comments.filter(({ isKept }) => !isKept) : []
  const isReaddressed = title !== page.title && siteKinds[connection.kind].addressesHaveTitles
  return {
    title,
    ...(isReaddressed && { isReaddressed }),
    ...(isOfPeople(plan) && { edited: authorOf(page) }),
    ...(detached.length > 0 && { detaches: detached.map(({ quoted }) => quoted) }),
    ...fileNames(files),
  }
}

/** A first import that was abandoned may have written the page without a record. */
function isOfPeople(plan: PlannedUpdate): boolean {
  return isFirstImport(plan) ? !isOfAnother(plan.page.version.message, undefined) : plan.isEdited
}

function fileNames(files: PageImport['document']['images']): Pick<AnswerForeseen, 'files'> {
  if (files.length === 0) return {}
  return { files: files.map(({ sha256, type, name }) => attachmentName(sha256, type, name)) }
}

function authorOf({ version }: Pick<RemotePage, 'version'>): AnswerAuthor {
  return { by: version.authorName, at: version.createdAt }
}
