/**
 * What the rest of the program knows of a database: reads, and transactions written once as
 * generators of statements. Two engines run them: SQLite and PostgreSQL.
 * @module
 */
import { DatabaseUnavailableError } from '../base/errors.ts'
import type { Dialect, EngineName } from './dialect.ts'
import type { SecretKeys } from './secrets/sealed-text.ts'
import type { Statement } from './sql.ts'

export type Row = Readonly<Record<string, string | number | null>>

export interface Database {
  readonly engine: EngineName
  /** Whether each of its spaces is on one of several servers. */
  readonly isSpread?: boolean
  /** What seals the secrets that are kept in it. */
  readonly secretKeys: SecretKeys
  /** Run one reading statement outside any transaction, on the newest committed state. */
  read<R extends object = Row>(statement: Statement): Promise<R[]>
  /** The same for a statement that takes long: whatever else the program does goes on meanwhile. */
  search<R extends object = Row>(statement: Statement): Promise<R[]>
  /**
   * Run a transaction; resolves only after its commit is durable. What the body throws is thrown
   * here, with nothing written.
   * @throws {UniqueViolationError} When a unique key refused a row.
   * @throws {DatabaseUnavailableError} When nothing was written because the engine could not.
   * @throws {UnknownOutcomeError} When the engine cannot say that the commit is durable; what has
   * not happened by then does not happen later.
   */
  write<Input, Result>(
    transaction: Transaction<Input, Result>,
    input: Input,
    options?: WriteOptions,
  ): Promise<Result>
  /**
   * A number that is another one whenever anything has changed since, whoever changed it; only an
   * engine that tells this at hardly any cost has it.
   */
  readonly version?: () => number
  /** Find out, by a little write within a bounded time, whether the store takes writes now. */
  probe(): Promise<StoreState>
  /** Why the store is known not to take writes, without asking it. */
  readonly problem?: Error | undefined
  durability(): Promise<Durability>
  /** Ask the servers that keep spaces whether they are there; only a store that is spread has any. */
  readonly workers?: (() => Promise<readonly Worker[]>) | undefined
  /** Wait for the queued writes, then release everything. */
  close(): Promise<void>
}

/** A server that keeps some of the spaces. */
export interface Worker {
  /** Its host and port. */
  readonly name: string
  readonly answers: boolean
}

export interface StoreState {
  /** Why it does not take writes; `undefined` when it does. */
  readonly problem: Error | undefined
  /** Standbys that confirm commits at present, where the engine can tell. */
  readonly synchronousStandbys?: number | undefined
  /** Whether a server that keeps spaces does not answer, where there are several. */
  readonly isWorkerAway?: boolean
}

export interface Durability {
  /** What survives once an import is acknowledged, in words for people. */
  readonly description: string
  /** The settings that were read back from the engine. */
  readonly settings: Readonly<Record<string, string>>
  /** False when the engine could lose an acknowledged write. */
  readonly isDurable: boolean
  /** What to do, when something is wrong. */
  readonly wayOut?: string | undefined
}

/**
 * A transaction's body: yields one statement, or several that travel together, and is resumed with
 * their rows. It must be synchronous and free of side effects: SQLite runs it in the writer thread,
 * PostgreSQL may run it again after a serialization failure.
 */
export type TransactionBody<Result> = Generator<Statement | readonly Statement[], Result, unknown>

/**
 * A transaction, known by its name: SQLite's writer thread finds it by that in its table, of which
 * each has a row (`src/transactions.ts`). Its input and result must survive a structured clone.
 */
export interface Transaction<Input, Result> {
  (input: Input, dialect: Dialect): TransactionBody<Result>
  readonly name: string
}

/**
 * A transaction none of whose statements waits for another's rows: they travel together, its commit
 * with them, and on PostgreSQL several of them may share one.
 */
export interface OneTrip<Input, Result> extends Transaction<Input, Result> {
  statements(input: Input, dialect: Dialect): readonly Statement[]
  /**
   * Name what it locks: those that share a commit come in the order of that, so that no two of them
   * wait for each other. What has no such name shares with none.
   */
  lockOrder?(input: Input): string | undefined
  /** Read what came of it: the rows of each statement. It was committed by then. */
  result(input: Input, rows: readonly Row[][]): Result
}

/** Transactions by their names. */
export type TransactionTable = Readonly<Record<string, Transaction<never, unknown>>>

export interface WriteOptions {
  /** Nobody is told of it before something else is written: its commit waits for no standby. */
  readonly isLossHarmless?: boolean
  /**
   * When its caller stops waiting, on the monotonic clock of this process (`performance.now`): the
   * engine refuses to commit it later.
   */
  readonly untilMs?: number
  /** How long it may take where that is longer than writes are given: it changes very many rows. */
  readonly limitMs?: number
  /** What the input's bytes are in, if its owner lets go of them: they need not be copied. */
  readonly handedOver?: readonly ArrayBuffer[]
}

/** Yield one statement of a transaction and receive its rows. */
export function* query<R extends object = Row>(
  statement: Statement,
): Generator<Statement, R[], unknown> {
  return (yield statement) as R[]
}

/** Yield several statements that do not wait for each other, and receive the rows of each. */
export function* queryAll(
  statements: readonly Statement[],
): Generator<readonly Statement[], Row[][], unknown> {
  return (yield statements) as Row[][]
}

/**
 * Make a transaction of statements that do not wait for each other.
 * @param name Its own, by which it is found in the table.
 * @param parts What it does, and what is to be read of that.
 */
export function oneTrip<Input, Result>(
  name: string,
  parts: Pick<OneTrip<Input, Result>, 'statements' | 'lockOrder' | 'result'>,
): OneTrip<Input, Result> {
  const body = function* (input: Input, dialect: Dialect): TransactionBody<Result> {
    return parts.result(input, yield* queryAll(parts.statements(input, dialect)))
  }
  return Object.assign(Object.defineProperty(body, 'name', { value: name }), parts)
}

/** A unique key refused a row; nothing was written. */
export class UniqueViolationError extends Error {
  override readonly name = 'UniqueViolationError'
}

/** The engine is there and will not let us in: waiting does not help. */
export class DatabaseRefusedError extends DatabaseUnavailableError {
  override readonly name: string = 'DatabaseRefusedError'
}

/** The store cannot be used like this; the message says why and what to do, for an operator. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
}
