/** Shares one probe of the store among all who ask whether it takes writes. @module */
import { firstOf } from '../contract/base/in-time.ts'
import { type Database, query, type StoreState, type Transaction } from './database.ts'
import { sql } from './sql.ts'

const freshMs = 3_000
/** Ask again sooner after a bad answer. */
const freshProblemMs = 1_000
const timeoutMs = 1_500

export function storeStateOf(
  database: Pick<Database, 'probe' | 'problem'>,
): () => Promise<StoreState> {
  let lastProbe: { state: StoreState; untilMs: number } | undefined
  let looking: Promise<StoreState> | undefined
  const lookOnce = async (): Promise<StoreState> => {
    const state = await database.probe().catch((problem: Error) => ({ problem }))
    lastProbe = { state, untilMs: performance.now() + (state.problem ? freshProblemMs : freshMs) }
    looking = undefined
    return state
  }
  return async () => {
    if (database.problem !== undefined) return { problem: database.problem }
    if (lastProbe !== undefined && performance.now() < lastProbe.untilMs) return lastProbe.state
    looking ??= lookOnce()
    const state = await firstOf([looking], timeoutMs)
    return state ?? { problem: new Error('the store did not confirm a write in time') }
  }
}

/** Probes write to several rows, so that processes rarely contend for one. */
const slots = 16

export const probeStore: Transaction<{ dice: number; now: number }, void> = function* ({
  dice,
  now,
}) {
  yield* query(sql`
    insert into store_probes (slot, probed_at) values (${Math.floor(dice * slots)}, ${now})
    on conflict (slot) do update set probed_at = excluded.probed_at`)
}
