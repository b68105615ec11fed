/** Limits how much work runs at once; callers wait in turn. @module */
import { AsyncLocalStorage } from 'node:async_hooks'
import { RequestError } from '../../errors.ts'

export interface PlaceBounds {
  readonly name: string
  readonly maxTaken: number
  readonly maxTakenOfCaller?: number
  /** The most places of all callers that are not known. */
  readonly maxTakenOfStrangers?: number
  readonly maxWaiting: number
  readonly maxWaitMs: number
  /** After this time the place is free again in any case; longer than any work takes. */
  readonly deadlineMs: number
  /** Whether memory is short, so that nothing new should start. */
  readonly isShort?: () => boolean
  readonly fullText?: string
  readonly retryAfterSeconds?: number
  /** The key for a caller that fills most of the queue. */
  readonly crowdingKey?: 'too-many-requests' | 'unavailable'
}

export interface Caller {
  /** Shared by requests that count as one caller: a user, token, network or site. */
  readonly key: string
  /** Known callers go before all others, who cannot fill the queue for them. */
  readonly isKnown?: boolean
  readonly signal?: AbortSignal | undefined
  readonly withinMs?: number
  readonly workMs?: number
}

/** The share of one caller: at most half, so that others always find room. */
export function shareOfCaller(most: number): number {
  return Math.max(1, Math.floor(most / 2))
}

export function callerLeft(): RequestError {
  return new RequestError('bad-request', 'The client has left before it was answered.')
}

export function places(bounds: PlaceBounds, now: () => number = () => performance.now()): Places {
  return new Places(bounds, now)
}

interface HeldPlace {
  readonly caller: Caller
  readonly sinceMs: number
  readonly deadlineMs: number
  isGivenBack: boolean
}

interface PlaceWaiter {
  readonly caller: Caller
  begin(): void
  refuse(error: RequestError): void
}

export class Places {
  readonly #bounds: PlaceBounds
  readonly #now: () => number
  readonly #takenByKey = new Map<string, number>()
  #taken = 0
  #takenByStrangers = 0
  readonly #known: FairQueue = fairQueue()
  readonly #strangers: FairQueue = fairQueue()
  readonly #underWay = new Set<HeldPlace>()
  #lastEndedMs = Number.NEGATIVE_INFINITY
  #overdue = 0

  constructor(bounds: PlaceBounds, now: () => number) {
    this.#bounds = bounds
    this.#now = now
  }

  get name(): string {
    return this.#bounds.name
  }

  get taken(): number {
    return this.#taken
  }

  get waiting(): number {
    return this.#known.length + this.#strangers.length
  }

  get overdue(): number {
    return this.#overdue
  }

  /** Whether work is under way and none has ended for longer than any work should take. */
  get isStuck(): boolean {
    const [oldest] = this.#underWay
    if (oldest === undefined) return false
    return this.#now() - Math.max(oldest.sinceMs, this.#lastEndedMs) > oldest.deadlineMs
  }

  /**
   * Do work as soon as there is a place.
   * @throws {RequestError} `unavailable` when the queue is full or the wait is too long,
   * `crowdingKey` when this caller fills most of the queue, `bad-request` when the caller has left.
   * @throws {Error} When the work misses the deadline; it may continue.
   */
  async hold<Result>(caller: Caller, work: () => Promise<Result>): Promise<Result> {
    if (caller.signal?.aborted) throw callerLeft()
    // One piece of work may always run, or memory held by others would stop the service for good.
    if (this.#taken > 0 && this.#bounds.isShort?.()) throw this.#full()
    const place = this.#mayHave(caller) ? this.#take(caller) : await this.#wait(caller)
    return this.#useFor(place, work)
  }

  #useFor<Result>(place: HeldPlace, work: () => Promise<Result>): Promise<Result> {
    const { key, signal } = place.caller
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const timer = setTimeout(() => {
      this.#overdue += 1
      this.#giveBack(place)
      reject(new Error(`work has not ended within ${place.deadlineMs} ms: ${this.name}`))
    }, place.deadlineMs).unref()
    const end = (): void => {
      clearTimeout(timer)
      this.#lastEndedMs = this.#now()
      this.#underWay.delete(place)
      this.#giveBack(place)
    }
    // The caller may have left at the moment of its turn.
    const working = signal?.aborted
      ? Promise.reject(callerLeft())
      : start(() => onBehalfOf(key, work))
    working.then(resolve, reject)
    working.then(end, end)
    return promise
  }

  #take(caller: Caller): HeldPlace {
    const { workMs = 0 } = caller
    const deadlineMs = this.#bounds.deadlineMs + workMs
    const place = { caller, sinceMs: this.#now(), deadlineMs, isGivenBack: false }
    this.#underWay.add(place)
    this.#count(caller, 1)
    return place
  }

  #giveBack(place: HeldPlace): void {
    if (place.isGivenBack) return
    place.isGivenBack = true
    this.#count(place.caller, -1)
    const mayHave = ({ caller }: PlaceWaiter): boolean => this.#mayHave(caller)
    for (;;) {
      // A waiting caller takes over at once, so that no newcomer can slip in between.
      const next = this.#known.next(mayHave) ?? this.#strangers.next(mayHave)
      if (next === undefined) return
      next.begin()
    }
  }

  #count({ key, isKnown = false }: Caller, change: 1 | -1): void {
    this.#taken += change
    if (!isKnown) this.#takenByStrangers += change
    const ofCaller = (this.#takenByKey.get(key) ?? 0) + change
    if (ofCaller === 0) this.#takenByKey.delete(key)
    else this.#takenByKey.set(key, ofCaller)
  }

  #mayHave({ key, isKnown = false }: Caller): boolean {
    const { maxTaken, maxTakenOfCaller = maxTaken, maxTakenOfStrangers = maxTaken } = this.#bounds
    if (this.#taken >= maxTaken) return false
    if ((this.#takenByKey.get(key) ?? 0) >= maxTakenOfCaller) return false
    return isKnown || this.#takenByStrangers < maxTakenOfStrangers
  }

  #wait(caller: Caller): Promise<HeldPlace> {
    const { key, isKnown = false, signal, withinMs } = caller
    const { maxWaiting, maxWaitMs, crowdingKey = 'too-many-requests' } = this.#bounds
    const queue = isKnown ? this.#known : this.#strangers
    if (queue.length >= maxWaiting) {
      const displaced = queue.makeWay(key)
      if (displaced === undefined) throw this.#full(queue.has(key) ? crowdingKey : 'unavailable')
      displaced.refuse(this.#full(crowdingKey))
    }
    const { promise, resolve, reject } = Promise.withResolvers<HeldPlace>()
    const waiter = { caller, begin: () => resolve(this.#take(caller)), refuse: reject }
    const giveUp = (error: RequestError): void => {
      queue.remove(waiter)
      reject(error)
    }
    const leave = (): void => giveUp(callerLeft())
    const limitMs = Math.max(0, Math.min(maxWaitMs, withinMs ?? maxWaitMs))
    const timer = setTimeout(() => giveUp(this.#full()), limitMs)
    signal?.addEventListener('abort', leave, { once: true })
    queue.add(waiter)
    return promise.finally(() => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
    })
  }

  #full(key: 'unavailable' | 'too-many-requests' = 'unavailable'): RequestError {
    const { fullText = defaultFullText, retryAfterSeconds = 1 } = this.#bounds
    return new RequestError(key, fullText, { retryAfterSeconds })
  }
}

const defaultFullText =
  'As much is in progress as this server takes at once. Try again in a second.'

/** Async, so that a synchronous error becomes a rejection too. */
async function start<Result>(work: () => Promise<Result>): Promise<Result> {
  return work()
}

const callers = new AsyncLocalStorage<string>()

/** Do work for a caller. Places taken within it count for the same caller. */
export function onBehalfOf<Result>(key: string, work: () => Result): Result {
  return callers.getStore() === undefined ? callers.run(key, work) : work()
}

/** The caller of the present work; `service` for the service's own. */
export function callerOfWork(): string {
  return callers.getStore() ?? 'service'
}

type FairQueue = ReturnType<typeof fairQueue>

/** Waiters by caller: each caller has its turn, and then goes last. */
function fairQueue() {
  const byKey = new Map<string, Set<PlaceWaiter>>()
  let length = 0
  const remove = (waiter: PlaceWaiter): void => {
    const entries = byKey.get(waiter.caller.key)
    if (entries === undefined || !entries.delete(waiter)) return
    length -= 1
    if (entries.size === 0) byKey.delete(waiter.caller.key)
  }
  return {
    get length(): number {
      return length
    },
    has: (key: string): boolean => byKey.has(key),
    add(waiter: PlaceWaiter): void {
      const entries = byKey.get(waiter.caller.key) ?? new Set()
      byKey.set(waiter.caller.key, entries.add(waiter))
      length += 1
    },
    remove,
    /** Take the first entry of the next caller that may have a turn. */
    next(mayHave: (waiter: PlaceWaiter) => boolean): PlaceWaiter | undefined {
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
    /**
     * Drop an entry in favour of a newcomer: the last entry of the caller with the most, if that is
     * more than the newcomer would have.
     */
    makeWay(key: string): PlaceWaiter | undefined {
      let longest: ReadonlySet<PlaceWaiter> = new Set()
      for (const entries of byKey.values()) if (entries.size > longest.size) longest = entries
      if (longest.size <= (byKey.get(key)?.size ?? 0) + 1) return undefined
      const last = [...longest].at(-1)
      if (last !== undefined) remove(last)
      return last
    },
  }
}
