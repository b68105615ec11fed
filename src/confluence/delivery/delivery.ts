/** Deliveries: imports into Confluence, recorded before their first request. @module */
import type { AnswerWarning } from '../../contract/answers.ts'
import type { RequestError } from '../../contract/errors.ts'
import type { AskedFields } from '../../contract/import-request.ts'
import type { Outcome, VersionCondition } from '../../wiki/import/decide.ts'
import type { PlacedEntry } from '../../wiki/import/ledger/entry.ts'
import type { Utf8Document } from '../../wiki/import/prepared-document.ts'
import type { SavedPage } from '../../wiki/import/target-wiki.ts'
import type { Progress } from './progress.ts'

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
}

export interface DeliveryResult {
  readonly outcome: Outcome
  readonly page: SavedPage
  readonly warnings: readonly AnswerWarning[]
}

export type Delivered =
  | { readonly kind: 'saved'; readonly result: DeliveryResult }
  /** The delivery continues; its ledger entry will follow. */
  | {
      readonly kind: 'under-way'
      readonly retryAfterSeconds: number
      readonly problem?: string | undefined
    }
  | { readonly kind: 'refused'; readonly error: RequestError }
  /** The idempotency key belongs to another import, or the space was disconnected. */
  | { readonly kind: 'repeated' | 'disconnected' }

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
