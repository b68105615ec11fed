/** What this process sends to PostgreSQL, as its messages say it. @module */
import { PostgresMessages } from '../../../src/database/postgres/postgres-messages.ts'

export interface RecordedStatement {
  readonly text: string
  readonly values: readonly unknown[]
}

export function recordStatements(): {
  readonly statements: readonly RecordedStatement[]
  stop(): void
} {
  const statements: RecordedStatement[] = []
  const seen = new Set<string>()
  const messages = PostgresMessages.prototype
  const { parse, bind } = messages
  /** The statement without a name is the last that was parsed. */
  const texts = new Map<string, string>()
  messages.parse = function (name, text) {
    texts.set(name, text)
    parse.call(this, name, text)
  }
  messages.bind = function (name, values) {
    const text = texts.get(name)
    if (text !== undefined && !seen.has(text)) {
      seen.add(text)
      statements.push({ text, values })
    }
    bind.call(this, name, values)
  }
  return {
    statements,
    stop: () => void Object.assign(messages, { parse, bind }),
  }
}
