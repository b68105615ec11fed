/** What a request to the wiki's own API carries between its stages. @module */
import type { HostTokenHolder } from '../../auth/tokens/host-tokens.ts'
import type { RequestScope } from '../../http/request-scope.ts'

export interface HostScope {
  Bindings: RequestScope['Bindings']
  Variables: RequestScope['Variables'] & {
    /** Whose access counts: of the token's owner, as far as the token carries it. */
    holder: HostTokenHolder
  }
}
