/** The settings by which callers reach a service. They name no type of Node, as callers may have none. @module */
import type { ImportError } from './import-error.ts'

/** The part of `AbortSignal` that we use: a program may have neither Node's nor browsers' types. */
export interface StopSignal {
  readonly aborted: boolean
  readonly reason: unknown
  throwIfAborted(): void
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

export interface Patience {
  /**
   * Milliseconds for each attempt; 30,000 by default. We wait twice as long for an unreachable service,
   * because it may be restarting.
   */
  readonly timeoutMs?: number
  /** Attempts in total; by default 3, or 10 where the service says when to come back. */
  readonly maxAttempts?: number
  /** Milliseconds before the second attempt, doubled each time; 1,000 by default. */
  readonly firstDelayMs?: number
  /** Called once when a request waits for an unreachable service. */
  readonly onWait?: (error: ImportError) => void
  /** An `AbortSignal` that ends the request and all waiting. */
  readonly signal?: StopSignal
}

export interface Connection extends Patience {
  readonly endpoint: string
  readonly token: string
  /** Id of the run, which lets the service look up pages in batches. */
  readonly runId?: string
}
