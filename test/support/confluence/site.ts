/** What every route of a simulated site knows. @module */
import type { ContentStore } from './content-store.ts'

export interface Site {
  readonly store: ContentStore
  /** With the context path: `http://127.0.0.1:PORT/wiki`. */
  readonly base: string
  readonly context: string
  readonly cloudId: string
  readonly account: Account
}

export interface Account {
  readonly id: string
  readonly name: string
}
