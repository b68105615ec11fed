/** Deliveries: imports into Confluence, recorded before their first request. @module */
import type { Clock } from '../../accounts/clock.ts'
import type { AnswerWarning } from '../../contract/answers.ts'
import type { AskedFields } from '../../contract/import-request.ts'
import { toLabels } from '../../contract/titles-and-labels.ts'
import type { Database } from '../../store/database.ts'
import { type Outcome, outcomeAt, type VersionCondition } from '../../wiki/import/decide.ts'
import type { PlacedEntry } from '../../wiki/import/ledger/entry.ts'
import type { Utf8Document } from '../../wiki/import/prepared-document.ts'
import type { Saved, SavedPage } from '../../wiki/import/target-wiki.ts'
import type { BodyRequest, PlanBody, PlannedBody } from '../body/page-body.ts'
import type { RemotePage, RemotePageHead } from '../site.ts'
import type { ConnectedSite } from './connections/connected-site.ts'
import type { RecordedFile, RecordedPage } from './records/recorded-pages.ts'

export interface DeliveryFields
  extends Pick<
    AskedFields,
    | 'parentId'
    | 'pageTitle'
    | 'pageId'
    | 'overwrite'
    | 'labels'
    | 'position'
    | 'source'
    | 'takeOver'
  > {
  readonly isCreateOnly: boolean
  readonly ifMatch?: VersionCondition | undefined
}

export interface HeldDelivery {
  readonly spaceId: number
  readonly titleKey: string
  readonly holder: string
}

export function heldOf({ spaceId, titleKey, holder }: HeldDelivery): HeldDelivery {
  return { spaceId, titleKey, holder }
}

/**
 * Milliseconds. The lease is renewed during work, and short so that a killed process is replaced
 * soon.
 */
export const leaseMs = 30_000

export interface Delivery extends HeldDelivery {
  readonly attempt: string
  readonly state: 'recorded' | 'made' | 'written'
  readonly entry: PlacedEntry
  readonly fields: DeliveryFields
  /** Digest of the import; see `sourceDigest`. */
  readonly digest: string
  readonly document: Utf8Document | undefined
  readonly progress: Progress
  readonly result: DeliveryResult | undefined
  readonly createdAtMs: number
  readonly tries: number
  /** Undefined for a single import, and after another process has taken over. */
  readonly run: string | undefined
}

export interface DeliveryResult {
  readonly outcome: Outcome
  readonly page: SavedPage
  readonly warnings: readonly AnswerWarning[]
}

export type Delivered = Saved | { readonly outcome: 'disconnected' }

export class LostDeliveryError extends Error {
  override readonly name = 'LostDeliveryError'
}

export function versionMessage(attempt: string): string {
  return `${messageStart}${attempt}`
}

const messageStart = 'Markport '

/** Tell whether another attempt made a version. */
export function isOfAnother(message: string, attempt: string | undefined): boolean {
  return message.startsWith(messageStart) && message !== versionMessage(attempt ?? '')
}

/**
 * How far an import has come. It is stored before each request that writes a page, so the process
 * that continues it knows what the last request may have done:
 *
 * | state | what is looked at | ours, and there | else |
 * |---|---|---|---|
 * | recorded | the page of that title, or the page that is named | – | made, or given a version |
 * | recorded, a create lost | the page of that title | our line gets the text; a page with the text, never changed and by our account, is taken | a page like any other |
 * | recorded, a change lost | the version of that number | it has the attempt's name | planned anew |
 * | made | its own page | its version has the attempt's name; or it still has our line, and gets its text | one that is gone is made anew, one that somebody wrote in is a page like any other |
 * | written | the page's mark and labels | as wanted | set |
 *
 * A finished or refused import leaves only its entry in the ledger.
 */
export type Progress =
  | { readonly at: 'start' }
  /** The site was asked to make the page, and the answer with the page's id was lost. */
  | { readonly at: 'create-lost' }
  | (NotedWrite & {
      /** Whether a write may have been carried out without an answer. */
      readonly isLost: boolean
    })

export interface NotedWrite {
  /** `made` writes the text of the import's own page, `changing` an existing one. */
  readonly at: 'made' | 'changing'
  readonly pageId: string
  readonly version: number
  /** Warnings about what the write changes of people's edits. */
  readonly remarks: readonly AnswerWarning[]
}

export const start: Progress = { at: 'start' }

export function mayBeWritten(progress: Progress): boolean {
  return progress.at === 'create-lost' || (progress.at !== 'start' && progress.isLost)
}

export function withWrite(progress: Progress, write: NotedWrite): Progress {
  return { ...write, isLost: mayBeWritten(progress) }
}

export function withLostAnswer(progress: Progress): Progress {
  return 'pageId' in progress ? { ...progress, isLost: true } : { at: 'create-lost' }
}

export function madePage(progress: Progress): NotedWrite | undefined {
  return progress.at === 'made' ? progress : undefined
}

export interface ProgressRow {
  readonly state: Delivery['state']
  readonly pageId: string | undefined
  readonly version: number | undefined
  readonly remarks: string
}

/**
 * Read the progress of a delivery that another process held; every noted write may have been
 * carried out.
 */
export function readProgress(row: ProgressRow): Progress {
  const { pageId, version } = row
  if (pageId === undefined || version === undefined) return { at: 'create-lost' }
  const remarks = JSON.parse(row.remarks) as AnswerWarning[]
  return { at: row.state === 'made' ? 'made' : 'changing', pageId, version, remarks, isLost: true }
}

export interface DeliveryTools {
  readonly database: Database
  readonly clock: Clock
  readonly planBody: PlanBody
}

/** What a delivery is planned with: its site, and the store. */
export interface PlanTools extends DeliveryTools, ConnectedSite {}

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
  /** The page holds this import already: an earlier attempt wrote it. */
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
