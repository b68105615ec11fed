/** What the stages of a request for a page hand on to each other. @module */
import type { RequestScope } from '../api/request-scope.ts'

/** A user who signed in. */
export interface Viewer {
  readonly userId: number
  readonly name: string
  readonly isAdministrator: boolean
}

export interface WebScope {
  Bindings: RequestScope['Bindings']
  Variables: Pick<RequestScope['Variables'], 'requestId' | 'startedAt' | 'body'> & {
    /** Undefined for someone who did not sign in. */
    viewer: Viewer | undefined
  }
}
