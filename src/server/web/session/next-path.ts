/** Where to go after signing in: a path of ours, or the start page. @module */
import type { Context } from 'hono'

const anyOrigin = 'http://markport.invalid'

/** @param text A path with its query; anything that could lead to another site becomes `/`. */
export function nextPath(text: string | undefined | null): string {
  if (!text?.startsWith('/') || !URL.canParse(text, anyOrigin)) return '/'
  const { origin, pathname, search } = new URL(text, anyOrigin)
  // The parser takes "/.//host" for a path, but browsers take it for another host in a header.
  return origin === anyOrigin && !pathname.startsWith('//') ? pathname + search : '/'
}

export function signInPath(next: string): string {
  return next === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ next })}`
}

export function pathOf(c: Context): string {
  const { pathname, search } = new URL(c.req.url)
  return pathname + search
}
