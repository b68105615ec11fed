/** Limits of simultaneous work; see docs/operations.md. @module */

import { maxAnswerMs as maxDeliveryMs } from '../../confluence/delivery/connected-wiki.ts'
import {
  type PlaceBounds,
  type Places,
  places,
  shareOfCaller,
} from '../../contract/base/places/places.ts'
import { requestTimeoutMs } from '../http/http-server.ts'
import { type BodyBudget, bodyBudget } from '../http/limit-body.ts'
import { maxExportMs } from '../rest/export-route.ts'
import { maxFolderMs } from '../web/writer/folder-upload.ts'
import { longestWorkMs } from '../workers/worker-pool.ts'
import type { MemoryPlan } from './memory-plan.ts'

/** Conversions have their own gates in `server/workers/worker-pool.ts`. */
export interface Gates {
  /** Imports, pages, forms, and calls of programs and agents. */
  readonly requests: Places
  /** Password checks take 19 MiB each. */
  readonly passwords: Places
  readonly folders: Places
}

/** Forms have a budget of their own, because strangers may send them. */
export interface BodyBudgets {
  readonly bodyBytes: BodyBudget
  readonly formBytes: BodyBudget
}

const maxWaitMs = 5_000
const passwordsAtOnce = 2
const foldersAtOnce = 4
const maxFormBytes = 16 * 1024 * 1024
/** Above this share of the memory budget no new work begins. */
const maxMemoryShare = 0.9

export interface GateOptions {
  readonly plan: MemoryPlan
  readonly usedMemory: () => number
  readonly conversionTimeoutMs: number
}

export function createGates({ plan, usedMemory, conversionTimeoutMs }: GateOptions): Gates {
  const deadlineMs = longestRequestMs(conversionTimeoutMs)
  const isShort = (): boolean => usedMemory() > maxMemoryShare
  const gate = (name: string, size: number, bounds: Partial<PlaceBounds>): Places =>
    places({
      name,
      maxTaken: size,
      maxTakenOfCaller: shareOfCaller(size),
      maxWaiting: 16 * size,
      maxWaitMs,
      deadlineMs,
      ...bounds,
    })
  return {
    requests: gate('requests', plan.maxAtWork, {
      maxTakenOfStrangers: shareOfCaller(plan.maxAtWork),
      isShort,
    }),
    passwords: gate('passwords', passwordsAtOnce, {
      fullText: 'Too many people are signing in at once. Try again.',
    }),
    folders: gate('folders', foldersAtOnce, {
      maxTakenOfCaller: 1,
      maxTakenOfStrangers: shareOfCaller(foldersAtOnce),
      isShort,
      deadlineMs: Math.max(maxFolderMs, maxExportMs) + deadlineMs,
      fullText:
        'As many folders are imported or exported as may be at once. Try again in a minute.',
      retryAfterSeconds: 60,
    }),
  }
}

export function bodyBudgets({ maxBufferedBytes }: MemoryPlan, maxBodyBytes: number): BodyBudgets {
  return {
    bodyBytes: bodyBudget(
      maxBufferedBytes,
      Math.max(maxBodyBytes, shareOfCaller(maxBufferedBytes)),
    ),
    formBytes: bodyBudget(maxFormBytes, shareOfCaller(maxFormBytes)),
  }
}

/** Worst case of a request: arrive, wait for workers, convert and save. */
function longestRequestMs(conversionTimeoutMs: number): number {
  return requestTimeoutMs + 2 * longestWorkMs(conversionTimeoutMs) + maxDeliveryMs
}
