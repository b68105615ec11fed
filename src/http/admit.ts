/**
 * Keeps what is in progress within bounds. Few requests are worked on at once. Those beyond wait at the
 * door with their bodies unread, each caller's in turn, for a short time; whoever finds too many there
 * is refused at once.
 * @module
 */
import type { Context, Env, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { RequestError } from '../errors.ts'
import type { RequestScope } from './request-scope.ts'

export interface AdmissionLimits {
  /** Requests that are read and worked on at once. */
  readonly maxAtWork: number
  /** Requests that wait at the door: headers only, a few kilobytes each. */
  readonly maxAtDoor: number
  /** What one caller may have at the door and at work, so that others find room. */
  readonly maxPerCaller: number
  /** Longer than this nobody is kept at the door. */
  readonly maxWaitMs: number
}

/** Where costly requests pass, whatever they are. */
export interface Gate {
  /**
   * Wait for a place.
   * @param caller Whose request it is.
   * @returns Gives the place back.
   * @throws {RequestError} `unavailable` or `too-many-requests`.
   */
  enter(caller: string): Promise<() => void>
}

interface Waiter {
  readonly since: number
  readonly admit: (leave: () => void) => void
  readonly refuse: (error: RequestError) => void
}

/**
 * Make the gate of a process.
 * @param limits The bounds.
 * @param isShort Whether memory is short, so that nothing more should be begun.
 */
export function createGate(limits: AdmissionLimits, isShort: () => boolean = () => false): Gate {
  let atWork = 0
  let atDoor = 0
  const perCaller = new Map<string, number>()
  /** By caller; whoever was served goes to the end. */
  const doors = new Map<string, Waiter[]>()
  let isSweeping = false

  const count = (caller: string, change: 1 | -1): void => {
    const now = (perCaller.get(caller) ?? 0) + change
    if (now === 0) perCaller.delete(caller)
    else perCaller.set(caller, now)
  }
  const begin = (caller: string): (() => void) => {
    atWork += 1
    return () => {
      atWork -= 1
      count(caller, -1)
      admitNext()
    }
  }
  const admitNext = (): void => {
    const [next] = doors
    if (next === undefined || atWork >= limits.maxAtWork) return
    const [caller, waiters] = next
    const waiter = waiters.shift() as Waiter
    doors.delete(caller)
    if (waiters.length > 0) doors.set(caller, waiters)
    atDoor -= 1
    waiter.admit(begin(caller))
  }
  const sweep = (): void => {
    const now = performance.now()
    for (const [caller, waiters] of doors) {
      // The oldest of a caller comes first.
      while (waiters[0] !== undefined && now - waiters[0].since > limits.maxWaitMs) {
        waiters.shift()?.refuse(full())
        atDoor -= 1
        count(caller, -1)
      }
      if (waiters.length === 0) doors.delete(caller)
    }
    isSweeping = doors.size > 0
    if (isSweeping) setTimeout(sweep, sweepMs).unref()
  }
  return {
    async enter(caller) {
      // One at a time always goes on: memory that others hold must not end the service for good.
      if (isShort() && atWork > 0) throw full()
      if (atDoor >= limits.maxAtDoor) throw full()
      if ((perCaller.get(caller) ?? 0) >= limits.maxPerCaller) throw tooMany(limits.maxPerCaller)
      count(caller, 1)
      if (atWork < limits.maxAtWork) return begin(caller)
      atDoor += 1
      return new Promise((admit, refuse) => {
        const waiter = { since: performance.now(), admit, refuse }
        const waiters = doors.get(caller)
        if (waiters === undefined) doors.set(caller, [waiter])
        else waiters.push(waiter)
        if (!isSweeping) setTimeout(sweep, sweepMs).unref()
        isSweeping = true
      })
    },
  }
}

const sweepMs = 100

function full(): RequestError {
  return new RequestError(
    'unavailable',
    'As much is in progress as this server takes at once. Try again in a second.',
    { retryAfterSeconds: 1 },
  )
}

function tooMany(most: number): RequestError {
  return new RequestError(
    'too-many-requests',
    `${most} requests of this caller are in progress, as many as one may have. Try again in a second.`,
    { retryAfterSeconds: 1 },
  )
}

/**
 * Let a request pass the gate before its body is read.
 * @param gate The gate.
 * @param callerOf Tells whose request it is; those of one caller wait for each other.
 */
export function admit<Scope extends Env = RequestScope>(
  gate: Gate,
  callerOf: (c: Context<Scope>) => string,
): MiddlewareHandler<Scope> {
  return createMiddleware<Scope>(async (c, next) => {
    const leave = await gate.enter(callerOf(c))
    try {
      await next()
    } finally {
      leave()
    }
  })
}
