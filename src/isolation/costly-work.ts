/** The costly work of the service, each kind as a function: what is asked, what comes back, and what it means when it was ended. @module */
import type { AskedImport } from '../api/prepare-import.ts'
import type { ConversionLimits } from '../convert/convert-document.ts'
import type { Database } from '../database/database.ts'
import { RequestError } from '../errors.ts'
import { changesOf, type PageChanges } from '../host-api/page-body.ts'
import type { DocumentView } from '../web/reader/document-view.ts'
import type { OutlineEntry } from '../web/reader/outline.ts'
import {
  type PreparedForm,
  readPreparedForm,
  readSentForm,
  type SentForm,
} from '../web/writer/prepare-form.ts'
import { readDocumentMessage, readIndexMessage, textOf } from '../wiki/document-message.ts'
import type { PreparedDocument, StorableDocument } from '../wiki/storable-document.ts'
import type { Message } from './frames.ts'
import type { TaskName } from './tasks.ts'
import { WorkEndedError, type WorkerPool } from './worker-pool.ts'

/** What was asked for, and what became of it; the first is known before the second. */
export interface Prepared<Asked, Result> {
  readonly asked: Promise<Asked>
  readonly result: Promise<Result>
}

/** Every promise fails with `bad-request` for content beyond a limit, `unavailable` when too much waits. */
export interface CostlyWork {
  /** Parse, check and convert the body of an import. */
  prepareImport(body: Uint8Array): Prepared<AskedImport, PreparedDocument>
  /** Take apart, check, convert and show the import form. */
  prepareForm(
    body: Uint8Array,
    options: { contentType: string; isShown: boolean; isEchoed: boolean },
  ): Prepared<SentForm, PreparedForm>
  /** Put the addresses that images have in a space in place of references. */
  placeImages(
    document: PreparedDocument,
    place: { title: string; spaceKey: string; known: readonly string[] },
  ): Promise<PreparedDocument>
  /** Make of ADF what the store keeps of it. */
  indexDocument(title: string, adf: string): Promise<StorableDocument>
  /** Read and check what the wiki's own API is sent. */
  readPageBody(body: Uint8Array, options: { origin: string; isNew: boolean }): Promise<PageChanges>
  /** Render a document as a page shows it. */
  viewDocument(adf: string): Promise<DocumentView>
  /** Make HTML or other text by a task whose result is one text. */
  show(task: TaskName, call: Message): Promise<string>
}

export interface CostlyWorkOptions {
  readonly limits: ConversionLimits
  readonly conversionTimeoutMs: number
  /** The engine that indexes pages. */
  readonly engine: Database['engine']
}

const showTimeoutMs = 10_000

/**
 * Give access to the work of a pool.
 * @param pool The workers.
 * @param options The limits of imports.
 */
export function costlyWork(pool: WorkerPool, options: CostlyWorkOptions): CostlyWork {
  const { limits, engine, conversionTimeoutMs } = options
  const run = (task: TaskName, call: Message, onPart?: (message: Message) => void) =>
    pool
      .run({
        ...{ ...call, task, lane: 'importing', deadlineMs: conversionTimeoutMs },
        ...(onPart && { onPart }),
      })
      .catch((error: unknown) => {
        throw conversionError(error, conversionTimeoutMs)
      })
  const show = (task: TaskName, call: Message): Promise<Message> =>
    pool
      .run({ ...call, task, lane: 'reading', deadlineMs: showTimeoutMs })
      .catch((error: unknown) => {
        throw showError(error)
      })
  const prepare = <Asked, Result>(
    task: TaskName,
    call: Message,
    readAsked: (part: Message) => Asked,
    read: (message: Message) => Result,
  ): Prepared<Asked, Result> => {
    const { promise: asked, resolve, reject } = Promise.withResolvers<Asked>()
    const result = run(task, call, (part) => resolve(readAsked(part))).then(read)
    // What was asked for is never told of a request that is refused; nobody need wait for both.
    result.catch(reject)
    asked.catch(() => {})
    return { asked, result }
  }
  return {
    prepareImport(body) {
      const call = { value: { limits, engine }, parts: [body] }
      const readAsked = ({ value }: Message): AskedImport => value as AskedImport
      return prepare('prepare-import', call, readAsked, readDocumentMessage)
    },
    prepareForm(body, form) {
      const call = { value: { limits, engine, ...form }, parts: [body] }
      return prepare('prepare-form', call, readSentForm, readPreparedForm)
    },
    async placeImages(document, place) {
      const parts = [document.adf, document.markdown].map((text) => Buffer.from(text))
      const placed = await run('place-images', { value: place, parts })
      return { ...document, ...(placed.value as object), adf: textOf(placed.parts[0]) }
    },
    async indexDocument(title, adf) {
      const call = { value: { title, engine }, parts: [Buffer.from(adf)] }
      return readIndexMessage(adf, await run('index-document', call))
    },
    readPageBody: async (body, options) =>
      changesOf(await run('read-page-body', { value: options, parts: [body] })),
    async viewDocument(adf) {
      const { value, parts } = await show('view-document', {
        value: null,
        parts: [Buffer.from(adf)],
      })
      return { html: textOf(parts[0]), outline: value as OutlineEntry[] }
    },
    show: async (task, call) => textOf((await show(task, call)).parts[0]),
  }
}

function conversionError(error: unknown, timeoutMs: number): unknown {
  if (!(error instanceof WorkEndedError)) return error
  return new RequestError('bad-request', conversionReasons[error.reason](timeoutMs), {
    cause: error,
  })
}

const conversionReasons: Readonly<Record<WorkEndedError['reason'], (timeoutMs: number) => string>> =
  {
    deadline: (timeoutMs) =>
      `content takes longer than ${timeoutMs} ms to convert. Split the page, or ask the administrator to raise --conversion-timeout.`,
    memory: () =>
      'content takes too much memory to convert. Split the page, or ask the administrator to raise --memory.',
    fault: () =>
      'content cannot be converted: the converter ended over it. Split the page to find the part that it is.',
  }

function showError(error: unknown): unknown {
  if (!(error instanceof WorkEndedError)) return error
  const message =
    'This takes too long or too much memory to be shown. Its Markdown and ADF are kept.'
  return new RequestError('unavailable', message, { cause: error, retryAfterSeconds: 60 })
}
