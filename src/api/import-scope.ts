/** What the stages of an import hand on to each other. @module */
import type { ApiTokenHolder } from '../auth/tokens/authenticate-api-token.ts'
import type { RequestScope } from '../http/request-scope.ts'
import type { ImportProgress } from '../importing/ledger/ledger.ts'

export interface ImportScope {
  Bindings: RequestScope['Bindings']
  Variables: RequestScope['Variables'] & {
    /** The verified bearer. */
    holder: ApiTokenHolder
    progress: ImportProgress
  }
}
