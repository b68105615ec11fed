/** Lets transactions with different locks share commits under load. @module */
import { UnknownOutcomeError } from '../../contract/errors.ts'
import type { TransactionBody } from '../database.ts'
import type { PostgresConnection } from './postgres-connection.ts'
import { describeFault, toDatabaseError } from './postgres-errors.ts'
import {
  isWorthAnotherTry,
  runAlone,
  runBodies,
  type TransactionLane,
} from './postgres-transaction.ts'

interface SharedTransaction<Result> {
  readonly begin: () => TransactionBody<Result>
  readonly lockOrder: string
  readonly bytes: number
  readonly untilMs: number
}

export interface PostgresGroups {
  run<Result>(transaction: SharedTransaction<Result>): Promise<Result>
  refuseWaiting(error: unknown): void
}

interface Member extends SharedTransaction<unknown> {
  resolve(result: unknown): void
  reject(error: unknown): void
}

/** This many groups are sent at once; more only when a group is full or has waited `patienceMs`. */
const eagerGroups = 2
const patienceMs = 20
const maxMembers = 32
const maxBytes = 1024 * 1024

export function postgresGroups(lane: TransactionLane, maxGroups: number): PostgresGroups {
  const queue: Member[] = []
  /** Transactions with these locks wait here instead of occupying a connection. */
  const travellingLocks = new Set<string>()
  let travelling = 0
  let seeking = 0
  let isDispatching = false
  let isPatient = false

  /** Transactions that arrive in one turn of the event loop go together. */
  function dispatchSoon(): void {
    if (isDispatching) return
    isDispatching = true
    setImmediate(() => {
      isDispatching = false
      dispatch(eagerGroups)
    })
  }

  function dispatch(limit: number): void {
    const ready = listReady()
    const groupsNeeded = Math.ceil(Math.max(ready.length / maxMembers, sizeOf(ready) / maxBytes))
    const groupLimit = groupsNeeded > 1 ? maxGroups : limit
    while (seeking < groupsNeeded && travelling < groupLimit) void travel()
    if (seeking < groupsNeeded && travelling < maxGroups && !isPatient) {
      isPatient = true
      setTimeout(() => {
        isPatient = false
        dispatch(maxGroups)
      }, patienceMs)
    }
  }

  async function travel(): Promise<void> {
    travelling += 1
    seeking += 1
    let isSeeking = true
    let group: readonly Member[] = []
    const stopSeeking = (): void => {
      if (isSeeking) seeking -= 1
      isSeeking = false
    }
    try {
      await lane.pool.use(lane.limitMs, async (connection) => {
        stopSeeking()
        group = take()
        await carry(lane, connection, group)
      })
    } catch (error) {
      // Members that were sent already have their answer.
      if (isSeeking) refuseWaiting(toDatabaseError(error))
    } finally {
      stopSeeking()
      travelling -= 1
      for (const { lockOrder } of group) travellingLocks.delete(lockOrder)
      if (queue.length > 0) dispatchSoon()
    }
  }

  /** The first member for each free lock. */
  function listReady(): Member[] {
    const locks = new Set(travellingLocks)
    return queue.filter(({ lockOrder }) => !locks.has(lockOrder) && locks.add(lockOrder))
  }

  function take(): Member[] {
    const group: Member[] = []
    let bytes = 0
    for (const member of listReady()) {
      bytes += member.bytes
      if (group.length === maxMembers || (group.length > 0 && bytes > maxBytes)) break
      group.push(member)
      queue.splice(queue.indexOf(member), 1)
      travellingLocks.add(member.lockOrder)
    }
    return group.sort(byLockOrder)
  }

  function refuseWaiting(error: unknown): void {
    for (const member of queue.splice(0)) member.reject(error)
  }

  return {
    run<Result>(transaction: SharedTransaction<Result>) {
      const { promise, resolve, reject } = Promise.withResolvers<Result>()
      queue.push({ ...transaction, resolve: resolve as Member['resolve'], reject })
      dispatchSoon()
      return promise
    },
    refuseWaiting,
  }
}

/** @throws {Error} For the connection's owner, after the members got their answers. */
async function carry(
  lane: TransactionLane,
  connection: PostgresConnection,
  group: readonly Member[],
): Promise<void> {
  if (group.length === 0) return
  try {
    const bodies = group.map(({ begin }) => begin())
    // A shared commit ends at the earliest deadline.
    const untilMs = Math.min(...group.map((member) => member.untilMs))
    const isShared = group.length > 1
    const results = await runBodies(connection, bodies, { ...lane, untilMs, isShared })
    for (const [index, member] of group.entries()) member.resolve(results[index])
  } catch (error) {
    const isAnotherTry = isWorthAnotherTry(error, lane.naming) || group.length > 1
    await Promise.all(
      group.map(async (member) => {
        if (!isAnotherTry || isOfConnection(error)) return member.reject(toDatabaseError(error))
        await runAlone(lane, member.begin, member.untilMs).then(member.resolve, member.reject)
      }),
    )
    throw error
  }
}

function isOfConnection(error: unknown): boolean {
  return error instanceof UnknownOutcomeError || describeFault(error).isConnectionDropped
}

/** Locks are taken in one order by all groups. */
function byLockOrder({ lockOrder: left }: Member, { lockOrder: right }: Member): number {
  return Number(left > right) - Number(left < right)
}

function sizeOf(members: readonly Member[]): number {
  return members.reduce((sum, { bytes }) => sum + bytes, 0)
}
