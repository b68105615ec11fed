/** Values that the stages of a page's request share. @module */
import type { Context } from 'hono'
import type { Actor } from '../../accounts/audit.ts'
import type { Principal, Reader } from '../../accounts/reader.ts'
import type { SignedInUser } from '../../accounts/sessions/sessions.ts'
import type { RequestScope } from '../http/request-scope.ts'
import type { IconName } from './components/icon-names.ts'

/** A signed-in user, or the user of a program's host token. */
export interface Viewer extends SignedInUser, Principal {
  /** Programs see only what their token covers, even where visitors see more. */
  readonly isProgram?: boolean
}

export interface HeaderSpace {
  readonly key: string
  readonly name: string
}

/** An entry of the settings' sidebar, with a count of what needs attention. */
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
  /** Whether the viewer may write in any space. */
  readonly mayWrite: (viewer: Viewer) => Promise<boolean>
  readonly readSettings: (viewer: Viewer) => Promise<readonly SettingsLink[]>
}

/** The fields of a form; of several fields with one name, the first. */
export type FormFields = ReadonlyMap<string, string>

export interface WebScope {
  Bindings: RequestScope['Bindings']
  Variables: RequestScope['Variables'] & {
    network: string
    viewer: Viewer | undefined
    /** The session's id, which is a secret. */
    sessionId: string | undefined
    frameFacts: FrameFacts | undefined
    form: FormFields
    /** Created on demand, see `readerOf`. */
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
