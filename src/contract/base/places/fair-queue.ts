/** A queue in which callers take turns, however many entries each has. @module */

export interface WaitingCaller {
  readonly key: string
}

export interface FairQueue<One extends WaitingCaller> {
  readonly length: number
  has(key: string): boolean
  add(waiter: One): void
  remove(waiter: One): void
  /** Take the first entry of the next caller that may have a turn; that caller then goes last. */
  next(mayHave: (waiter: One) => boolean): One | undefined
  /**
   * Drop an entry in favour of a newcomer: the last entry of the caller with the most, if that is
   * more than the newcomer would have.
   */
  makeWay(key: string): One | undefined
}

export function fairQueue<One extends WaitingCaller>(): FairQueue<One> {
  const byKey = new Map<string, Set<One>>()
  let length = 0
  const remove = (waiter: One): void => {
    const own = byKey.get(waiter.key)
    if (own === undefined || !own.delete(waiter)) return
    length -= 1
    if (own.size === 0) byKey.delete(waiter.key)
  }
  return {
    get length() {
      return length
    },
    has: (key) => byKey.has(key),
    add(waiter) {
      const own = byKey.get(waiter.key) ?? new Set()
      byKey.set(waiter.key, own.add(waiter))
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
      if (longest.size <= (byKey.get(key)?.size ?? 0) + 1) return undefined
      const last = [...longest].at(-1)
      if (last !== undefined) remove(last)
      return last
    },
  }
}
