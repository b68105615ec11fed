/** A request that did not succeed: what went wrong, and what it means for the rest of a run. @module */
import type { ErrorKey, RefusingPage } from '../base/errors.ts'

/**
 * Kinds of failure: the service's own keys, and those of the way to it.
 * `no-connection` the service cannot be reached · `untrusted-certificate` its certificate is not
 * trusted · `timed-out` no answer in time · `bad-answer` what answered is no Markport service ·
 * `insecure-address` the token would go by plain http to another machine.
 */
export type FailureKey =
  | ErrorKey
  | 'no-connection'
  | 'untrusted-certificate'
  | 'timed-out'
  | 'bad-answer'
  | 'insecure-address'

/**
 * A request that did not succeed. Its message says what is wrong and what to do; its `key` is stable,
 * for programs.
 */
export class ImportError extends Error {
  override readonly name = 'ImportError'
  /** The kind of failure; a newer service may have kinds of its own. */
  readonly key: FailureKey | (string & {})
  /** The HTTP status; absent when there was no answer. */
  readonly status: number | undefined
  /** Names the request in the service's log; absent when the service did not answer. */
  readonly requestId: string | undefined
  /** The page that is there, where its text refuses to be written over. */
  readonly page: RefusingPage | undefined

  /**
   * @param key The stable word for programs.
   * @param message What is wrong, and what to do.
   * @param options The cause, and what is known of the answer.
   */
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
