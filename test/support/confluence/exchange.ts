/** One request to a simulated site and its answer. @module */

export interface Call {
  readonly method: string
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly bytes: Buffer
  readonly path: string
  readonly prefix: string
}

export interface Answer {
  readonly status: number
  readonly body?: unknown
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
}

export type Handler = (call: Call) => Answer

export interface Route {
  readonly method: string
  readonly pattern: RegExp
  readonly handler: Handler
}

export function route(method: string, path: string, handler: Handler): Route {
  const source = path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')
  return { method, pattern: new RegExp(`^${source}/?$`), handler }
}

export function listOf(query: URLSearchParams, name: string): string[] {
  return query.getAll(name).flatMap((value) => value.split(',').filter((one) => one !== ''))
}
