/** The import of one page, from the body of a request on: by HTTP, by the form, and by agents. @module */
import { RequestError } from '../contract/errors.ts'
import { contractLimits } from '../contract/limits.ts'
import type { AskedImport, ImportWork } from './import-work.ts'
import {
  type Idempotency,
  type ImportCaller,
  type ImportDependencies,
  type Imported,
  runImport,
} from './run-import.ts'
import { asUnwantedPage, readIfMatch, readIfNoneMatch } from './version-condition.ts'

export interface ImportByRequestDependencies extends ImportDependencies {
  readonly workers: Pick<ImportWork, 'prepareImport'>
}

/** A request as it was sent: nothing of it is checked yet. */
export interface ImportRequest {
  /** JSON with the fields of the operation. */
  readonly body: Uint8Array
  /** The host that the request names; links to it are links to this wiki. */
  readonly host?: string | undefined
  readonly ifMatch?: string | undefined
  readonly ifNoneMatch?: string | undefined
  /** Each `Idempotency-Key` that was sent. */
  readonly idempotencyKeys?: readonly string[]
  /** Aborted when the client has disconnected. */
  readonly signal: AbortSignal
}

/**
 * Import a page, or with `dryRun` tell what that would do.
 * @param caller Who imports; authenticated and admitted.
 * @throws {RequestError} What keeps it from being imported.
 * @throws {UnknownOutcomeError} When the page may or may not have been saved.
 */
export async function importByRequest(
  dependencies: ImportByRequestDependencies,
  request: ImportRequest,
  caller: Omit<ImportCaller, 'ifMatch' | 'hasLeft' | 'idempotencyOf'>,
): Promise<Imported> {
  const { body, host, idempotencyKeys = [], signal } = request
  const ifMatch = readIfMatch(request.ifMatch)
  const isNew = readIfNoneMatch(request.ifNoneMatch)
  const isHashed = idempotencyKeys.length > 0
  const prepared = dependencies.workers.prepareImport(body, { isHashed, host }, signal)
  try {
    return await runImport(dependencies, prepared, {
      ...caller,
      isCreateOnly: caller.isCreateOnly || isNew,
      ifMatch,
      hasLeft: () => signal.aborted,
      idempotencyOf: (asked) => readIdempotency(request, asked),
    })
  } catch (error) {
    throw isNew ? asUnwantedPage(error) : error
  }
}

/** A second or invalid key is refused. */
function readIdempotency(
  { idempotencyKeys = [], ifMatch, ifNoneMatch }: ImportRequest,
  { requestHash }: AskedImport,
): Idempotency | undefined {
  const [key, ...others] = idempotencyKeys
  if (key === undefined || requestHash === undefined) return undefined
  const { maxIdempotencyKeyLength } = contractLimits
  if (others.length > 0 || key === '' || key.length > maxIdempotencyKeyLength) {
    throw new RequestError(
      'bad-request',
      `Idempotency-Key must be sent once, with 1 to ${maxIdempotencyKeyLength} characters.`,
    )
  }
  const conditions = [ifMatch, ifNoneMatch && 'new']
  return { key, requestHash: [requestHash, ...conditions].filter(Boolean).join(' ') }
}
