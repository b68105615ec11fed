/** What a page is: who may open it, what it is for, and what answers there. @module */
import type { Context, MiddlewareHandler } from 'hono'
import type { Show } from './frame/show.ts'
import type { SettingsLink, Viewer, WebScope } from './web-scope.ts'

/**
 * `writers`, `administrators` and `users` are signed in; `readers` are where `--readers` says so.
 * The page itself decides which content and forms they see.
 */
export type Who = 'anyone' | 'readers' | 'users' | 'writers' | 'administrators'

/** An entry of the sidebar of the settings. */
export interface SettingsEntry<Dependencies> {
  readonly group: SettingsLink['group']
  readonly label: string
  readonly icon: SettingsLink['icon']
  readonly badge?: Badge<Dependencies>
}

/** How much needs somebody. A page with nothing to say is not in the sidebar. */
interface Badge<Dependencies> {
  readonly words: string
  count(dependencies: Dependencies, viewer: Viewer): Promise<SettingsLink['count']>
}

export interface ForPrograms {
  readonly takes: readonly string[]
}

/**
 * `own checks`: the page brings its own stages. `host tokens`: programs of readers may open it.
 */
export type Rule = 'own checks' | 'host tokens' | ForPrograms | undefined

export type MapLine = readonly [who: Who, rule?: Rule]

export type PageContext = Context<WebScope>
export type Stage = MiddlewareHandler<WebScope>
type Answer = Response | Promise<Response>

export interface WebPage<Dependencies> {
  readonly who: Who
  readonly rule?: Rule
  readonly settings?: SettingsEntry<Dependencies>
  /** What a request passes before its answer, beside the checks of its line. */
  readonly stages?: (dependencies: Dependencies) => readonly Stage[]
  readonly answer: (c: PageContext, dependencies: Dependencies) => Answer
}

/** By method and path; of two that match, the first counts. */
export type Pages<Dependencies> = Readonly<Record<string, WebPage<Dependencies>>>

type Handler = Stage | ((c: PageContext) => Answer)

export type Handlers = Readonly<Record<string, Handler | readonly Handler[]>>

/** Give the handlers of some pages for what they depend on. */
export function handlersOf<Dependencies>(
  pages: Pages<Dependencies>,
  dependencies: Dependencies,
): Handlers {
  return Object.fromEntries(
    Object.entries(pages).map(([name, { stages, answer }]) => [
      name,
      [...(stages?.(dependencies) ?? []), async (c: PageContext) => answer(c, dependencies)],
    ]),
  )
}

export interface Shows {
  readonly show: Show
}

export function takesHostToken(rule: Rule): boolean {
  return rule === 'host tokens' || isForPrograms(rule)
}

export function isForPrograms(rule: Rule): rule is ForPrograms {
  return typeof rule === 'object'
}
