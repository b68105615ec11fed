/** The values that stages of a page's request share. @module */
import type { Context } from 'hono'
import type { Actor } from '../../accounts/audit.ts'
import type { Principal, Reader } from '../../accounts/reader.ts'
import type { SignedInUser } from '../../accounts/sessions/sessions.ts'
import type { RequestScope } from '../http/request-scope.ts'
import type { IconName } from './components/icon-names.ts'

/** A user who signed in, or the user of a program's host token. */
export interface Viewer extends SignedInUser, Principal {
  /** A program with a host token sees only what the token reaches, even where visitors see more. */
  readonly isProgram?: boolean
}

export interface HeaderSpace {
  readonly key: string
  readonly name: string
}

/** An entry of the sidebar of the settings, with the number of what needs somebody. */
export interface SettingsLink {
  readonly path: string
  readonly group: 'You' | 'Imports' | 'Administration'
  readonly label: string
  readonly icon: IconName
  readonly count: number | 'nothing to say'
  readonly words: string
}

export interface FrameFacts {
  readonly listSpaces: () => Promise<readonly HeaderSpace[]>
  /** Whether there is a space that the viewer may write in. */
  readonly mayWrite: (viewer: Viewer) => Promise<boolean>
  readonly readSettings: (viewer: Viewer) => Promise<readonly SettingsLink[]>
}

/** The fields of a form; of several with one name, the first. */
export type FormFields = ReadonlyMap<string, string>

export interface WebScope {
  Bindings: RequestScope['Bindings']
  Variables: RequestScope['Variables'] & {
    network: string
    viewer: Viewer | undefined
    /** Until then only a change of the store can change the viewer. */
    viewerUntilMs: number
    /** The id of the visitor's cookie, even without a session; a secret. */
    sessionId: string | undefined
    /** Undefined for a visitor without a cookie. */
    formToken: string | undefined
    /** Undefined without a store. */
    frameFacts: FrameFacts | undefined
    form: FormFields
    /** Made by the first query, see `readerOf`. */
    reader: Reader | undefined
  }
}

export function viewerOf(c: Context<WebScope>): Viewer {
  const viewer = c.get('viewer')
  if (viewer === undefined) throw new TypeError('this route is not behind requireViewer')
  return viewer
}

export function actorOf(c: Context<WebScope>): Actor {
  return { name: viewerOf(c).name, address: c.get('network') }
}
