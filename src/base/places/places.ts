/** Limits simultaneous work: a place is held only while working on it. @module */

import { AsyncLocalStorage } from 'node:async_hooks'
import type { RequestError } from '../../contract/errors.ts'
import { type FairQueue, fairQueue, type WaitingCaller } from './fair-queue.ts'
import {
  callerLeft,
  full,
  type PlaceBounds,
  type Tally,
  tally,
  tooManyOfCaller,
} from './place-bounds.ts'

export interface Caller {
  /** Shared by requests that count as one caller: a user, token, network or site. */
  readonly key: string
  /** Known callers go before all others, who cannot fill the queue for them. */
  readonly isKnown?: boolean
  readonly signal?: AbortSignal | undefined
  readonly withinMs?: number
  /** Additional time for the work, beyond the deadline for all. */
  readonly workMs?: number
}

export interface TakenPlace {
  /**
   * Take more, for example the bytes that arrive.
   * @throws {RequestError} `unavailable` when there is no room.
   */
  grow(amount: number): void
  /**
   * Free the place while waiting for something slow, and take one again afterwards.
   * @throws {RequestError} As `hold` does, when no place becomes free again.
   */
  leaveFor<Result>(slow: Promise<Result>): Promise<Result>
}

export interface Places {
  readonly name: string
  readonly taken: number
  readonly waiting: number
  readonly isFull: boolean
  readonly overdue: number
  /** Whether work is under way and none has ended for longer than any work should take. */
  readonly isStuck: boolean
  /**
   * Do work as soon as there is a place.
   * @throws {RequestError} `unavailable` when there is no room or the wait is too long,
   * `too-many-requests` when this caller has too many, `bad-request` when they have left.
   * @throws {Error} When the work misses the deadline; it may continue.
   */
  hold<Result>(caller: Caller, work: (place: TakenPlace) => Promise<Result>): Promise<Result>
}

interface HeldPlace extends TakenPlace {
  readonly sinceMs: number
  readonly deadlineMs: number
  amount: number | undefined
  isOver: boolean
}

interface PlaceWaiter extends WaitingCaller {
  begin(): void
  refuse(error: RequestError): void
}

/** @param now Milliseconds of a monotonic clock. */
export function places(bounds: PlaceBounds, now: () => number = () => performance.now()): Places {
  return new BoundedPlaces(bounds, now)
}

class BoundedPlaces implements Places {
  readonly #bounds: PlaceBounds
  readonly #now: () => number
  readonly #taken: Tally = tally()
  readonly #away: Tally = tally()
  readonly #known: FairQueue<PlaceWaiter> = fairQueue()
  readonly #others: FairQueue<PlaceWaiter> = fairQueue()
  readonly #underWay = new Set<HeldPlace>()
  readonly #lingering = new Set<HeldPlace>()
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
    return this.#taken.all
  }

  get waiting(): number {
    return this.#known.length + this.#others.length
  }

  get isFull(): boolean {
    return this.#taken.all >= this.#bounds.maxTaken
  }

  get overdue(): number {
    return this.#overdue
  }

  get isStuck(): boolean {
    const [oldest] = this.#underWay
    if (oldest === undefined) return false
    return this.#now() - Math.max(oldest.sinceMs, this.#lastEndedMs) > oldest.deadlineMs
  }

  async hold<Result>(
    caller: Caller,
    work: (place: TakenPlace) => Promise<Result>,
  ): Promise<Result> {
    if (caller.signal?.aborted) throw callerLeft()
    this.#refuseBeyond(caller)
    const begin = (): HeldPlace => this.#begin(caller)
    const place = this.#mayHave(caller.key) ? begin() : await this.#wait(caller, begin)
    return this.#useFor(caller, place, work)
  }

  #useFor<Result>(
    { key, signal }: Caller,
    place: HeldPlace,
    work: (place: TakenPlace) => Promise<Result>,
  ): Promise<Result> {
    const { name, maxLingering = 0 } = this.#bounds
    const { deadlineMs } = place
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const timer = setTimeout(() => {
      this.#overdue += 1
      place.isOver = true
      this.#giveBack(key, place)
      reject(new Error(`work has not ended within ${deadlineMs} ms: ${name}`))
    }, deadlineMs).unref()
    const leave = (): void => {
      if (this.#lingering.size >= maxLingering) return
      this.#lingering.add(place)
      this.#giveBack(key, place)
    }
    const end = (): void => {
      place.isOver = true
      clearTimeout(timer)
      if (maxLingering > 0) signal?.removeEventListener('abort', leave)
      this.#lastEndedMs = this.#now()
      this.#underWay.delete(place)
      this.#lingering.delete(place)
      this.#giveBack(key, place)
    }
    if (maxLingering > 0) signal?.addEventListener('abort', leave, { once: true })
    // The caller may have left at the moment of its turn.
    const working = signal?.aborted
      ? Promise.reject(callerLeft())
      : start(() => onBehalfOf(key, () => work(place)))
    working.then(resolve, reject)
    working.then(end, end)
    return promise
  }

  #begin(caller: Caller): HeldPlace {
    const { key, workMs = 0 } = caller
    const { amount = 1, maxTaken, maxTakenOfCaller = maxTaken, deadlineMs } = this.#bounds
    const place: HeldPlace = {
      sinceMs: this.#now(),
      deadlineMs: deadlineMs + workMs,
      amount: undefined,
      isOver: false,
      grow: (more) => {
        const isRoom =
          this.#taken.all + more <= maxTaken && this.#taken.of(key) + more <= maxTakenOfCaller
        if (place.amount === undefined || !isRoom) throw full(this.#bounds)
        place.amount += more
        this.#taken.add(key, more)
      },
      leaveFor: (slow) => this.#leaveFor(caller, place, slow),
    }
    this.#take(key, place, amount)
    this.#underWay.add(place)
    return place
  }

  #take(key: string, place: HeldPlace, amount: number): void {
    place.amount = amount
    this.#taken.add(key, amount)
  }

  async #leaveFor<Result>(
    caller: Caller,
    place: HeldPlace,
    slow: Promise<Result>,
  ): Promise<Result> {
    const { key, signal } = caller
    const { amount } = place
    if (amount === undefined) return slow
    this.#away.add(key, 1)
    this.#giveBack(key, place)
    const result = await slow.finally(() => this.#away.add(key, -1))
    const comeBack = (): void => {
      if (!place.isOver) this.#take(key, place, amount)
    }
    if (signal?.aborted) throw callerLeft()
    if (this.#mayHave(key)) comeBack()
    else await this.#wait(caller, comeBack)
    return result
  }

  #giveBack(key: string, place: HeldPlace): void {
    if (place.amount === undefined) return
    this.#taken.add(key, -place.amount)
    place.amount = undefined
    const mayHave = (waiter: WaitingCaller): boolean => this.#mayHave(waiter.key)
    for (;;) {
      // A waiting caller takes over at once, so that no newcomer can slip in between.
      const next = this.#known.next(mayHave) ?? this.#others.next(mayHave)
      if (next === undefined) return
      next.begin()
    }
  }

  #mayHave(key: string): boolean {
    const { maxTaken, maxTakenOfCaller = maxTaken } = this.#bounds
    return this.#taken.all < maxTaken && this.#taken.of(key) < maxTakenOfCaller
  }

  #refuseBeyond({ key }: Caller): void {
    const { isShort, maxPresent, maxPresentOfCaller } = this.#bounds
    // One work may always run: memory that others hold must not stop the service for good.
    if (isShort?.() && this.taken > 0) throw full(this.#bounds)
    const ofCaller =
      this.#taken.of(key) + this.#known.of(key) + this.#others.of(key) + this.#away.of(key)
    if (maxPresentOfCaller !== undefined && ofCaller >= maxPresentOfCaller) {
      throw tooManyOfCaller(this.#bounds)
    }
    const present = this.taken + this.waiting + this.#away.all
    if (maxPresent !== undefined && present >= maxPresent) throw full(this.#bounds)
  }

  #wait<Taken>(caller: Caller, take: () => Taken): Promise<Taken> {
    const { key, isKnown = false, signal, withinMs } = caller
    const { maxWaiting, maxWaitMs } = this.#bounds
    const queue = isKnown ? this.#known : this.#others
    if (queue.length >= maxWaiting) {
      const yielding = queue.makeWay(key)
      if (yielding === undefined) throw full(this.#bounds)
      yielding.refuse(full(this.#bounds))
    }
    const { promise, resolve, reject } = Promise.withResolvers<Taken>()
    const begin = (): void => resolve(take())
    const waiter: PlaceWaiter = { key, begin, refuse: reject }
    const giveUp = (error: RequestError): void => {
      queue.remove(waiter)
      reject(error)
    }
    const leave = (): void => giveUp(callerLeft())
    const limitMs = Math.max(0, Math.min(maxWaitMs, withinMs ?? maxWaitMs))
    const timer = setTimeout(() => giveUp(full(this.#bounds)), limitMs)
    signal?.addEventListener('abort', leave, { once: true })
    queue.add(waiter)
    return promise.finally(() => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
    })
  }
}

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
