/** The tasks of workers, which `src/worker.ts` maps to functions, and the messages to and from them. @module */
import { fromRefusal, type Refusal, RequestError, toRefusal } from '../errors.ts'

/** What processes send each other: a small value, with long texts and files beside it as bytes. */
export interface Message {
  readonly value: unknown
  readonly parts: readonly Uint8Array[]
}

export interface WorkMessage extends Message {
  readonly task: string
}

export type WorkerMessage =
  | { readonly kind: 'ready' }
  | ({ readonly kind: 'result' } & Message)
  | { readonly kind: 'error'; readonly error: SentError }

/** Errors lose their class between processes, so they are sent as values. */
export type SentError =
  | { readonly refusal: Refusal }
  | { readonly message: string; readonly stack: string | undefined }

export function describeError(error: unknown): SentError {
  if (error instanceof RequestError) return { refusal: toRefusal(error) }
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  return { message, stack }
}

export function toError(sent: SentError): Error {
  if ('refusal' in sent) return fromRefusal(sent.refusal)
  return Object.assign(new Error(sent.message), { stack: sent.stack })
}

export function textOf(part: Uint8Array | undefined): string {
  return part === undefined
    ? ''
    : Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString()
}

/** Make a message of a value, with its long texts as parts. */
export function withTextParts<Value extends object>(
  value: Value,
  names: readonly (keyof Value & string)[],
): Message {
  const given = names.filter((name) => value[name] !== undefined)
  const rest = Object.fromEntries(
    Object.entries(value).filter(([name]) => !given.includes(name as keyof Value & string)),
  )
  return {
    value: { ...rest, texts: given },
    parts: given.map((name) => Buffer.from(String(value[name]))),
  }
}

export function fromTextParts<Value>({ value, parts }: Message): Value {
  const { texts, ...rest } = value as { readonly texts: readonly string[] }
  const entries = texts.map((name, index) => [name, textOf(parts[index])])
  return { ...rest, ...Object.fromEntries(entries) } as Value
}

export interface WorkRequest extends Message {
  /** Aborted when the caller has left: then the work is not started. */
  readonly signal?: AbortSignal | undefined
}

export type Task = (call: Message) => Message | Promise<Message>

export type TaskName =
  | 'compare-versions'
  | 'complete-form'
  | 'export-page'
  | 'find-line-edits'
  | 'find-page-edits'
  | 'find-places'
  | 'index-document'
  | 'merge-import'
  | 'place-images'
  | 'plan-body'
  | 'prepare-import'
  | 'preview-form'
  | 'read-form'
  | 'read-import'
  | 'read-request'
  | 'render-page-body'
  | 'show-markdown'
  | 'view-document'
  | 'write-markdown'

export type TaskTable = Readonly<Record<TaskName, Task>>

export interface Workers {
  /** @throws {RequestError} `bad-request` when it was killed, `unavailable` when too much waits. */
  convert(task: TaskName, call: WorkRequest): Promise<Message>
  /**
   * Render a document for a reader.
   * @throws {RequestError} `unavailable` when it was killed, or too much waits.
   */
  show(task: TaskName, call: WorkRequest): Promise<Message>
}
