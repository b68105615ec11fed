/** Checks the path that a visitor opens after signing in. @module */
import type { Context } from 'hono'

const anyOrigin = 'http://markport.invalid'

/** @param text The wanted path; `/` replaces a path that could lead to another site. */
export function nextPath(text: string | undefined | null): string {
  if (!text?.startsWith('/') || !URL.canParse(text, anyOrigin)) return '/'
  const { origin, pathname, search } = new URL(text, anyOrigin)
  // The parser reads "/.//host" as a path, but browsers read it as another host.
  return origin === anyOrigin && !pathname.startsWith('//') ? pathname + search : '/'
}

export function signInPath(next: string): string {
  return withNext('/sign-in', next)
}

/** The address of a step of signing in that leads on to a page. */
export function withNext(path: string, next: string): string {
  return next === '/' ? path : `${path}?${new URLSearchParams({ next })}`
}

export function pathOf(c: Context): string {
  const { pathname, search } = new URL(c.req.url)
  return pathname + search
}
