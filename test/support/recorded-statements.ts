/** What this process sends to PostgreSQL, as the driver gets it. @module */
import pg from 'pg'

export interface RecordedStatement {
  readonly text: string
  /** Those that it was sent with the first time. */
  readonly values: readonly unknown[]
}

/**
 * Record statements from now on, each text once.
 * @returns What was recorded so far, and a way to stop.
 */
export function recordStatements(): {
  readonly statements: readonly RecordedStatement[]
  stop(): void
} {
  const statements: RecordedStatement[] = []
  const seen = new Set<string>()
  const client = pg.Client.prototype as { query: (...args: unknown[]) => unknown }
  const { query } = client
  client.query = function (this: unknown, ...args) {
    const [sent] = args as [{ text?: string; values?: unknown[] }?]
    if (sent?.text !== undefined && sent.values !== undefined && !seen.has(sent.text)) {
      seen.add(sent.text)
      statements.push({ text: sent.text, values: sent.values })
    }
    return query.apply(this, args)
  }
  return {
    statements,
    stop() {
      client.query = query
    },
  }
}
