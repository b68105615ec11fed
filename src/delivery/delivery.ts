/** An import on its way to Confluence, as it is recorded before the first request. @module */
import type { RequestError } from '../base/errors.ts'
import type { AnswerWarning, AskedFields } from '../importing/contract.ts'
import type { PlacedEntry } from '../importing/ledger/entry.ts'
import type { Utf8Document } from '../importing/prepared-document.ts'
import type { Outcome, SavedPage } from '../importing/target-wiki.ts'
import type { VersionCondition } from '../importing/version-condition.ts'
import type { Progress } from './progress.ts'

/** What was asked for, beside the document. */
export interface AskedDelivery
  extends Pick<
    AskedFields,
    'parentId' | 'pageTitle' | 'pageId' | 'overwrite' | 'labels' | 'position'
  > {
  /** Whether pages that are there are closed to whoever asks. */
  readonly isCreateOnly: boolean
  /** The version that the page must have. */
  readonly ifMatch?: VersionCondition | undefined
}

/** Names a delivery, and whoever is at work on it. */
export interface HeldDelivery {
  readonly spaceId: number
  /** See `remoteTitleKey`. */
  readonly titleKey: string
  /** Nobody else writes while this one's lease lasts. */
  readonly holder: string
}

/** Name a delivery for a transaction, which is sent no more of it. */
export function heldOf({ spaceId, titleKey, holder }: HeldDelivery): HeldDelivery {
  return { spaceId, titleKey, holder }
}

/**
 * So long nobody else takes over. It is renewed while somebody is at work, and short, because whoever
 * was killed takes no longer to be missed.
 */
export const leaseMs = 30_000

export interface Delivery extends HeldDelivery {
  /** Names the attempt in the version's message. */
  readonly attempt: string
  readonly state: 'intended' | 'written'
  readonly entry: PlacedEntry
  readonly asked: AskedDelivery
  /** Of what is brought; see `sourceDigest`. */
  readonly digest: string
  /** Nothing is left of it once the page is written. */
  readonly document: Utf8Document | undefined
  readonly progress: Progress
  readonly result: DeliveryResult | undefined
  readonly createdAtMs: number
  readonly tries: number
}

/** What came of a delivery. */
export interface DeliveryResult {
  readonly outcome: Outcome
  readonly page: SavedPage
  readonly warnings: readonly AnswerWarning[]
}

/** What whoever asked is told. */
export type Delivered =
  | { readonly kind: 'saved'; readonly result: DeliveryResult }
  /** It goes on; where it is the caller's own, its entry will be in the ledger. */
  | {
      readonly kind: 'under-way'
      readonly isOwn: boolean
      readonly retryAfterSeconds: number
      /** What the last try ended with, if one did. */
      readonly problem?: string | undefined
    }
  /** Its entry is in the ledger. */
  | { readonly kind: 'refused'; readonly error: RequestError }
  /** Its idempotency key stands for another import, or the space is not connected any more. */
  | { readonly kind: 'repeated' | 'disconnected' }

/** Somebody else has taken the delivery over: it is theirs to end. */
export class LostDeliveryError extends Error {
  override readonly name = 'LostDeliveryError'
}

/** Word the message of a version, by which an attempt is known again. */
export function versionMessage(attempt: string): string {
  return `${messageStart}${attempt}`
}

const messageStart = 'Markport '

/** Tell whether another attempt made a version. */
export function isOfAnother(message: string, attempt: string | undefined): boolean {
  return message.startsWith(messageStart) && message !== versionMessage(attempt ?? '')
}
