/** Limits of simultaneous work, which protect the process; see docs/operations.md. @module */
import { hashingPlaces } from '../auth/passwords/passwords.ts'
import { type PlaceBounds, shareOfCaller } from '../base/places/place-bounds.ts'
import { type Places, places } from '../base/places/places.ts'
import { maxAnswerMs as maxDeliveryMs } from '../delivery/connected-wiki.ts'
import { maxOfSite } from '../delivery/queue/delivery-runner.ts'
import { requestTimeoutMs } from '../http/http-server.ts'
import { type MemoryPlan, memoryWatch } from '../isolation/memory-plan.ts'
import type { WorkerPool } from '../isolation/worker-pool.ts'
import { longestWorkMs } from '../isolation/worker-pool.ts'
import { maxExportMs } from '../space-export/export-route.ts'
import { maxFolderMs } from '../web/writer/folder-upload.ts'

const importLimits = {
  maxWaiting: 1_024,
  maxPresentOfCaller: 1_000,
  maxWaitMs: 5_000,
} as const
/** One network may be a whole office, or a load balancer with all readers. */
const ofNetwork = (bounds: { maxTaken: number; maxWaiting: number }) => ({
  ...bounds,
  maxTakenOfCaller: shareOfCaller(bounds.maxTaken),
  maxPresentOfCaller: shareOfCaller(bounds.maxTaken + bounds.maxWaiting),
})
const readLimits = {
  ...ofNetwork({ maxTaken: 32, maxWaiting: 4_096 }),
  maxWaitMs: 3_000,
} as const
/** Sources and differences may be much longer than the page, and are made for each reader. */
const sourceLimits = {
  ...ofNetwork({ maxTaken: 4, maxWaiting: 256 }),
  maxWaitMs: 3_000,
} as const
/** A search keeps a core busy, and imports need the other cores. */
const searchLimits = { maxWaiting: 256, maxPresentOfCaller: 128, maxWaitMs: 3_000 } as const
/** One at a time for each user: the preview waits for the previous one while somebody types. */
const previewLimits = {
  maxTaken: 16,
  maxTakenOfCaller: 1,
  maxWaiting: 256,
  maxPresentOfCaller: 16,
  maxWaitMs: 5_000,
} as const
/** Folders from browsers: each has a process and a part of the disk. */
const folderLimits = {
  maxTaken: 2,
  maxTakenOfCaller: 1,
  maxPresentOfCaller: 2,
  maxWaiting: 8,
  maxWaitMs: 20_000,
  fullText: 'As many folders are being imported as may be at once. Try again in a minute.',
  retryAfterSeconds: 60,
} as const
/** Bodies cannot wait, because their bytes are already arriving. */
const bodyLimits = {
  amount: 0,
  maxWaiting: 0,
  maxWaitMs: 0,
  fullText: 'Too many large requests at once. Try again in a second.',
} as const
const maxFormBytes = 16 * 1024 * 1024
/** A whole office may come from one network. */
const providerLimits = {
  maxTaken: 16,
  maxWaiting: 256,
  maxPresentOfCaller: 144,
  maxWaitMs: 5_000,
  fullText: 'Too many people are signing in at once. Try again.',
} as const
/** Sites of Confluence are limited like callers, so that a slow one leaves room for others. */
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
/** Exports of spaces take as long as their reader. */
const exportLimits = {
  maxTaken: 2,
  maxTakenOfCaller: 1,
  maxPresentOfCaller: 1,
  maxWaiting: 8,
  maxWaitMs: 5_000,
  fullText: 'As many spaces are being exported as may be at once. Try again in a minute.',
  retryAfterSeconds: 60,
} as const
/** Each needs a few megabytes; further answers are sent uncompressed. */
const compressionLimits = { maxTaken: 8, maxWaiting: 0, maxWaitMs: 0 } as const
/** A page with many images on a slow site. */
const longestDeliveryMs = 60 * 60_000
/** Shares of the memory budget above which no import, and no reading, begins. */
const maxShares = { importing: 0.85, reading: 0.98 } as const

export interface Gates {
  readonly importing: Places
  readonly reading: Places
  readonly sources: Places
  readonly searches: Places
  readonly previews: Places
  readonly folders: Places
  readonly bodyBytes: Places
  readonly formBytes: Places
  readonly passwords: Places
  readonly provider: Places
  /** Requests to sites of Confluence by deliveries and by programs that browse them. */
  readonly deliveries: Places
  readonly browsing: Places
  readonly compressions: Places
  readonly exports: Places
}

export interface GateOptions {
  readonly plan: MemoryPlan
  readonly pool: Pick<WorkerPool, 'memoryBytes'>
  readonly limits: { readonly conversionTimeoutMs: number; readonly maxBodyBytes: number }
}

export function createGates({ plan, pool, limits }: GateOptions): Gates {
  const { conversionTimeoutMs, maxBodyBytes } = limits
  const usedShare = memoryWatch(plan.budgetBytes, pool)
  const isShort = (share: number) => (): boolean => usedShare() > share
  const deadlineMs = longestRequestMs(conversionTimeoutMs)
  const gate = (bounds: Omit<PlaceBounds, 'deadlineMs'>): Places =>
    places({ ...bounds, deadlineMs })
  /** Limits how much work abandoned requests can leave behind. */
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
    // A disconnected client keeps its place until its work ends.
    previews: gate({ name: 'previews', ...previewLimits, isShort: isShort(maxShares.importing) }),
    folders: places({
      name: 'folders',
      ...folderLimits,
      isShort: isShort(maxShares.importing),
      deadlineMs: maxFolderMs + deadlineMs,
    }),
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
      // Half of the imports' places stay free of imports that wait for Confluence.
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
 * How long a request can last in the worst case: it arrives, waits for workers, is worked on and
 * saved.
 */
function longestRequestMs(conversionTimeoutMs: number): number {
  return requestTimeoutMs + 2 * longestWorkMs(conversionTimeoutMs) + maxDeliveryMs
}
