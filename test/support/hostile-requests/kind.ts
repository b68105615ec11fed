/** What a hostile kind of request is: what is sent, and what must hold whatever happens. @module */
import type { Target } from './target.ts'

export interface HostileKind {
  readonly name: string
  /** Options of `markport serve` that it needs. */
  readonly serve?: readonly string[]
  /** What it sends; pages that it needs are made while this runs, before anybody looks. */
  requests(target: Target): HostileRequest[] | Promise<HostileRequest[]>
  /** How many at once; all of them by default. */
  readonly atOnce?: number
  /** How many begin each second, instead of as soon as there is room. */
  readonly perSecond?: number
  readonly holds: Holds
}

export interface HostileRequest {
  /** POST with a body, GET without one, unless given. */
  readonly method?: string
  readonly path: string
  /** Whole lines; `Host`, `Connection: close` and the length are added where they are missing. */
  readonly headers?: readonly string[]
  readonly body?: string | Uint8Array
  /** These bytes instead of a request made of the above. */
  readonly raw?: string | Uint8Array
  readonly manner?: Manner
  /** The local address that it comes from. */
  readonly from?: string
  /** What this one is answered with, where it differs from the others. */
  readonly statuses?: readonly number[]
}

/**
 * How it is sent: in pieces over seconds; without ever reading the answer; broken off in the middle;
 * or as blocking clients do, which read nothing before all is written.
 */
export type Manner = 'in pieces' | 'unread' | 'broken off' | 'writing first'

export interface Holds {
  /** Allowed statuses; by default all but 5xx, of which 503 is allowed. */
  readonly statuses?: readonly number[]
  /** Whose shape the answers have. */
  readonly shape?: 'contract' | 'wiki api'
  /** The largest answer; `defaultMaxAnswerBytes` unless given. */
  readonly maxAnswerBytes?: number
  /** What must not be in an answer. */
  readonly lacks?: RegExp
  /** What the service must have logged. */
  readonly logs?: RegExp
}

/** A refusal, or a page of the reader, is much smaller. */
export const defaultMaxAnswerBytes: number = 1024 * 1024
