/** Why an import failed, with a stable key and words for people. @module */
import type { ErrorKey, RefusingPage } from '../../contract/errors.ts'

/**
 * The service's own keys, and failures on the way to it: `no-connection` cannot be reached,
 * `untrusted-certificate`, `timed-out`, `bad-answer` not a Markport service, `insecure-address` the
 * token would go over plain http.
 */
export type FailureKey =
  | ErrorKey
  | 'no-connection'
  | 'untrusted-certificate'
  | 'timed-out'
  | 'bad-answer'
  | 'insecure-address'

/** A failed request. The message says what is wrong and what to do; the `key` is stable. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
  /** A newer service may send further keys. */
  readonly key: FailureKey | (string & {})
  /** The HTTP status; undefined without an answer. */
  readonly status: number | undefined
  /** Identifies the request in the service's log; undefined without an answer. */
  readonly requestId: string | undefined
  /** The existing page, where the service refuses to overwrite it. */
  readonly page: RefusingPage | undefined

  constructor(
    key: FailureKey | (string & {}),
    message: string,
    options: {
      cause?: unknown
      status?: number
      requestId?: string
      page?: RefusingPage | undefined
    } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : {})
    this.key = key
    this.status = options.status
    this.requestId = options.requestId
    this.page = options.page
  }
}

/** Turn a failed request into undefined, where the run can go on without the answer. */
export async function unlessFailed<Result>(answer: Promise<Result>): Promise<Result | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ImportError) return undefined
    throw error
  }
}
