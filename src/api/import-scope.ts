/** What the stages of an import hand on to each other. @module */
import type { RequestScope } from '../http/request-scope.ts'
import type { AskedImport } from '../importing/import-work.ts'

/** The verified bearer of an import. */
export interface ApiTokenHolder {
  readonly apiTokenId: string
  readonly userId: number
}

export interface ImportScope {
  Bindings: RequestScope['Bindings']
  Variables: RequestScope['Variables'] & {
    holder: ApiTokenHolder
    /** What the request asks for, once its fields have been checked. */
    asked: AskedImport
    /** True once the import record has been written with the page. */
    isRecorded: boolean
  }
}
