/** What the stages of an import hand on to each other. @module */
import type { ApiTokenHolder } from '../auth/api-tokens.ts'
import type { RequestScope } from '../http/request-scope.ts'
import type { ImportProgress } from '../importing/ledger/ledger.ts'

export interface ImportScope {
  Bindings: RequestScope['Bindings']
  Variables: RequestScope['Variables'] & {
    /** The verified bearer. */
    holder: Pick<ApiTokenHolder, 'apiTokenId' | 'userId'>
    progress: ImportProgress
  }
}
