/** How much the service takes on at once: bounds that protect the process rather than the contract; see docs/operations.md. @module */
import { hashingPlaces } from '../auth/passwords/passwords.ts'
import { type PlaceBounds, shareOfCaller } from '../base/places/place-bounds.ts'
import { type Places, places } from '../base/places/places.ts'
import { maxAnswerMs as maxDeliveryMs } from '../delivery/connected-wiki.ts'
import { maxOfSite } from '../delivery/queue/delivery-runner.ts'
import { requestTimeoutMs } from '../http/http-server.ts'
import { longestCallMs } from '../isolation/call-queue.ts'
import { type MemoryPlan, memoryWatch } from '../isolation/memory-plan.ts'
import type { WorkerPool } from '../isolation/worker-pool.ts'
import { maxExportMs } from '../space-export/export-route.ts'
import { folderTimes } from '../web/writer/folder-planner.ts'

const importLimits = {
  maxWaiting: 1_024,
  maxPresentOfCaller: 1_000,
  maxWaitMs: 5_000,
} as const
/** A whole office may come from one network, or all readers from a load balancer. */
const ofNetwork = (bounds: { maxTaken: number; maxWaiting: number }) => ({
  ...bounds,
  maxTakenOfCaller: shareOfCaller(bounds.maxTaken),
  maxPresentOfCaller: shareOfCaller(bounds.maxTaken + bounds.maxWaiting),
})
const readLimits = {
  ...ofNetwork({ maxTaken: 32, maxWaiting: 4_096 }),
  maxWaitMs: 3_000,
} as const
/** Sources and differences may be many times as long as the page, and are made for each reader. */
const sourceLimits = {
  ...ofNetwork({ maxTaken: 4, maxWaiting: 256 }),
  maxWaitMs: 3_000,
} as const
/** A search keeps a core busy: others are for imports, whose rate many who search must not halve. */
const searchLimits = { maxWaiting: 256, maxPresentOfCaller: 128, maxWaitMs: 3_000 } as const
/** One at a time of each user: somebody who types waits for the last one. */
const previewLimits = {
  maxTaken: 16,
  maxTakenOfCaller: 1,
  maxWaiting: 256,
  maxPresentOfCaller: 16,
  maxWaitMs: 5_000,
} as const
/** Folders that are read, planned and given their addresses… */
const folderLimits = {
  maxTaken: 8,
  maxTakenOfCaller: 2,
  maxWaiting: 64,
  maxPresentOfCaller: 4,
  maxWaitMs: 5_000,
} as const
/** … and those that workers are at: a user's next one waits for one of everybody else. */
const planLimits = { maxWaiting: folderLimits.maxTaken, maxWaitMs: 20_000 } as const
/** Nobody waits to have a body read: its bytes are on their way. */
const bodyLimits = {
  amount: 0,
  maxWaiting: 0,
  maxWaitMs: 0,
  fullText: 'Too many large requests at once. Try again in a second.',
} as const
const maxFormBytes = 16 * 1024 * 1024
/** A whole office comes from one network. */
const providerLimits = {
  maxTaken: 16,
  maxWaiting: 256,
  maxPresentOfCaller: 144,
  maxWaitMs: 5_000,
  fullText: 'Too many people are signing in at once. Try again.',
} as const
/** Sites of Confluence have places as callers have: however slow one is, others find room. */
const ofSites = (maxTaken: number) =>
  ({
    maxTaken,
    maxWaiting: maxTaken,
    maxPresent: maxTaken,
    maxPresentOfCaller: Math.ceil(0.75 * maxTaken),
    maxWaitMs: 10_000,
    excessOfCaller: 'unavailable',
    fullText:
      'As many requests are on their way to Confluence as it may be sent at once. Try again in a few seconds.',
    retryAfterSeconds: 3,
  }) as const
const browsingLimits = { ...ofSites(64), maxTakenOfCaller: 4 } as const
/** Spaces as archives: each a page at a time, for as long as its reader takes. */
const exportLimits = {
  maxTaken: 2,
  maxTakenOfCaller: 1,
  maxPresentOfCaller: 1,
  maxWaiting: 8,
  maxWaitMs: 5_000,
  fullText: 'As many spaces are being exported as may be at once. Try again in a minute.',
  retryAfterSeconds: 60,
} as const
/** Each holds a few megabytes; answers beyond leave as they are. */
const compressionLimits = { maxTaken: 8, maxWaiting: 0, maxWaitMs: 0 } as const
/** A page of many images, sent to a site that is slow. */
const longestDeliveryMs = 60 * 60_000
/** Shares of the memory's budget from which on no import is begun, and no reading. */
const maxShares = { importing: 0.85, reading: 0.98 } as const

export interface Gates {
  readonly importing: Places
  readonly reading: Places
  readonly sources: Places
  readonly searches: Places
  readonly previews: Places
  readonly folders: Places
  readonly plans: Places
  /** The bytes of imports, and those of small forms. */
  readonly bodyBytes: Places
  readonly formBytes: Places
  readonly passwords: Places
  readonly provider: Places
  /** What is sent to sites of Confluence, and what programs look at there. */
  readonly deliveries: Places
  readonly browsing: Places
  readonly compressions: Places
  readonly exports: Places
}

export interface GateOptions {
  /** The budget of memory. */
  readonly plan: MemoryPlan
  /** Its workers, whose memory counts. */
  readonly pools: Pick<WorkerPool, 'memoryBytes'>
  readonly limits: { readonly conversionTimeoutMs: number; readonly maxBodyBytes: number }
}

/** Make the gates of a process. */
export function createGates({ plan, pools, limits }: GateOptions): Gates {
  const { conversionTimeoutMs, maxBodyBytes } = limits
  const usedShare = memoryWatch(plan.budgetBytes, pools)
  const isShort = (share: number) => (): boolean => usedShare() > share
  const deadlineMs = longestRequestMs(conversionTimeoutMs)
  const gate = (bounds: Omit<PlaceBounds, 'deadlineMs'>): Places =>
    places({ ...bounds, deadlineMs })
  /** Whoever has left leaves no more behind than there are places. */
  const door = (bounds: Omit<PlaceBounds, 'deadlineMs'>): Places =>
    gate({ ...bounds, maxLingering: bounds.maxTaken })
  return {
    importing: door({
      name: 'imports',
      ...importLimits,
      maxTaken: plan.maxAtWork,
      maxTakenOfCaller: shareOfCaller(plan.maxAtWork),
      isShort: isShort(maxShares.importing),
    }),
    reading: door({ name: 'readers', ...readLimits, isShort: isShort(maxShares.reading) }),
    sources: door({ name: 'sources', ...sourceLimits, isShort: isShort(maxShares.importing) }),
    searches: gate({
      name: 'searches',
      ...searchLimits,
      maxTaken: Math.max(1, plan.workers.size - 2),
    }),
    // A place is as long taken as its work lasts: nobody has more by leaving.
    previews: gate({ name: 'previews', ...previewLimits, isShort: isShort(maxShares.importing) }),
    folders: gate({ name: 'folders', ...folderLimits, isShort: isShort(maxShares.importing) }),
    plans: gate({ name: 'plans', ...planLimits, maxTaken: plan.planners.size }),
    bodyBytes: gate({
      name: 'body bytes',
      ...bodyLimits,
      maxTaken: plan.maxBufferedBytes,
      maxTakenOfCaller: Math.max(maxBodyBytes, shareOfCaller(plan.maxBufferedBytes)),
    }),
    formBytes: gate({ name: 'form bytes', ...bodyLimits, maxTaken: maxFormBytes }),
    passwords: hashingPlaces(deadlineMs),
    provider: gate({ name: 'provider', ...providerLimits }),
    deliveries: places({
      // Waiting for Confluence, they leave half of the imports' places to others.
      name: 'deliveries',
      ...ofSites(Math.max(2, Math.floor(plan.maxAtWork / 2))),
      maxTakenOfCaller: maxOfSite,
      maxWaitMs: maxDeliveryMs,
      deadlineMs: longestDeliveryMs,
    }),
    browsing: gate({ name: 'browsing', ...browsingLimits }),
    compressions: gate({ name: 'compressions', ...compressionLimits }),
    exports: places({
      name: 'exports',
      ...exportLimits,
      isShort: isShort(maxShares.importing),
      deadlineMs: maxExportMs + deadlineMs,
    }),
  }
}

/**
 * Tell how long a request can last: it arrives, waits for workers and is worked on, and its page is
 * saved where that takes longest.
 */
function longestRequestMs(conversionTimeoutMs: number): number {
  return requestTimeoutMs + 2 * longestCallMs(folderTimes * conversionTimeoutMs) + maxDeliveryMs
}
