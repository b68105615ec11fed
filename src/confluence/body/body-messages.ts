/** A body that is wanted or planned, as messages between the service and a worker: big texts are parts. @module */
import { type Message, textOf } from '../../isolation/frames.ts'
import type { BodyWanted, PlannedBody } from './page-body.ts'

/** All but the texts, and which of those there are. */
type WantedHead = Omit<BodyWanted, 'adf' | 'theirs' | 'base'> & {
  readonly hasTheirs: boolean
  readonly hasBase: boolean
}
type PlannedHead = Omit<PlannedBody, 'body' | 'nextBase'> & { readonly hasNextBase: boolean }

/**
 * Write what a body is planned from.
 * @param wanted All of it.
 */
export function messageOfWanted({ adf, theirs, base, ...rest }: BodyWanted): Message {
  const head: WantedHead = { ...rest, hasTheirs: theirs !== undefined, hasBase: base !== undefined }
  return { value: head, parts: [adf, theirs ?? '', base ?? ''].map(bytesOf) }
}

/**
 * Read what a body is planned from.
 * @param message What `messageOfWanted` wrote.
 */
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

/**
 * Write a planned body.
 * @param planned All of it.
 */
export function messageOfPlanned({ body, nextBase, ...rest }: PlannedBody): Message {
  const head: PlannedHead = { ...rest, hasNextBase: nextBase !== undefined }
  return { value: head, parts: [body, nextBase ?? ''].map(bytesOf) }
}

/**
 * Read a planned body.
 * @param message What `messageOfPlanned` wrote.
 */
export function plannedOf({ value, parts }: Message): PlannedBody {
  const { hasNextBase, ...rest } = value as PlannedHead
  const [body = '', nextBase] = parts.map(textOf)
  return { ...rest, body, nextBase: hasNextBase ? nextBase : undefined }
}

function bytesOf(text: string): Uint8Array {
  return Buffer.from(text)
}
