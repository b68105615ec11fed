/** The interface to a database: reads, and transactions as generators of statements. @module */
import { DatabaseUnavailableError } from '../contract/errors.ts'
import type { Dialect, EngineName } from './dialects.ts'
import type { SecretKeys } from './secrets.ts'
import type { Statement } from './sql.ts'

export type Row = Readonly<Record<string, string | number | null>>

export interface Database {
  readonly engine: EngineName
  readonly isSpread?: boolean
  readonly secretKeys: SecretKeys
  read<R extends object = Row>(statement: Statement): Promise<R[]>
  /** For slow reads: they run beside the rest of the program. */
  search<R extends object = Row>(statement: Statement): Promise<R[]>
  /**
   * Run a transaction; resolves only after its commit is durable. An error of the body is thrown
   * here, with nothing written.
   * @throws {UniqueViolationError} When a unique key refused a row.
   * @throws {DatabaseUnavailableError} When nothing was written because the engine could not.
   * @throws {UnknownOutcomeError} When the engine cannot say whether the commit is durable. By then
   * the outcome no longer changes.
   */
  write<Input, Result>(
    transaction: Transaction<Input, Result>,
    input: Input,
    options?: WriteOptions,
  ): Promise<Result>
  probe(): Promise<StoreState>
  readonly problem?: Error | undefined
  durability(): Promise<Durability>
  readonly workers?: (() => Promise<readonly Worker[]>) | undefined
  close(): Promise<void>
}

export interface Worker {
  readonly name: string
  readonly answers: boolean
}

export interface StoreState {
  readonly problem: Error | undefined
  readonly synchronousStandbys?: number | undefined
  readonly isWorkerAway?: boolean
}

export interface Durability {
  readonly description: string
  readonly settings: Readonly<Record<string, string>>
  /** False when the engine could lose an acknowledged write. */
  readonly isDurable: boolean
  readonly wayOut?: string | undefined
}

/**
 * Yields one statement, or several that are sent together, and is resumed with their rows. It must
 * be synchronous and free of side effects: SQLite runs it in the writer thread, PostgreSQL may run
 * it again after a serialization failure.
 */
export type TransactionBody<Result> = Generator<
  Statement | readonly Statement[] | LastStatements,
  Result,
  unknown
>

/** The last statements are sent together with the commit. */
export interface LastStatements {
  readonly last: readonly Statement[]
}

/**
 * SQLite's writer thread finds transactions by name in `src/transactions.ts`. Input and result must
 * survive a structured clone.
 */
export interface Transaction<Input, Result> {
  (input: Input, dialect: Dialect): TransactionBody<Result>
  readonly name: string
}

export type TransactionTable = Readonly<Record<string, Transaction<never, unknown>>>

export interface WriteOptions {
  readonly isLossHarmless?: boolean
  /** When the caller stops waiting, by `performance.now()`; the engine never commits later. */
  readonly untilMs?: number
  readonly limitMs?: number
  /** Whether more writes are about to come, so that waiting a moment lets them share a commit. */
  readonly isInCrowd?: boolean
  /** Buffers of the input that the caller gives away, so that they are not copied. */
  readonly handedOver?: readonly ArrayBuffer[]
}

export function* query<R extends object = Row>(
  statement: Statement,
): Generator<Statement, R[], unknown> {
  return (yield statement) as R[]
}

export function* queryAll(
  statements: readonly Statement[],
): Generator<readonly Statement[], Row[][], unknown> {
  return (yield statements) as Row[][]
}

export function* queryLast(
  statements: readonly Statement[],
): Generator<LastStatements, Row[][], unknown> {
  return (yield { last: statements }) as Row[][]
}

/** Run a body that only reads, without a transaction: each step sees the newest state. */
export async function readSteps<Result>(
  { read }: Pick<Database, 'read'>,
  body: TransactionBody<Result>,
): Promise<Result> {
  let step = body.next()
  while (!step.done) {
    const statements = step.value as Statement | readonly Statement[]
    const rows = isList(statements)
      ? Promise.all(statements.map((statement) => read(statement)))
      : read(statements)
    step = body.next(await rows)
  }
  return step.value
}

function isList(statements: Statement | readonly Statement[]): statements is readonly Statement[] {
  return Array.isArray(statements)
}

export class UniqueViolationError extends Error {
  override readonly name = 'UniqueViolationError'
}

/** The engine refuses our user, so waiting does not help. */
export class DatabaseRefusedError extends DatabaseUnavailableError {
  override readonly name: string = 'DatabaseRefusedError'
}

/** The store cannot be used. The message tells an operator why and what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
}
