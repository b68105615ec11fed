/** Tells search engines what to look at: the pages of an open wiki, each once. @module */
import type { Readers } from './session/may-read.ts'
import type { WebHandlers } from './web-map.ts'

/** What says the same as a page in another way, or differs with each question. */
const others = [
  '/search',
  ...['adf', 'children', 'compare', 'history', 'markdown'].map((part) => `/wiki/spaces/*/${part}/`),
]

/**
 * Make the handler.
 * @param readers Who may read without signing in.
 */
export function robotsRoute(readers: Readers): WebHandlers {
  const closed = readers === 'anyone' ? others : ['/']
  const text = ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), ''].join('\n')
  return { 'GET /robots.txt': (c) => c.text(text) }
}
