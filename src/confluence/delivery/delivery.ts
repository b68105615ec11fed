/** Deliveries: imports into Confluence, recorded before their first request. @module */
import type { AnswerWarning } from '../../contract/answers.ts'
import type { AskedFields } from '../../contract/import-request.ts'
import { toLabels } from '../../contract/titles-and-labels.ts'
import { type Outcome, outcomeAt } from '../../wiki/import/decide.ts'
import type { PlacedEntry } from '../../wiki/import/ledger/ledger.ts'
import type { Utf8Document } from '../../wiki/import/prepared-document.ts'
import type { SavedImport, WantedPage } from '../../wiki/import/target-wiki.ts'
import type { BodyRequest, PlannedBody } from '../body/page-body.ts'
import type { RemotePage, RemotePageHead, RemoteVersion } from '../site.ts'
import type { ConnectedSite } from './connections/connected-site.ts'
import type { RecordedFile, RecordedPage } from './records/recorded-pages.ts'

/** What is stored of an import besides its document. */
export interface DeliveryFields extends AskedFields, Pick<WantedPage, 'isCreateOnly' | 'ifMatch'> {}

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

export interface Delivery extends HeldDelivery, Progress {
  readonly attempt: string
  readonly state: 'recorded' | 'made' | 'written'
  readonly entry: PlacedEntry
  readonly fields: DeliveryFields
  /** Digest of the import; see `sourceDigest`. */
  readonly digest: string
  readonly document: Utf8Document | undefined
  readonly result: SavedImport | undefined
  readonly createdAtMs: number
  readonly tries: number
}

export class LostDeliveryError extends Error {
  override readonly name = 'LostDeliveryError'
}

export function versionMessage(attempt: string): string {
  return `${messageStart}${attempt}`
}

const messageStart = 'Markport '

/** Tell whether an import made a version. */
export function isOfImport({ message }: RemoteVersion): boolean {
  return message.startsWith(messageStart)
}

/**
 * How far an import has come. It is stored before each request that writes a page, so the process
 * that continues it knows what the last request may have done:
 *
 * - Recorded: it looks for the page by title or id, and creates the page or writes a new version.
 * - The answer to a create was lost: a placeholder with the title gets the text. A page with the same
 *   text, by our account and never changed, is ours. Any other page belongs to somebody else.
 * - The answer to a change was lost: the version is ours if its message names the attempt.
 * - Made: our placeholder gets its text. If somebody deleted the page, it is made again; if somebody
 *   wrote in it, it counts as that person's page.
 * - Written: only the page's mark and labels are still to be set.
 *
 * A finished or refused import leaves only its entry in the ledger.
 */
export interface Progress {
  /** The last write to Confluence that we recorded, always before sending it; undefined for none yet. */
  readonly lastWrite: NotedWrite | undefined
  /** Whether the answer to a write was lost, so that the page may have been made or changed. */
  readonly isLost: boolean
}

export interface NotedWrite {
  /** `made` writes the text of the import's own page, `changing` an existing one. */
  readonly at: 'made' | 'changing'
  readonly pageId: string
  readonly version: number
  /** Warnings about people's edits that the write changes. */
  readonly remarks: readonly AnswerWarning[]
}

export const start: Progress = { lastWrite: undefined, isLost: false }

export function madePage({ lastWrite }: Progress): NotedWrite | undefined {
  return lastWrite?.at === 'made' ? lastWrite : undefined
}

type ImportParts = Pick<Delivery, 'spaceId' | 'fields' | 'digest' | keyof Progress>

/** What it takes to find the page of an import: its fields and progress, our store and the site. */
export interface PageQuery extends ConnectedSite, ImportParts {
  /** Undefined in dry runs. */
  readonly attempt: string | undefined
}

/** An import to be planned, or to be written. */
export interface PageImport extends PageQuery {
  readonly document: Utf8Document
}

/** An import whose delivery this process has recorded or taken over, and may write. */
export interface PageDelivery extends PageImport, Pick<Delivery, keyof HeldDelivery | 'entry'> {
  readonly attempt: string
  /** Claim the page, store what is about to be written, and renew the lease. */
  note(write: NotedWrite): Promise<void>
}

export type DeliveryPlan =
  | {
      readonly kind: 'untouched'
      readonly head: RemotePageHead
      readonly recorded: RecordedPage
    }
  /** An earlier attempt has already written this import. */
  | { readonly kind: 'landed'; readonly page: RemotePage; readonly isNew: boolean }
  | PlannedCreate
  | PlannedUpdate

export interface PlannedCreate {
  readonly kind: 'create'
  readonly title: string
  readonly parentId: string
  /** The placeholder that gets the text; undefined when the page must be made first. */
  readonly pageId: string | undefined
}

export interface PlannedUpdate extends Omit<TargetPage, 'kind' | 'mayBeOurs'> {
  readonly kind: 'update'
  readonly files: readonly RecordedFile[]
  readonly needsFiles: boolean
  readonly bodyRequest: BodyRequest
  readonly planned: PlannedBody
  /** Whether somebody edited the page since the last import, or no import ever wrote it. */
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
  /** The id of the parent; undefined for a homepage. */
  readonly parentId: string | undefined
  /** Whether this import may have made the page, by a request whose answer was lost. */
  readonly mayBeOurs: boolean
}

export interface PageToRecord {
  readonly outcome: Outcome
  readonly head: RemotePageHead
  readonly recorded: RecordedPage | undefined
  readonly isMoved: boolean
  /** The body as Confluence stored it; undefined when it is already recorded. */
  readonly stored: string | undefined
  readonly files: readonly RecordedFile[]
  readonly remarks: readonly AnswerWarning[] | undefined
  /** The page whose mark and labels must be set; undefined when they are. */
  readonly pageToMark: RemotePage | undefined
}

export function outcomeOf({ fields }: PageImport, plan: DeliveryPlan): Outcome {
  switch (plan.kind) {
    case 'create':
      return outcomeAt(undefined)
    case 'untouched':
      return outcomeAt({ isSame: true })
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
 * @param requested The wanted labels; undefined changes nothing.
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
