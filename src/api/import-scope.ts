/** What the stages of an import hand on to each other. @module */
import type { RequestScope } from '../http/request-scope.ts'
import type { ImportProgress } from '../importing/ledger/ledger.ts'

/** The verified bearer of an import. */
export interface ApiTokenHolder {
  readonly apiTokenId: string
  readonly userId: number
}

export interface ImportScope {
  Bindings: RequestScope['Bindings']
  Variables: RequestScope['Variables'] & {
    holder: ApiTokenHolder
    progress: ImportProgress
  }
}
