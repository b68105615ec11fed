/** What a request to the wiki's own API carries between its stages. @module */
import type { RequestScope } from '../../http/request-scope.ts'

export interface HostScope {
  Bindings: RequestScope['Bindings']
  Variables: RequestScope['Variables'] & {
    /** The owner of the host token: whose access counts. */
    userId: number
    userName: string
  }
}
