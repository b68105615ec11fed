/** What a hostile kind of request is: what is sent, and what must hold whatever happens. @module */
import type { Target } from './target.ts'

export interface HostileKind extends KindOptions {
  readonly name: string
  readonly requests: MakeRequests
}

type MakeRequests = (target: Target) => HostileRequest[] | Promise<HostileRequest[]>

export interface KindOptions {
  readonly serve?: readonly string[]
  readonly atOnce?: number
  readonly perSecond?: number
  readonly holds: Holds
}

export interface HostileRequest {
  readonly path: string
  readonly headers?: readonly string[]
  readonly body?: string | Uint8Array
  /** These bytes replace the request made of the other fields. */
  readonly raw?: string | Uint8Array
  readonly manner?: 'in pieces' | 'unread' | 'broken off' | 'writing first'
  readonly from?: string
  readonly statuses?: readonly number[]
}

export interface Holds {
  /** By default all but 5xx, of which 503 is allowed. */
  readonly statuses?: readonly number[]
  readonly shape?: 'contract' | 'wiki api'
  readonly maxAnswerBytes?: number
  readonly lacks?: RegExp
  readonly logs?: RegExp
}

export const defaultMaxAnswerBytes: number = 1024 * 1024
export const contract: Holds = { shape: 'contract' }
/** Warnings and documents may be long. */
export const longContract: Holds = { ...contract, maxAnswerBytes: 10_000_000 }

/** Kinds that must hold the same. */
export function kindsThat(
  holds: Holds,
  kinds: Readonly<Record<string, MakeRequests>>,
  options: Omit<KindOptions, 'holds'> = {},
): HostileKind[] {
  return Object.entries(kinds).map(([name, requests]) => ({ name, requests, holds, ...options }))
}

export function many<Item>(count: number, make: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

/** Imports with the token of an API client. */
export function imports(
  target: Target,
  body: string | Uint8Array,
  times = 4,
  rest: Partial<HostileRequest> = {},
): HostileRequest[] {
  const { endpointPath: path, credentials } = target
  return Array(times).fill({ path, headers: [credentials.api], body, ...rest })
}
