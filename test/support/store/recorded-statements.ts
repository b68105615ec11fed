/** The statements that this process sends to PostgreSQL. @module */
import pg from 'pg'

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
  const { prototype } = pg.Client
  const { query } = prototype
  prototype.query = function (this: pg.Client, ...given: [unknown]) {
    const [{ text, values = [] }] = given as unknown as [Partial<RecordedStatement>]
    if (text !== undefined && !seen.has(text)) {
      seen.add(text)
      statements.push({ text, values })
    }
    return Reflect.apply(query, this, given)
  } as typeof query
  return {
    statements,
    stop: () => void Object.assign(prototype, { query }),
  }
}
