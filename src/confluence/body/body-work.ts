/** The costly work on bodies, as the service asks workers for it. @module */

import { type Message, textOf } from '../../isolation/frames.ts'
import type { Workers } from '../../isolation/workers.ts'
import type { BodyWanted, PlannedBody } from './page-body.ts'

export interface BodyWork {
  /**
   * Plan a body.
   * @throws {RequestError} `bad-request` when a body is beyond a limit, `unavailable` when too much waits.
   */
  planBody(wanted: BodyWanted): Promise<PlannedBody>
}

/** Have bodies planned by workers. */
export function bodyWork(workers: Workers): BodyWork {
  return {
    planBody: async (wanted) =>
      plannedOf(await workers.convert('plan-body', messageOfWanted(wanted))),
  }
}

/** All but the texts, and which of those there are. */
type WantedHead = Omit<BodyWanted, 'adf' | 'theirs' | 'base'> & {
  readonly hasTheirs: boolean
  readonly hasBase: boolean
}
type PlannedHead = Omit<PlannedBody, 'body' | 'nextBase'> & { readonly hasNextBase: boolean }

/** Write what a body is planned from. */
function messageOfWanted({ adf, theirs, base, ...rest }: BodyWanted): Message {
  const head: WantedHead = { ...rest, hasTheirs: theirs !== undefined, hasBase: base !== undefined }
  return { value: head, parts: [adf, theirs ?? '', base ?? ''].map(bytesOf) }
}

/** Read what a body is planned from. */
export function wantedOf({ value, parts }: Message): BodyWanted {
  const { hasTheirs, hasBase, ...rest } = value as WantedHead
  const [adf = '', theirs, base] = parts.map(textOf)
  return {
    ...rest,
    adf,
    theirs: hasTheirs ? theirs : undefined,
    base: hasBase ? base : undefined,
  }
}

/** Write a planned body. */
export function messageOfPlanned({ body, nextBase, ...rest }: PlannedBody): Message {
  const head: PlannedHead = { ...rest, hasNextBase: nextBase !== undefined }
  return { value: head, parts: [body, nextBase ?? ''].map(bytesOf) }
}

/** Read a planned body. */
function plannedOf({ value, parts }: Message): PlannedBody {
  const { hasNextBase, ...rest } = value as PlannedHead
  const [body = '', nextBase] = parts.map(textOf)
  return { ...rest, body, nextBase: hasNextBase ? nextBase : undefined }
}

function bytesOf(text: string): Uint8Array {
  return Buffer.from(text)
}
