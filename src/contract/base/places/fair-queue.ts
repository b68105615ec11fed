/** A queue in which callers take turns, however many entries each has. @module */

export interface WaitingCaller {
  readonly key: string
}

export interface FairQueue<Waiter extends WaitingCaller> {
  readonly length: number
  has(key: string): boolean
  add(waiter: Waiter): void
  remove(waiter: Waiter): void
  /** Take the first entry of the next caller that may have a turn; that caller then goes last. */
  next(mayHave: (waiter: Waiter) => boolean): Waiter | undefined
  /**
   * Drop an entry in favour of a newcomer: the last entry of the caller with the most, if that is
   * more than the newcomer would have.
   */
  makeWay(key: string): Waiter | undefined
}

export function fairQueue<Waiter extends WaitingCaller>(): FairQueue<Waiter> {
  const byKey = new Map<string, Set<Waiter>>()
  let length = 0
  const remove = (waiter: Waiter): void => {
    const entries = byKey.get(waiter.key)
    if (entries === undefined || !entries.delete(waiter)) return
    length -= 1
    if (entries.size === 0) byKey.delete(waiter.key)
  }
  return {
    get length() {
      return length
    },
    has: (key) => byKey.has(key),
    add(waiter) {
      const entries = byKey.get(waiter.key) ?? new Set()
      byKey.set(waiter.key, entries.add(waiter))
      length += 1
    },
    remove,
    next(mayHave) {
      for (const [key, entries] of byKey) {
        const [first] = entries
        if (first === undefined || !mayHave(first)) continue
        remove(first)
        byKey.delete(key)
        if (entries.size > 0) byKey.set(key, entries)
        return first
      }
      return undefined
    },
    makeWay(key) {
      let longest: ReadonlySet<Waiter> = new Set()
      for (const entries of byKey.values()) if (entries.size > longest.size) longest = entries
      if (longest.size <= (byKey.get(key)?.size ?? 0) + 1) return undefined
      const last = [...longest].at(-1)
      if (last !== undefined) remove(last)
      return last
    },
  }
}
