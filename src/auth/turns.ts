/** A few works at a time, with short queues that nobody can fill for others. @module */
import { RequestError } from '../errors.ts'

export interface Turns {
  /**
   * Do a work when its turn has come.
   * @param caller Who asks.
   * @param work What to do.
   * @throws {RequestError} `unavailable` when too many wait.
   */
  take<Result>(caller: Caller, work: () => Promise<Result>): Promise<Result>
}

export interface Caller {
  /** Known callers go before all strangers. */
  readonly isKnown: boolean
  /** What those have in common who share their turns: a network, a device. */
  readonly key: string
}

export interface TurnBounds {
  readonly maxRunning: number
  /** For known callers and for strangers, each. */
  readonly maxWaiting: number
  readonly maxWaitingPerKey: number
}

interface Waiter {
  start(): void
  refuse(): void
}

/**
 * Make the turns of one process.
 * @param bounds How many run, and how many wait.
 */
export function turns(
  bounds: TurnBounds = { maxRunning: 2, maxWaiting: 32, maxWaitingPerKey: 6 },
): Turns {
  let running = 0
  const known = fairQueue(bounds)
  const strangers = fairQueue(bounds)
  const wait = ({ isKnown, key }: Caller): Promise<void> =>
    new Promise((resolve, reject) => {
      const refuse = (): void => reject(tooMany())
      const isTaken = (isKnown ? known : strangers).add(key, { start: resolve, refuse })
      if (!isTaken) refuse()
    })
  return {
    async take(caller, work) {
      if (running < bounds.maxRunning) running += 1
      else await wait(caller)
      try {
        return await work()
      } finally {
        // Whoever waits takes the place over, so that nobody new can slip in between.
        const next = known.next() ?? strangers.next()
        if (next === undefined) running -= 1
        else next.start()
      }
    },
  }
}

interface FairQueue {
  /** @returns Whether there was room. */
  add(key: string, waiter: Waiter): boolean
  /** Take out the next: keys in turn, however many wait behind one of them. */
  next(): Waiter | undefined
}

function fairQueue({ maxWaiting, maxWaitingPerKey }: TurnBounds): FairQueue {
  const byKey = new Map<string, Waiter[]>()
  let count = 0
  return {
    add(key, waiter) {
      const own = byKey.get(key) ?? []
      if (own.length >= maxWaitingPerKey) return false
      if (count >= maxWaiting) {
        const longest = [...byKey.values()].reduce((one, other) =>
          other.length > one.length ? other : one,
        )
        // One who takes up more room makes way; among equals those who came first stay.
        if (longest.length <= own.length + 1) return false
        longest.pop()?.refuse()
      } else count += 1
      own.push(waiter)
      byKey.set(key, own)
      return true
    },
    next() {
      const [first] = byKey
      if (first === undefined) return undefined
      const [key, waiters] = first
      const waiter = waiters.shift()
      byKey.delete(key)
      if (waiters.length > 0) byKey.set(key, waiters)
      count -= 1
      return waiter
    },
  }
}

function tooMany(): RequestError {
  return new RequestError('unavailable', 'Too many people are signing in at once. Try again.', {
    retryAfterSeconds: 1,
  })
}
