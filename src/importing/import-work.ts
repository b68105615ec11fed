/** The costly half of an import, as the service asks workers for it. @module */
import type { ConversionLimits } from '../convert/convert-document.ts'
import type { EngineName } from '../database/dialect.ts'
import type { Prepared, Workers } from '../isolation/workers.ts'
import type { AskedFields } from './contract.ts'
import { readDocumentMessage, type Utf8Document } from './prepared-document.ts'
import type { PreviewFields } from './previews.ts'
import type { ReservationFields } from './read-reservation.ts'

export interface PrepareImportOptions {
  readonly limits: ConversionLimits
  /** The engine that will index the page. */
  readonly engine: EngineName
  /** Hosts of the service: links to its own pages are kept without them. */
  readonly ownHosts?: readonly string[]
}

/** The same as long as only the hosts are known that the service is configured with. */
export interface ImportWorkOptions extends Omit<PrepareImportOptions, 'ownHosts'> {
  readonly ownHosts?: () => readonly string[]
}

/** Add the host that a request was sent to. */
export function withHost(
  { ownHosts = () => [], ...options }: ImportWorkOptions,
  host: string | undefined,
): PrepareImportOptions {
  return { ...options, ownHosts: [...ownHosts(), ...(host === undefined ? [] : [host])] }
}

/** The same, of the body of a request. */
export interface PrepareRequestOptions extends PrepareImportOptions {
  /** Whether the request may come again, and is to be known by its digest. */
  readonly isHashed: boolean
}

/** What an import asks for, beside the Markdown itself. */
export interface AskedImport {
  readonly fields: AskedFields
  /** Digest of all fields, the Markdown included, where it is wanted. */
  readonly requestHash?: string
}

export interface ImportWork {
  /** Parse, check and convert the body of an import. */
  prepareImport(
    body: Uint8Array,
    request: { readonly isHashed: boolean; readonly host?: string | undefined },
    signal?: AbortSignal,
  ): Prepared<AskedImport, Utf8Document>
  /** Parse and check the body of a request for reservations. */
  readReservation(body: Uint8Array, signal?: AbortSignal): Promise<ReservationFields>
  /** Parse and check the body of a request about a preview. */
  readPreview(body: Uint8Array, signal?: AbortSignal): Promise<PreviewFields>
}

/** Have imports prepared by workers. */
export function importWork(workers: Workers, options: ImportWorkOptions): ImportWork {
  return {
    prepareImport: (body, { isHashed, host }, signal) =>
      workers.prepare(
        'prepare-import',
        {
          value: { ...withHost(options, host), isHashed } satisfies PrepareRequestOptions,
          parts: [body],
          signal,
        },
        { asked: ({ value }) => value as AskedImport, result: readDocumentMessage },
      ),
    async readReservation(body, signal) {
      const call = { value: null, parts: [body], signal }
      const { value } = await workers.convert('read-reservation', call)
      return value as ReservationFields
    },
    async readPreview(body, signal) {
      const { value } = await workers.convert('read-preview', {
        value: null,
        parts: [body],
        signal,
      })
      return value as PreviewFields
    },
  }
}
