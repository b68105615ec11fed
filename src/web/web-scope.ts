/** What the stages of a request for a page hand on to each other. @module */

import type { Context } from 'hono'
import type { Principal } from '../auth/access-conditions.ts'
import type { Actor } from '../auth/audit.ts'
import type { SignedInUser } from '../auth/sessions/sessions.ts'
import type { RequestScope } from '../http/request-scope.ts'

/** A user who signed in, or whose host token a program sent. */
export interface Viewer extends SignedInUser, Principal {
  /** Asks by a host token: sees what that reaches, and no more where visitors may. */
  readonly isProgram?: boolean
}

/** A space as the frame of a page names it. */
export interface HeaderSpace {
  readonly key: string
  readonly name: string
}

/** So much waits for somebody, in words behind the number. */
export interface Attention {
  readonly count: number
  readonly words: string
}

/** What the frame of a page tells beside it, read for the pages that show it. */
export interface FrameFacts {
  /** The first spaces, by key, that whoever looks may read. */
  readonly listSpaces: () => Promise<readonly HeaderSpace[]>
  /** What waits behind pages of the settings, by their paths. */
  readonly readAttention: (viewer: Viewer) => Promise<ReadonlyMap<string, Attention>>
}

/** The fields of a form; of several with one name, the first. */
export type FormFields = ReadonlyMap<string, string>

export interface WebScope {
  Bindings: RequestScope['Bindings']
  Variables: RequestScope['Variables'] & {
    /** The network that the request comes from. */
    network: string
    /** Undefined for someone who did not sign in. */
    viewer: Viewer | undefined
    /** Until when only a change of the store can change who that is. */
    viewerUntilMs: number
    /** The id that the visitor's cookie holds, whether or not a session has it; a secret. */
    sessionId: string | undefined
    /** The token of this visitor's forms; undefined for a visitor who brought no cookie. */
    formToken: string | undefined
    /** Undefined where no store is. */
    frameFacts: FrameFacts | undefined
    /** The fields of a form that passed `protectForms`. */
    form: FormFields
  }
}

/** Get who looks at a page that only those see who signed in. */
export function viewerOf(c: Context<WebScope>): Viewer {
  const viewer = c.get('viewer')
  if (viewer === undefined) throw new TypeError('this route is not behind requireViewer')
  return viewer
}

/** Name who looks at a page, and from where, for the record of what they do. */
export function actorOf(c: Context<WebScope>): Actor {
  return { name: viewerOf(c).name, address: c.get('network') }
}
