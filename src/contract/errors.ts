/** The contract's error keys and statuses, and the error that reaches callers. @module */
import { shortened } from './base/visible-text.ts'
import { contractLimits } from './limits.ts'

export interface ErrorRow {
  readonly status: number
  /** Texts are Markdown. */
  readonly when: string
  readonly wayOut: string
  readonly tells?: 'undecidedUntil' | 'version' | 'page'
  readonly header?: 'WWW-Authenticate' | 'Allow' | 'ETag' | 'Retry-After'
}

/** Answers, docs and the OpenAPI document are made from this table. */
export const errorTable = {
  'bad-request': {
    status: 400,
    when: 'a field is missing, blank or of the wrong type; the body is no JSON object; the Markdown goes beyond a limit; a header cannot be used',
    wayOut: 'correct the request as `body` says',
  },
  'already-exists': {
    status: 400,
    when: 'the page is there, and `overwrite` is not `true` or the token may only create pages; with `pageId`, another page has this title under this parent',
    wayOut: 'send `overwrite: true`, or another title',
  },
  'belongs-to-another': {
    status: 400,
    when: '`source` is given, and another source keeps the page',
    wayOut: 'send another title or parent, or `takeOver: true` to take the page',
  },
  'edited-elsewhere': {
    status: 400,
    when: 'somebody edited the page since the last import, and the space refuses to overwrite edits (`space edits KEY refuse`); or only people wrote it, and the space is not set to `overwrite`',
    wayOut:
      'bring the edit into the Markdown with `markport pull`, or undo it; send another title, or have the space set with `markport space edits`',
    tells: 'page',
  },
  'comments-would-detach': {
    status: 400,
    when: 'an inline comment would lose the text it is about, and the space is connected with `--refuse-when-comments-would-detach`',
    wayOut: 'resolve the comment in Confluence, or keep that text',
  },
  unauthorized: {
    status: 401,
    when: 'the header is missing, the token is malformed, or it was deleted',
    wayOut: 'send `Authorization: Bearer TOKEN` with a valid token',
    header: 'WWW-Authenticate',
  },
  'license-expired': {
    status: 402,
    when: 'the token was created under an inactive license or in a trial that has ended, or a renewal is pending',
    wayOut: 'ask the administrator about the license',
  },
  forbidden: {
    status: 403,
    when: 'the signature is wrong, the token has expired, or it was issued in the future; or the token may only preview, or is limited to other sources',
    wayOut:
      'create a new token; check the clocks; import with `--preview`, or as a source that the token allows',
    header: 'WWW-Authenticate',
  },
  'not-found': {
    status: 404,
    when: 'space or parent is unknown, the parent is in the trash or in another space, `pageId` names neither a page there nor a reservation, or the token or its owner may not write there',
    wayOut: "check the ids, the token's spaces and the owner's access",
  },
  'method-not-allowed': {
    status: 405,
    when: 'another method than the address takes',
    wayOut: 'use the method that `Allow` names',
    header: 'Allow',
  },
  'precondition-failed': {
    status: 412,
    when: '`If-Match` names a version that the page does not have, or there is no page; or there is one, and `If-None-Match` says there must be none',
    wayOut: 'look at what has changed, and name the version in `ETag`',
    tells: 'version',
    header: 'ETag',
  },
  'payload-too-large': {
    status: 413,
    when: 'the request body is over its limit',
    wayOut: 'split the page',
  },
  misdirected: {
    status: 421,
    when: "the request names a host that is not this service's",
    wayOut:
      'use the address that the administrator gave; `--public-url` and `--allowed-host` add names',
  },
  'too-many-requests': {
    status: 429,
    when: 'too many imports of one token at once',
    wayOut: 'wait as `Retry-After` says',
    header: 'Retry-After',
  },
  'internal-error': {
    status: 500,
    when: 'our fault',
    wayOut: 'try again: it is safe',
  },
  unavailable: {
    status: 503,
    when: 'the store cannot take writes, too much is under way, or the service is stopping; or Confluence does not answer yet, or something before it answers: then the import goes on, and the same request finds it done',
    wayOut: 'wait as `Retry-After` says',
    tells: 'undecidedUntil',
    header: 'Retry-After',
  },
} as const satisfies Readonly<Record<string, ErrorRow>>

export type ErrorKey = keyof typeof errorTable

export interface RefusingPage {
  readonly id: string
  readonly url: string
}

export interface SentPlace {
  readonly spaceId: string
  readonly parentId: string
  readonly pageTitle: string
}

export class RequestError extends Error {
  readonly key: ErrorKey
  readonly retryAfterSeconds: number | undefined
  readonly field: string | undefined
  /** After this time the write can no longer happen. */
  readonly undecidedUntil: Date | undefined
  readonly version: number | undefined
  readonly page: RefusingPage | undefined
  /** The place named by a refused import, for the import log; not part of answers. */
  sent: SentPlace | undefined

  constructor(
    key: ErrorKey,
    message: string,
    options: {
      cause?: unknown
      retryAfterSeconds?: number | undefined
      field?: string | undefined
      undecidedUntil?: Date | undefined
      version?: number | undefined
      page?: RefusingPage
    } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : {})
    this.name = 'RequestError'
    this.key = key
    this.retryAfterSeconds = options.retryAfterSeconds
    this.field = options.field
    this.undecidedUntil = options.undecidedUntil
    this.version = options.version
    this.page = options.page
  }

  get status(): number {
    return errorTable[this.key].status
  }
}

/** A refusal as a plain value, because errors lose their class between threads and processes. */
export type Refusal = Pick<RequestError, 'key' | 'message' | 'field' | 'retryAfterSeconds' | 'sent'>

export function toRefusal(error: RequestError): Refusal {
  const { key, message, field, retryAfterSeconds, sent } = error
  return { key, message, field, retryAfterSeconds, sent }
}

export function wrongField(field: string, message: string, cause?: unknown): RequestError {
  return new RequestError(
    'bad-request',
    message,
    cause === undefined ? { field } : { field, cause },
  )
}

export function fromRefusal(refusal: Refusal): RequestError {
  const { key, message, sent, ...options } = refusal
  return Object.assign(new RequestError(key, message, options), { sent })
}

/** The engine could not take the transaction; nothing was written. */
export class DatabaseUnavailableError extends Error {
  override readonly name: string = 'DatabaseUnavailableError'
}

/** The engine could not confirm a commit: it may or may not have happened. */
export class UnknownOutcomeError extends Error {
  override readonly name = 'UnknownOutcomeError'
  /** When it can no longer happen, by `performance.now()`; undefined when unknown. */
  readonly untilMs: number | undefined

  constructor(message: string, options: { cause?: unknown; untilMs?: number } = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : {})
    this.untilMs = options.untilMs
  }
}

export function errorBody({ message }: Error): string {
  return shortened(`Error: ${message}`, contractLimits.maxMessageLength)
}

export function toRequestError(error: unknown): RequestError {
  if (error instanceof RequestError) return error
  if (error instanceof DatabaseUnavailableError) {
    return new RequestError(
      'unavailable',
      'The store cannot take writes at the moment; nothing was written. Try again.',
      { cause: error, retryAfterSeconds: 2 },
    )
  }
  if (error instanceof UnknownOutcomeError) return ofUnknownOutcome(error)
  return new RequestError(
    'internal-error',
    'Something went wrong on our side; it is safe to try again.',
    { cause: error },
  )
}

function ofUnknownOutcome(error: UnknownOutcomeError): RequestError {
  const { untilMs } = error
  const undecidedUntil =
    untilMs === undefined ? undefined : new Date(Date.now() + untilMs - performance.now())
  const certainty =
    undecidedUntil && ` What had not happened by ${undecidedUntil.toISOString()} never will.`
  return new RequestError(
    'unavailable',
    `The store did not confirm the write: it may or may not have happened.${certainty ?? ''} Try again, with the same Idempotency-Key if you sent one.`,
    { cause: error, retryAfterSeconds: 2, undecidedUntil },
  )
}
