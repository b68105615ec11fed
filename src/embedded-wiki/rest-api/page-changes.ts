/** What a caller of the wiki's own API wants to write, as it is read where it was asked for. @module */
import { type Message, textOf } from '../../isolation/frames.ts'
import { HostApiError } from './host-api-error.ts'

/** What a body is to say: all of a new page, the next version of one, or its title alone. */
export type BodyKind = 'page' | 'version' | 'title'

/** What a caller wants to write; what it leaves out stays as it is. */
export interface PageChanges {
  readonly id?: string | undefined
  readonly spaceId?: string | undefined
  readonly parentId?: string | undefined
  readonly title?: string | undefined
  readonly ownerId?: string | undefined
  /** The version that an update makes. */
  readonly version?: { readonly number: number; readonly message: string } | undefined
  /** ADF as JSON text, as it will be stored. */
  readonly adf?: string | undefined
  /** In place of ADF: an import. */
  readonly markdown?: string | undefined
}

/**
 * Read what `readPageBody` found.
 * @throws {HostApiError} 400 with the first fault.
 */
export function changesOf({ value, parts: [text] }: Message): PageChanges {
  const { changes, form, refusal } = value as ReadChanges
  if (refusal !== undefined) throw new HostApiError(refusal.status, refusal.code, refusal.message)
  return { ...changes, ...(text && { [form ?? 'adf']: textOf(text) }) }
}

interface ReadChanges {
  readonly changes?: PageChanges
  /** Of the text, if there is one. */
  readonly form?: 'adf' | 'markdown'
  readonly refusal?: HostApiError
}
