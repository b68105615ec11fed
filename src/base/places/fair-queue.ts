/** Those who wait: callers in turn, however many wait behind one of them. @module */

export interface WaitingCaller {
  /** Whose it is. */
  readonly key: string
}

export interface FairQueue<One extends WaitingCaller> extends Iterable<One> {
  readonly length: number
  /** How many of one caller wait. */
  of(key: string): number
  add(waiter: One): void
  /** Put one before all others: it had its turn, and lost it by no fault of its own. */
  putBack(waiter: One): void
  /** Take one out that waits no more. */
  remove(waiter: One): void
  /** Take out the first one of a caller whose turn it may be; that caller then goes last. */
  next(mayHave: (waiter: One) => boolean): One | undefined
  /**
   * Take out the one that makes way for a newcomer: the last of whoever has most waiting, if that
   * is more than the newcomer would have. Among equals those who came first stay.
   */
  makeWay(key: string): One | undefined
}

/** Make an empty queue. */
export function fairQueue<One extends WaitingCaller>(): FairQueue<One> {
  /** By caller; whoever was served goes to the end. */
  const byKey = new Map<string, Set<One>>()
  let length = 0
  const remove = (waiter: One): void => {
    const own = byKey.get(waiter.key)
    if (own === undefined || !own.delete(waiter)) return
    length -= 1
    if (own.size === 0) byKey.delete(waiter.key)
  }
  const of = (key: string): number => byKey.get(key)?.size ?? 0
  return {
    get length() {
      return length
    },
    of,
    add(waiter) {
      const own = byKey.get(waiter.key) ?? new Set()
      byKey.set(waiter.key, own.add(waiter))
      length += 1
    },
    putBack(waiter) {
      const callers = [...byKey].filter(([key]) => key !== waiter.key)
      const own = new Set([waiter, ...(byKey.get(waiter.key) ?? [])])
      byKey.clear()
      for (const [key, waiters] of [[waiter.key, own] as const, ...callers]) byKey.set(key, waiters)
      length += 1
    },
    remove,
    next(mayHave) {
      for (const [key, own] of byKey) {
        const [first] = own
        if (first === undefined || !mayHave(first)) continue
        remove(first)
        byKey.delete(key)
        if (own.size > 0) byKey.set(key, own)
        return first
      }
      return undefined
    },
    makeWay(key) {
      let longest: ReadonlySet<One> = new Set()
      for (const own of byKey.values()) if (own.size > longest.size) longest = own
      if (longest.size <= of(key) + 1) return undefined
      const last = [...longest].at(-1)
      if (last !== undefined) remove(last)
      return last
    },
    *[Symbol.iterator]() {
      for (const own of byKey.values()) yield* own
    },
  }
}
