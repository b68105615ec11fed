/** What a hostile kind of request is: what is sent, and what must hold whatever happens. @module */
import type { Target } from './target.ts'

export interface HostileKind {
  readonly name: string
  readonly serve?: readonly string[]
  requests(target: Target): HostileRequest[] | Promise<HostileRequest[]>
  readonly atOnce?: number
  readonly perSecond?: number
  readonly holds: Holds
}

export interface HostileRequest {
  readonly method?: string
  readonly path: string
  readonly headers?: readonly string[]
  readonly body?: string | Uint8Array
  /** These bytes replace the request made of the other fields. */
  readonly raw?: string | Uint8Array
  readonly manner?: Manner
  readonly from?: string
  readonly statuses?: readonly number[]
}

export type Manner = 'in pieces' | 'unread' | 'broken off' | 'writing first'

export interface Holds {
  /** By default all but 5xx, of which 503 is allowed. */
  readonly statuses?: readonly number[]
  readonly shape?: 'contract' | 'wiki api'
  readonly maxAnswerBytes?: number
  readonly lacks?: RegExp
  readonly logs?: RegExp
}

export const defaultMaxAnswerBytes: number = 1024 * 1024
