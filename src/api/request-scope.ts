/** What the stages of one request hand on to each other. @module */
import type { HttpBindings } from '@hono/node-server'
import type { ImportFields } from './contract.ts'

/** The verified bearer of an import. */
export interface ApiTokenHolder {
  readonly apiTokenId: string
  readonly userId: number
}

export interface RequestScope {
  Bindings: HttpBindings
  Variables: {
    requestId: string
    startedAt: Date
    holder: ApiTokenHolder
    body: Uint8Array
    importFields: ImportFields
    /** Names of request fields that the contract does not know. */
    unknownFields: readonly string[]
    /** True once the import record has been written with the page. */
    isRecorded: boolean
  }
}
