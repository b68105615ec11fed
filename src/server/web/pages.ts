/** Types of pages: who may open them, their place in the settings, and their answers. @module */
import type { Context, MiddlewareHandler } from 'hono'
import type { Show } from './frame/show.ts'
import type { SettingsLink, Viewer, WebScope } from './web-scope.ts'

/**
 * `readers` depends on `--readers`; `users`, `writers` and `administrators` are signed in. The page
 * itself decides which content and forms they see.
 */
export type Who = 'anyone' | 'readers' | 'users' | 'writers' | 'administrators'

export interface SettingsEntry<Dependencies> {
  readonly group: SettingsLink['group']
  readonly label: string
  readonly icon: SettingsLink['icon']
  readonly badge?: Badge<Dependencies>
}

/** The number beside an entry of the sidebar, which leaves out entries with nothing to say. */
interface Badge<Dependencies> {
  readonly words: string
  count(dependencies: Dependencies, viewer: Viewer): Promise<SettingsLink['count']>
}

export interface ForPrograms {
  readonly takes: readonly string[]
}

/** `own checks`: the page has its own stages. `host tokens`: also for programs of readers. */
export type Rule = 'own checks' | 'host tokens' | ForPrograms | undefined

export type PageContext = Context<WebScope>
export type Stage = MiddlewareHandler<WebScope>
export type PageAnswer = Response | Promise<Response>

export interface WebPage<Dependencies> {
  readonly who: Who
  readonly rule?: Rule | undefined
  readonly settings?: SettingsEntry<Dependencies>
  /** Additional stages before the answer. */
  readonly stages?: (dependencies: Dependencies) => readonly Stage[]
  readonly answer: (c: PageContext, dependencies: Dependencies) => PageAnswer
}

/** Pages by method and path; the first match counts. */
export type Pages<Dependencies> = Readonly<Record<string, WebPage<Dependencies>>>

export interface Shows {
  readonly show: Show
}

export function takesHostToken(rule: Rule): boolean {
  return rule === 'host tokens' || isForPrograms(rule)
}

export function isForPrograms(rule: Rule): rule is ForPrograms {
  return typeof rule === 'object'
}
