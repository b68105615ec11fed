/** Work on imports that the service passes to workers. @module */
import type { Message, Workers } from '../../contract/base/message.ts'
import { RequestError } from '../../contract/errors.ts'
import type { AskedFields } from '../../contract/import-request.ts'
import type { ConversionLimits } from '../../convert/convert-document.ts'
import type { EngineName } from '../../store/dialects.ts'
import { type DocumentHead, readDocumentMessage, type Utf8Document } from './prepared-document.ts'
import type { ReadRequests } from './read-request.ts'
import type { PageToMerge } from './sources/merge-markdown.ts'

export interface PrepareImportOptions {
  readonly limits: ConversionLimits
  readonly engine: EngineName
  /** Links to pages on these hosts are stored without the host. */
  readonly ownHosts?: readonly string[]
}

export interface ImportWorkOptions extends Omit<PrepareImportOptions, 'ownHosts'> {
  readonly ownHosts?: () => readonly string[]
}

export function withHost(
  { ownHosts = () => [], ...options }: ImportWorkOptions,
  host: string | undefined,
): PrepareImportOptions {
  return { ...options, ownHosts: [...ownHosts(), ...(host === undefined ? [] : [host])] }
}

export interface PrepareRequestOptions extends PrepareImportOptions {
  readonly isHashed: boolean
}

export interface AskedImport {
  readonly fields: AskedFields
  readonly requestHash?: string
}

/** A checked request with its converted document, or with the error of the conversion. */
export type PreparedImport = { readonly asked: AskedImport } & (
  | { readonly document: Utf8Document }
  | { readonly conversionError: unknown }
)

export interface PreparedHead {
  readonly asked: AskedImport
  readonly document: DocumentHead
}

export function readPrepared({ value, parts }: Message): {
  readonly asked: AskedImport
  readonly document: Utf8Document
} {
  const { asked, document } = value as PreparedHead
  return { asked, document: readDocumentMessage({ value: document, parts }) }
}

/** Promises reject with `bad-request` for content beyond a limit. */
export interface ImportWork extends ReturnType<typeof importWork> {}

export function importWork(workers: Workers, options: ImportWorkOptions) {
  return {
    /** @throws {RequestError} `bad-request` when the body is not an import. */
    async prepareImport(
      body: Uint8Array,
      { isHashed, host }: { readonly isHashed: boolean; readonly host?: string | undefined },
      signal?: AbortSignal,
    ): Promise<PreparedImport> {
      const value: PrepareRequestOptions = { ...withHost(options, host), isHashed }
      const call = { value, parts: [body], signal }
      try {
        return readPrepared(await workers.convert('prepare-import', call))
      } catch (conversionError) {
        if (tellsNothingOfContent(conversionError)) throw conversionError
        // Read the request alone: errors of its place take precedence over errors of the Markdown.
        const { value: asked } = await workers.convert('read-import', call)
        return { asked: asked as AskedImport, conversionError }
      }
    },
    /**
     * Merge people's edits into an import.
     * @param texts The Markdown of the last import, of the page, and of this import.
     */
    async mergeImport(
      page: PageToMerge,
      texts: readonly [base: string, theirs: string, ours: string],
    ): Promise<Utf8Document> {
      const value = { ...withHost(options, undefined), ...page }
      const parts = texts.map((text) => Buffer.from(text))
      return readDocumentMessage(await workers.convert('merge-import', { value, parts }))
    },
    async readRequest<Name extends keyof ReadRequests>(
      name: Name,
      body: Uint8Array,
      signal?: AbortSignal,
    ): Promise<ReadRequests[Name]> {
      const { value } = await workers.convert('read-request', {
        value: name,
        parts: [body],
        signal,
      })
      return value as ReadRequests[Name]
    },
  }
}

/** True if reading the request again is useless: we are overloaded, or one of its fields is wrong. */
function tellsNothingOfContent(error: unknown): boolean {
  return error instanceof RequestError && (error.key === 'unavailable' || error.sent !== undefined)
}
