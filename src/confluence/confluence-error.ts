/** What sites answer instead of what they were asked for. @module */

/**
 * What a site answered instead.
 * - `credential`: it refuses the credential, or what the credential may do
 * - `not-found`: space, parent or page is missing there, or closed to the account
 * - `title-taken`: a page of the space has this title
 * - `bad-request`: it refuses the page; the message quotes why
 * - `removed`: it serves this call no more, for nobody; nothing was written
 * - `foreign`: something before it answered in its place, such as a firewall, a proxy or a page for
 *   signing in
 * - `conflict`: somebody wrote another version, or it is at work on the page itself
 * - `unavailable`: it cannot answer at the moment; nothing was written
 * - `unknown`: it may have carried out the write or not
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

/** The one error of a site. */
export class ConfluenceError extends Error {
  readonly kind: ConfluenceErrorKind
  /** HTTP status; undefined when no answer came. */
  readonly status: number | undefined
  /** How long the site asks to be left alone. */
  readonly retryAfterMs: number | undefined
  /** Whether the site takes the token for nobody's, and does not just refuse this request. */
  readonly isTokenRefused: boolean
  /** Whether it is not known if a write was carried out. */
  readonly mayBeDone: boolean

  /** @param message What the site said, shortened; never a credential. */
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

/** Tell what an error is: one of a site's, and one of some kinds. */
export function isOfKind(
  error: unknown,
  ...kinds: readonly ConfluenceErrorKind[]
): error is ConfluenceError {
  return error instanceof ConfluenceError && kinds.includes(error.kind)
}

/** Tell whether a site cannot be asked at the moment, and nothing was written. */
export function isAway(error: unknown): boolean {
  return isOfKind(error, 'unavailable', 'foreign') && !error.mayBeDone
}

/** Tell whether a write may have been carried out or not: whoever sent it has to look. */
export function mayBeDone(error: unknown): boolean {
  return error instanceof ConfluenceError && error.mayBeDone
}

/** Tell whether a site does not do something at all, so that only another way can lead there. */
export function isNoWay(error: unknown): boolean {
  return isOfKind(error, 'bad-request', 'not-found', 'removed')
}
