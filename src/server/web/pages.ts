/** Types of pages: who may open them, their answers, and what the stages of a request share. @module */
import type { Context, MiddlewareHandler } from 'hono'
import type { Actor } from '../../accounts/audit.ts'
import type { Principal, Reader } from '../../accounts/reader.ts'
import type { SignedInUser } from '../../accounts/sessions/sessions.ts'
import type { RequestScope } from '../http/request-scope.ts'
import type { ServiceParts } from '../service/compose.ts'
import type { IconName } from './components/icon-names.ts'

/**
 * `readers` depends on `--readers`; `users`, `writers` and `administrators` are signed in. The page
 * itself decides which content and forms they see.
 */
export type Who = 'anyone' | 'readers' | 'users' | 'writers' | 'administrators'

export interface SettingsEntry {
  readonly group: SettingsLink['group']
  readonly label: string
  readonly icon: SettingsLink['icon']
  readonly badge?: Badge
}

/** The number beside an entry of the sidebar, which leaves out entries with nothing to say. */
interface Badge {
  readonly words: string
  count(parts: ServiceParts, viewer: Viewer): Promise<SettingsLink['count']>
}

interface ForPrograms {
  readonly takes: readonly string[]
}

/**
 * Exceptions to `who`: with `host tokens`, programs may read the page with a token. A function gives
 * the page's own checks, which replace the usual ones.
 */
export type Rule =
  | 'host tokens'
  | ForPrograms
  | ((parts: ServiceParts) => readonly Stage[])
  | undefined

export type PageContext = Context<WebScope>
export type Stage = MiddlewareHandler<WebScope>
export type PageAnswer = Response | Promise<Response>

export interface WebPage {
  readonly who: Who
  readonly rule?: Rule | undefined
  readonly settings?: SettingsEntry
  readonly answer: (c: PageContext, parts: ServiceParts) => PageAnswer
}

/** Pages by method and path; the first match counts. */
export type Pages = Readonly<Record<string, WebPage>>

export function takesHostToken(rule: Rule): boolean {
  return rule === 'host tokens' || isForPrograms(rule)
}

export function isForPrograms(rule: Rule): rule is ForPrograms {
  return typeof rule === 'object'
}

/** A signed-in user, or the user of a program's host token. */
export interface Viewer extends SignedInUser, Principal {
  /** Programs see only what their token covers, even where visitors see more. */
  readonly isProgram?: boolean
}

export interface HeaderSpace {
  readonly key: string
  readonly name: string
}

/** A link in the sidebar of the settings; its count says how much needs attention. */
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

export type WebScope = RequestScope<{
  network: string
  viewer: Viewer | undefined
  /** The session's id, which is a secret. */
  sessionId: string | undefined
  frameFacts: FrameFacts | undefined
  form: FormFields
  /** Created on demand, see `readerOf`. */
  reader: Reader | undefined
}>

export function viewerOf(c: Context<WebScope>): Viewer {
  const viewer = c.get('viewer')
  if (viewer === undefined) throw new TypeError('this route is not behind requireViewer')
  return viewer
}

export function actorOf(c: Context<WebScope>): Actor {
  return { name: viewerOf(c).name, address: c.get('network') }
}
