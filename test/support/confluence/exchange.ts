/** One request to a simulated site and its answer. @module */

export interface Call {
  readonly method: string
  /** Below the API's root, decoded, in order: what stands for the route's names. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly bytes: Buffer
  /** The whole path with its query, before any gateway's prefix was taken away. */
  readonly path: string
  /** What `_links.next` begins with: the gateway's prefix, or nothing. */
  readonly prefix: string
}

export interface Answer {
  readonly status: number
  readonly body?: unknown
  /** In place of `body`. */
  readonly text?: string
  /** In place of both. */
  readonly bytes?: Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}

export type Handler = (call: Call) => Answer

export interface Route {
  readonly method: string
  readonly pattern: RegExp
  readonly handler: Handler
}

/**
 * Make a route.
 * @param path Such as `/pages/:id`; a slash at the end is allowed.
 */
export function route(method: string, path: string, handler: Handler): Route {
  const source = path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')
  return { method, pattern: new RegExp(`^${source}/?$`), handler }
}

/** A list of a query that repeats names or parts them by commas. */
export function listOf(query: URLSearchParams, name: string): string[] {
  return query.getAll(name).flatMap((value) => value.split(',').filter((one) => one !== ''))
}
