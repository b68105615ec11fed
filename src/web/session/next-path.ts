/** Where to go after signing in: a path of ours, or the start. @module */
import type { Context } from 'hono'

const anyOrigin = 'http://markport.invalid'

/**
 * Read the place to go on to.
 * @param text A path with its query; anything that could lead elsewhere counts as `/`.
 */
export function nextPath(text: string | undefined | null): string {
  if (!text?.startsWith('/') || !URL.canParse(text, anyOrigin)) return '/'
  const { origin, pathname, search } = new URL(text, anyOrigin)
  // "/.//host" is a path of ours to the parser, and an address elsewhere once it is a header.
  return origin === anyOrigin && !pathname.startsWith('//') ? pathname + search : '/'
}

/** Make the address of the form to sign in. */
export function signInPath(next: string): string {
  return next === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ next })}`
}

/** Tell the path and query that a request is for. */
export function pathOf(c: Context): string {
  const { pathname, search } = new URL(c.req.url)
  return pathname + search
}
