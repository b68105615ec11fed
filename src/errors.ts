/** The keys of the contract and the HTTP status of each; the one error that reaches callers. @module */

export const statusOfKey = {
  'bad-request': 400,
  'already-exists': 400,
  unauthorized: 401,
  'license-expired': 402,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'payload-too-large': 413,
  'too-many-requests': 429,
  'internal-error': 500,
  unavailable: 503,
} as const

export type ErrorKey = keyof typeof statusOfKey

/** A refusal that the caller is told of, with the contract's key. */
export class RequestError extends Error {
  readonly key: ErrorKey
  readonly retryAfterSeconds: number | undefined

  /**
   * @param key The stable word for programs.
   * @param message What is wrong, which field, and what to do.
   * @param options The cause, and when to try again (429 and 503).
   */
  constructor(
    key: ErrorKey,
    message: string,
    options: { cause?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : {})
    this.name = 'RequestError'
    this.key = key
    this.retryAfterSeconds = options.retryAfterSeconds
  }

  get status(): number {
    return statusOfKey[this.key]
  }
}
