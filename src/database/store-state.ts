/** Shares one look at the store among all who ask whether it takes writes, and never keeps them long. @module */
import type { Database, StoreState } from './database.ts'

export interface StoreStateOptions {
  /** How long an answer is good for; a bad one is asked anew sooner. */
  readonly freshMs?: number
  readonly freshProblemMs?: number
  /** The longest wait of those who ask. */
  readonly timeoutMs?: number
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number
}

/**
 * Make the question of one process.
 * @param database The store; looking at it may take long.
 * @param options Times.
 */
export function storeStateOf(
  database: Pick<Database, 'probe' | 'problem'>,
  options: StoreStateOptions = {},
): () => Promise<StoreState> {
  const { freshMs = 3_000, freshProblemMs = 1_000, timeoutMs = 1_500 } = options
  const now = options.now ?? (() => performance.now())
  let last: { state: StoreState; untilMs: number } | undefined
  let looking: Promise<StoreState> | undefined
  const lookOnce = async (): Promise<StoreState> => {
    const state = await database.probe().catch((problem: Error) => ({ problem }))
    last = { state, untilMs: now() + (state.problem ? freshProblemMs : freshMs) }
    looking = undefined
    return state
  }
  return async () => {
    if (database.problem !== undefined) return { problem: database.problem }
    if (last !== undefined && now() < last.untilMs) return last.state
    looking ??= lookOnce()
    const late = Promise.withResolvers<StoreState>()
    const timer = setTimeout(
      () => late.resolve({ problem: new Error('the store did not confirm a write in time') }),
      timeoutMs,
    )
    try {
      return await Promise.race([looking, late.promise])
    } finally {
      clearTimeout(timer)
    }
  }
}
