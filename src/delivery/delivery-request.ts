/** A delivery that is asked for. @module */
import { createHash } from 'node:crypto'
import type { PlacedEntry } from '../importing/ledger/entry.ts'
import type { Utf8Document } from '../importing/prepared-document.ts'
import type { AskedDelivery } from './delivery.ts'
import type { SpaceConnection } from './space-connection.ts'

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
