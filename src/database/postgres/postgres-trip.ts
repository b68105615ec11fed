/** Statements that are sent to PostgreSQL in one write and answered together. @module */
import type { Socket } from 'node:net'
import pg from 'pg'
import type { Row } from '../database.ts'
import type { SqlValue } from '../sql.ts'
import { PostgresMessages } from './postgres-messages.ts'

export interface TripStatement {
  readonly name: string | undefined
  readonly text: string
  readonly values: readonly SqlValue[]
}

export interface StatementAnswer {
  readonly rows: Row[]
  readonly command: string
}

export interface TripOutcome {
  readonly answers: readonly StatementAnswer[]
  readonly error: unknown
}

export interface Column {
  readonly name: string
  readonly parse: (text: string) => unknown
}

export interface TripOptions {
  readonly known: Map<string, readonly Column[]>
  readonly parserOf: (oid: number) => Column['parse']
  readonly onAnswered?: (() => void) | undefined
}

interface RowDescription {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[]
}

export class Trip extends pg.Query {
  readonly outcome: Promise<TripOutcome>
  readonly #statements: readonly TripStatement[]
  readonly #options: TripOptions
  readonly #settle: (outcome: TripOutcome) => void
  readonly #answers: StatementAnswer[] = []
  #columns: readonly Column[] | undefined
  #rows: Row[] = []

  constructor(statements: readonly TripStatement[], options: TripOptions) {
    super('')
    const { promise, resolve } = Promise.withResolvers<TripOutcome>()
    this.outcome = promise
    this.#settle = resolve
    this.#statements = statements
    this.#options = options
  }

  override submit = (driver: pg.Connection): void => {
    const messages = new PostgresMessages()
    const parsed = new Set<string>()
    for (const statement of this.#statements) this.#write(messages, statement, parsed)
    messages.sync()
    const { stream } = driver as unknown as { readonly stream: Socket }
    stream.cork()
    for (const piece of messages.pieces()) stream.write(piece)
    stream.uncork()
  }

  #write(
    messages: PostgresMessages,
    { name = '', text, values }: TripStatement,
    parsed: Set<string>,
  ): void {
    const isKnown = this.#options.known.has(name)
    if (!isKnown && !parsed.has(name)) {
      // A failed trip may have left the prepared statement on the server.
      if (name !== '') messages.close(name)
      messages.parse(name, text)
      if (name !== '') parsed.add(name)
    }
    messages.bind(name, values)
    if (!isKnown) messages.describe()
    messages.execute()
  }

  handleRowDescription({ fields }: RowDescription): void {
    const { parserOf } = this.#options
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }))
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const name = this.#statements[this.#answers.length]?.name
    this.#columns ??= this.#options.known.get(name ?? '') ?? []
    const row: Record<string, unknown> = {}
    for (let index = 0; index < fields.length; index += 1) {
      const { name, parse } = this.#columns[index] as Column
      const text = fields[index] as string | null
      row[name] = text === null ? null : parse(text)
    }
    this.#rows.push(row as Row)
  }

  handleCommandComplete({ text }: { text: string }): void {
    const { known } = this.#options
    const name = this.#statements[this.#answers.length]?.name
    if (name !== undefined && !known.has(name)) known.set(name, this.#columns ?? [])
    this.#answers.push({ rows: this.#rows, command: text })
    this.#rows = []
    this.#columns = undefined
  }

  handleReadyForQuery(): void {
    this.#options.onAnswered?.()
    this.#settle({ answers: this.#answers, error: undefined })
  }

  handleError(error: unknown): void {
    this.#settle({ answers: this.#answers, error })
  }
}

export class ScriptTrip extends Trip {
  readonly #script: string

  constructor(script: string, options: TripOptions) {
    super([], options)
    this.#script = script
  }

  override submit = (driver: pg.Connection): void => {
    ;(driver as unknown as { query(text: string): void }).query(this.#script)
  }
}
