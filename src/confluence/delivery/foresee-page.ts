/** What a dry run tells of an import: the plan, and what it means for people. @module */
import type { Via } from '../../accounts/audit.ts'
import type { AnswerForeseen } from '../../contract/answers.ts'
import { textOf } from '../../contract/base/message.ts'
import type { Foreseen } from '../../wiki/import/target-wiki.ts'
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
  pageImport: PageImport,
  via: Via | undefined,
): Promise<Foreseen> {
  const { fields, document, spaceId } = pageImport
  const { connection } = tools
  const plan = await planPage(tools, pageImport)
  const update = plan.kind === 'update' ? plan : undefined
  const head = plan.kind === 'untouched' ? plan.head : update?.page
  const page = head && savedPage(connection, head, fields.parentId)
  const isRefused = update?.page.isReadOnly === true && (update.needsVersion || update.needsFiles)
  const restriction = isRefused ? [warnOfRestriction()] : []
  const { warnings } = await tellSource(
    tools.database,
    spaceId,
    page?.id,
    { ...fields, via },
    withRemarks(document.warnings, restriction.concat(update?.remarks ?? [])),
  )
  const { titleClash } = connection.policies
  return {
    outcome: outcomeOf(pageImport, plan),
    page,
    foreseen: { ...tellPlan(tools, document, plan), titleClash },
    warnings,
    adf: () => textOf(document.adf),
  }
}

function tellPlan(
  { connection }: ConnectedSite,
  { images }: PageImport['document'],
  plan: DeliveryPlan,
): AnswerForeseen {
  if (plan.kind === 'untouched') return { title: plan.head.title }
  if (plan.kind === 'landed') return { title: plan.page.title }
  const { title } = plan
  if (plan.kind !== 'update') return { title, ...fileNames(plan.kind === 'create' ? images : []) }
  const { page, planned, needsVersion } = plan
  const detached = needsVersion ? planned.comments.filter(({ isKept }) => !isKept) : []
  const isReaddressed = title !== page.title && siteKinds[connection.kind].addressesHaveTitles
  const { authorName: by, createdAt: at } = page.version
  return {
    title,
    ...(isReaddressed && { isReaddressed }),
    ...(isOfPeople(plan) && { edited: { by, at } }),
    ...(detached.length > 0 && { detaches: detached.map(({ quoted }) => quoted) }),
    ...fileNames(missingFiles(images, plan.files)),
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
