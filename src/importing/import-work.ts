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
    request: Pick<PrepareRequestOptions, 'isHashed'>,
    signal?: AbortSignal,
  ): Prepared<AskedImport, Utf8Document>
  /** Parse and check the body of a request for reservations. */
  readReservation(body: Uint8Array, signal?: AbortSignal): Promise<ReservationFields>
  /** Parse and check the body of a request about a preview. */
  readPreview(body: Uint8Array, signal?: AbortSignal): Promise<PreviewFields>
}

/** Have imports prepared by workers. */
export function importWork(workers: Workers, options: PrepareImportOptions): ImportWork {
  return {
    prepareImport: (body, request, signal) =>
      workers.prepare(
        'prepare-import',
        {
          value: { ...options, ...request } satisfies PrepareRequestOptions,
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
