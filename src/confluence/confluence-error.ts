/** The errors of sites. @module */

/**
 * The kind of a site's error.
 * - `credential`: the credential or its rights are refused
 * - `not-found`: space, parent or page is missing or hidden from the account
 * - `title-taken`: a page of the space has this title
 * - `bad-request`: the page is refused; the message quotes why
 * - `removed`: the API no longer has this call; nothing was written
 * - `foreign`: a firewall, proxy or sign-in page answered instead
 * - `conflict`: somebody wrote another version, or the site is working on the page
 * - `unavailable`: the site cannot answer now; nothing was written
 * - `unknown`: a write may have been carried out
 */
export type ConfluenceErrorKind =
  | 'credential'
  | 'not-found'
  | 'title-taken'
  | 'bad-request'
  | 'removed'
  | 'foreign'
  | 'conflict'
  | 'unavailable'
  | 'unknown'

export class ConfluenceError extends Error {
  readonly kind: ConfluenceErrorKind
  readonly status: number | undefined
  /** Milliseconds, as the site asks. */
  readonly retryAfterMs: number | undefined
  /** Whether the site does not know the token, rather than refusing this request. */
  readonly isTokenRefused: boolean
  /** Whether a write may have been carried out. */
  readonly mayBeDone: boolean

  /** @param message The site's words, shortened; never a credential. */
  constructor(
    kind: ConfluenceErrorKind,
    message: string,
    options: {
      status?: number
      retryAfterMs?: number | undefined
      isTokenRefused?: boolean
      mayBeDone?: boolean
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'ConfluenceError'
    this.kind = kind
    this.status = options.status
    this.retryAfterMs = options.retryAfterMs
    this.isTokenRefused = options.isTokenRefused ?? false
    this.mayBeDone = options.mayBeDone ?? kind === 'unknown'
  }
}

export function isOfKind(
  error: unknown,
  ...kinds: readonly ConfluenceErrorKind[]
): error is ConfluenceError {
  return error instanceof ConfluenceError && kinds.includes(error.kind)
}

/** Tell whether the site cannot be asked now and nothing was written. */
export function isAway(error: unknown): boolean {
  return isOfKind(error, 'unavailable', 'foreign') && !error.mayBeDone
}

export function mayBeDone(error: unknown): boolean {
  return error instanceof ConfluenceError && error.mayBeDone
}

export function isNoWay(error: unknown): boolean {
  return isOfKind(error, 'bad-request', 'not-found', 'removed')
}
