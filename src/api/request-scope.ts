/** What the stages of one request hand on to each other. @module */
import type { HttpBindings } from '@hono/node-server'
import type { AskedImport } from './prepare-import.ts'

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
    /** The same moment on the monotonic clock. */
    arrivedAtMs: number
    holder: ApiTokenHolder
    body: Uint8Array
    /** What the request asks for, once its fields have been checked. */
    asked: AskedImport
    /** True once the import record has been written with the page. */
    isRecorded: boolean
  }
}
