/** What a caller of the wiki's own API wants to write, as it is read where it was asked for. @module */
import { type Message, textOf } from '../../isolation/frames.ts'
import { HostApiError } from './host-api-error.ts'

/** What a caller wants to write; what it leaves out stays as it is. */
export interface PageChanges {
  readonly id?: string
  readonly spaceId?: string
  readonly parentId?: string
  readonly title?: string
  /** The version that an update makes. */
  readonly version?: { readonly number: number; readonly message: string }
  /** ADF as JSON text, as it will be stored. */
  readonly adf?: string
}

/**
 * Read what `readPageBody` found.
 * @param message Its answer.
 * @throws {HostApiError} 400 with the first fault.
 */
export function changesOf({ value, parts: [adf] }: Message): PageChanges {
  const { changes, refusal } = value as { changes?: PageChanges; refusal?: HostApiError }
  if (refusal !== undefined) throw new HostApiError(refusal.status, refusal.code, refusal.message)
  return { ...changes, ...(adf && { adf: textOf(adf) }) }
}
