/** Lets one-trip transactions share commits under load. @module */
import { UnknownOutcomeError } from '../../contract/errors.ts'
import type { Row } from '../database.ts'
import type { Statement } from '../sql.ts'
import type { PostgresConnection } from './postgres-connection.ts'
import { describeFault, toDatabaseError } from './postgres-errors.ts'
import {
  isWorthAnotherTry,
  runAtOnce,
  runTrip,
  type TransactionLane,
} from './postgres-transaction.ts'

export interface PostgresGroups {
  /** @throws {Error} As `Database.write` does. */
  run(
    statements: readonly Statement[],
    options: { readonly untilMs: number; readonly lockOrder: string | undefined },
  ): Promise<Row[][]>
  refuseWaiting(error: unknown): void
}

interface Member {
  readonly statements: readonly Statement[]
  readonly lockOrder: string
  readonly bytes: number
  readonly untilMs: number
  resolve(rows: Row[][]): void
  reject(error: unknown): void
}

/**
 * This many groups are always sent at once; more only when a group is full or has waited for
 * `patienceMs`.
 */
const eagerGroups = 2
const patienceMs = 20
const maxMembers = 32
const maxBytes = 1024 * 1024

export function postgresGroups(lane: TransactionLane, maxGroups: number): PostgresGroups {
  const waiting: Member[] = []
  let waitingBytes = 0
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
    const needed = Math.ceil(Math.max(waiting.length / maxMembers, waitingBytes / maxBytes))
    const bound = needed > 1 ? maxGroups : limit
    while (seeking < needed && travelling < bound) void travel()
    if (seeking < needed && travelling < maxGroups && !isPatient) {
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
    const found = (): void => {
      if (isSeeking) seeking -= 1
      isSeeking = false
    }
    try {
      await lane.pool.use(lane.limitMs, async (connection) => {
        found()
        await carry(lane, connection, take())
      })
    } catch (error) {
      // Members that were sent have their answer already.
      if (isSeeking) refuseWaiting(toDatabaseError(error))
    } finally {
      found()
      travelling -= 1
      if (waiting.length > 0) dispatchSoon()
    }
  }

  function take(): Member[] {
    const group: Member[] = []
    let bytes = 0
    for (const member of waiting) {
      if (group.length === maxMembers || (group.length > 0 && bytes + member.bytes > maxBytes))
        break
      bytes += member.bytes
      group.push(member)
    }
    waiting.splice(0, group.length)
    waitingBytes -= bytes
    return group.sort(byLockOrder)
  }

  function refuseWaiting(error: unknown): void {
    waitingBytes = 0
    for (const member of waiting.splice(0)) member.reject(error)
  }

  return {
    run(statements, { untilMs, lockOrder }) {
      if (lockOrder === undefined) return runTrip(lane, statements, untilMs)
      const { promise, resolve, reject } = Promise.withResolvers<Row[][]>()
      const bytes = sizeOf(statements)
      waiting.push({ statements, lockOrder, bytes, untilMs, resolve, reject })
      waitingBytes += bytes
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
    const statements = group.flatMap((member) => member.statements)
    // A shared commit has one deadline: the earliest.
    const untilMs = Math.min(...group.map((member) => member.untilMs))
    const isShared = group.length > 1
    const rows = await runAtOnce(connection, statements, { ...lane, untilMs, isShared })
    for (const member of group) member.resolve(rows.splice(0, member.statements.length))
  } catch (error) {
    const isAnotherTry = isWorthAnotherTry(error, lane.naming) || group.length > 1
    for (const member of group) {
      if (isAnotherTry && !isOfConnection(error)) void runAlone(lane, member)
      else member.reject(toDatabaseError(error))
    }
    throw error
  }
}

function isOfConnection(error: unknown): boolean {
  return error instanceof UnknownOutcomeError || describeFault(error).isConnectionDropped
}

function runAlone(lane: TransactionLane, member: Member): Promise<void> {
  return runTrip(lane, member.statements, member.untilMs).then(member.resolve, member.reject)
}

/** Keeps transactions of one page in the order of their arrival. */
function byLockOrder({ lockOrder: a }: Member, { lockOrder: b }: Member): number {
  return Number(a > b) - Number(a < b)
}

function sizeOf(statements: readonly Statement[]): number {
  let bytes = 0
  for (const { values } of statements) {
    for (const value of values) {
      if (value !== null && typeof value !== 'number') bytes += value.length
    }
  }
  return bytes
}
