/** Plans for a page, as values. @module */
import type { Clock } from '../../../accounts/clock.ts'
import type { AnswerWarning } from '../../../contract/answers.ts'
import { toLabels } from '../../../contract/titles-and-labels.ts'
import type { Database } from '../../../store/database.ts'
import { type Outcome, outcomeAt } from '../../../wiki/import/decide.ts'
import type { Utf8Document } from '../../../wiki/import/prepared-document.ts'
import type { BodyWork } from '../../body/body-work.ts'
import type { BodyRequest, PlannedBody } from '../../body/page-body.ts'
import type { RemotePage, RemotePageHead } from '../../site.ts'
import type { Delivery, NotedWrite } from '../delivery.ts'
import type { RecordedFile, RecordedPage } from '../records/recorded-pages.ts'

export interface PlanTools {
  readonly database: Database
  readonly clock: Clock
  readonly bodies: BodyWork
}

export interface PageQuery extends Pick<Delivery, 'spaceId' | 'fields' | 'digest' | 'progress'> {
  readonly attempt: string | undefined
}

export interface PageImport extends PageQuery {
  readonly document: Utf8Document
}

export type IntendedDelivery = Delivery & { readonly document: Utf8Document }

export interface WriteTools extends PlanTools {
  note(write: NotedWrite): Promise<void>
}

export type DeliveryPlan =
  | {
      readonly kind: 'untouched'
      readonly head: RemotePageHead
      readonly recorded: RecordedPage
    }
  /** An earlier try has written it. */
  | { readonly kind: 'landed'; readonly page: RemotePage; readonly isNew: boolean }
  | PlannedCreate
  | PlannedUpdate
  | PlannedRestore

export interface PlannedCreate {
  readonly kind: 'create'
  readonly title: string
  readonly parentId: string
  /** A placeholder, which gets the text; undefined where the page is still to be made. */
  readonly pageId: string | undefined
}

export interface PlannedRestore {
  readonly kind: 'restore'
  readonly page: RemotePage
  readonly title: string
  readonly parentId: string
  readonly orElse: PlannedCreate | undefined
}

export interface PlannedUpdate extends Omit<TargetPage, 'kind' | 'mayBeOurs'> {
  readonly kind: 'update'
  readonly files: readonly RecordedFile[]
  readonly needsFiles: boolean
  readonly bodyRequest: BodyRequest
  readonly planned: PlannedBody
  /** Whether somebody edited it since the last import, or it was never imported. */
  readonly isEdited: boolean
  readonly needsVersion: boolean
  readonly needsMove: boolean
  readonly remarks: readonly AnswerWarning[]
}

export interface TargetPage {
  readonly kind: 'found'
  readonly page: RemotePage
  readonly recorded: RecordedPage | undefined
  readonly title: string
  /** Undefined for a homepage. */
  readonly parentId: string | undefined
  /** Whether this import may have made it before its answer was lost. */
  readonly mayBeOurs: boolean
}

export interface PageToRecord {
  readonly outcome: Outcome
  readonly head: RemotePageHead
  readonly recorded: RecordedPage | undefined
  readonly isMoved: boolean
  /** The body as stored; undefined where it is already recorded. */
  readonly stored: string | undefined
  readonly files: readonly RecordedFile[]
  readonly remarks: readonly AnswerWarning[] | undefined
  /** Undefined where mark and labels are set. */
  readonly pageToMark: RemotePage | undefined
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
      const { missing, obsolete } = labelChanges(plan.page, fields.labels)
      const isSame =
        !plan.needsVersion && !plan.needsFiles && missing.length + obsolete.length === 0
      return outcomeAt({ isSame })
    }
  }
}

/**
 * @param requested Undefined changes nothing.
 */
export function labelChanges(
  page: Pick<RemotePage, 'labels'>,
  requested: readonly string[] | undefined,
): { readonly missing: readonly string[]; readonly obsolete: readonly string[] } {
  if (requested === undefined) return { missing: [], obsolete: [] }
  const current = new Set(toLabels(page.labels))
  const labels = new Set(toLabels(requested))
  return {
    missing: [...labels].filter((label) => !current.has(label)),
    obsolete: [...current].filter((label) => !labels.has(label)),
  }
}
