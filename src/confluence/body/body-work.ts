/** Runs the costly work on bodies in workers. @module */

import { type Message, textOf } from '../../contract/base/message.ts'
import type { Workers } from '../../contract/base/work.ts'
import type { BodyRequest, PlannedBody } from './page-body.ts'

export interface BodyWork {
  /**
   * @throws {RequestError} `bad-request` when a body is over a limit, `unavailable` when the queue
   * is full.
   */
  planBody(request: BodyRequest): Promise<PlannedBody>
}

export function bodyWork(workers: Workers): BodyWork {
  return {
    planBody: async (request) =>
      plannedOf(await workers.convert('plan-body', messageOfRequest(request))),
  }
}

type RequestHead = Omit<BodyRequest, 'adf' | 'theirs' | 'base'> & {
  readonly hasTheirs: boolean
  readonly hasBase: boolean
}
type PlannedHead = Omit<PlannedBody, 'body' | 'nextBase'> & { readonly hasNextBase: boolean }

function messageOfRequest({ adf, theirs, base, ...rest }: BodyRequest): Message {
  const head: RequestHead = {
    ...rest,
    hasTheirs: theirs !== undefined,
    hasBase: base !== undefined,
  }
  return { value: head, parts: [adf, theirs ?? '', base ?? ''].map(bytesOf) }
}

export function requestOf({ value, parts }: Message): BodyRequest {
  const { hasTheirs, hasBase, ...rest } = value as RequestHead
  const [adf = '', theirs, base] = parts.map(textOf)
  return {
    ...rest,
    adf,
    theirs: hasTheirs ? theirs : undefined,
    base: hasBase ? base : undefined,
  }
}

export function messageOfPlanned({ body, nextBase, ...rest }: PlannedBody): Message {
  const head: PlannedHead = { ...rest, hasNextBase: nextBase !== undefined }
  return { value: head, parts: [body, nextBase ?? ''].map(bytesOf) }
}

function plannedOf({ value, parts }: Message): PlannedBody {
  const { hasNextBase, ...rest } = value as PlannedHead
  const [body = '', nextBase] = parts.map(textOf)
  return { ...rest, body, nextBase: hasNextBase ? nextBase : undefined }
}

function bytesOf(text: string): Uint8Array {
  return Buffer.from(text)
}
