/** Those who wait for a place: callers in turn, however many wait behind one of them. @module */
import type { RequestError } from '../errors.ts'

export interface WaitingCaller {
  /** Whose it is. */
  readonly key: string
  /** Its turn has come. */
  begin(): void
  refuse(error: RequestError): void
}

export interface FairQueue {
  readonly length: number
  /** How many of one caller wait. */
  of(key: string): number
  add(waiter: WaitingCaller): void
  /** Take one out that waits no more. */
  remove(waiter: WaitingCaller): void
  /** Take out the next one of the first caller who may have a place; that caller then goes last. */
  next(mayHave: (key: string) => boolean): WaitingCaller | undefined
  /**
   * Take out the one that makes way for a newcomer: the last of whoever has most waiting, if that
   * is more than the newcomer would have. Among equals those who came first stay.
   */
  makeWay(key: string): WaitingCaller | undefined
}

/** Make an empty queue. */
export function fairQueue(): FairQueue {
  /** By caller; whoever was served goes to the end. */
  const byKey = new Map<string, Set<WaitingCaller>>()
  let length = 0
  const remove = (waiter: WaitingCaller): void => {
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
    remove,
    next(mayHave) {
      for (const [key, own] of byKey) {
        const [first] = own
        if (first === undefined || !mayHave(key)) continue
        remove(first)
        byKey.delete(key)
        if (own.size > 0) byKey.set(key, own)
        return first
      }
      return undefined
    },
    makeWay(key) {
      let longest: ReadonlySet<WaitingCaller> = new Set()
      for (const own of byKey.values()) if (own.size > longest.size) longest = own
      if (longest.size <= of(key) + 1) return undefined
      const last = [...longest].at(-1)
      if (last !== undefined) remove(last)
      return last
    },
  }
}
