/** A delivery that is asked for. @module */
import { createHash } from 'node:crypto'
import type { PlacedEntry } from '../../importing/ledger/entry.ts'
import type { Utf8Document } from '../../importing/prepared-document.ts'
import type { SpaceConnection } from '../connections/space-connection.ts'
import type { AskedDelivery } from '../delivery.ts'
import type { DeliveryStanding } from './deliveries.ts'

/** What is asked for. */
export interface DeliveryRequest {
  readonly connection: SpaceConnection
  readonly entry: PlacedEntry
  readonly asked: AskedDelivery
  readonly document: Utf8Document
  readonly run: string | undefined
  /** How long whoever asks waits. */
  readonly withinMs: number
  /** Whether whoever asks has gone before. */
  readonly hasLeft: () => boolean
}

/**
 * Tell who asks for what, so that the same request is known again.
 * @param request The request.
 */
export function requestDigest({ entry, asked, document }: DeliveryRequest): string {
  const { userId, apiTokenId, spaceId, idempotency } = entry
  const who = [userId, apiTokenId, spaceId, idempotency?.key ?? null]
  return createHash('sha256')
    .update(JSON.stringify([...who, asked, document.digest]))
    .digest('hex')
}

/** What somebody waits for, and until when. */
export interface Wait {
  readonly digest: string
  readonly deadline: number
  readonly isKeyed: boolean
  readonly isUpdate: boolean
}

/**
 * Tell whether a delivery has something to tell whoever waits for it.
 * @param standing How it stands.
 * @param wait What is waited for.
 * @returns `free` when its place is free, or its outcome is there for whoever comes first; `there` when
 * the same request was answered.
 */
export function outcomeFor(
  standing: DeliveryStanding,
  { digest, isKeyed, isUpdate }: Wait,
): 'free' | 'there' | undefined {
  const { state, requestDigest, isThere, isHeld, isAnswered } = standing
  if (requestDigest !== digest || !isThere) return state === 'done' ? 'free' : undefined
  // What is recorded is for all who have the key.
  if (isKeyed) return 'there'
  // Whoever is at work on it knows whether the first to ask still waits.
  if (isHeld) return undefined
  if (!isAnswered) return 'free'
  return state === 'done' || !isUpdate ? 'there' : undefined
}
