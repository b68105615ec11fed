/** Errors of the wiki's own API, in the shape that Confluence's clients read. @module */
import type { RequestError } from '../../contract/errors.ts'

export type HostApiErrorCode =
  | 'BAD_REQUEST'
  | 'INTERNAL_SERVER_ERROR'
  | 'INVALID_REQUEST_PARAMETER'
  | 'METHOD_NOT_ALLOWED'
  | 'NOT_FOUND'
  | 'SERVICE_UNAVAILABLE'
  | 'TOO_MANY_REQUESTS'
  | 'UNAUTHORIZED'

export class HostApiError extends Error {
  override readonly name = 'HostApiError'
  readonly status: 400 | 401 | 404 | 405 | 429 | 500 | 503
  readonly code: HostApiErrorCode

  constructor(status: HostApiError['status'], code: HostApiErrorCode, title: string) {
    super(title)
    this.status = status
    this.code = code
  }

  get key(): string {
    return this.code.toLowerCase().replaceAll('_', '-')
  }
}

/** Also for things that the caller may not see. */
export function notFound(): HostApiError {
  return new HostApiError(404, 'NOT_FOUND', 'Not Found')
}

export function invalidRequest(title: string): HostApiError {
  return new HostApiError(400, 'BAD_REQUEST', title)
}

/** The message is Confluence's. */
export function wrongType(name: string, value: string): HostApiError {
  const title = `Provided value {${value.slice(0, 60)}} for '${name}' is not the correct type. Expected type is long.`
  return new HostApiError(400, 'INVALID_REQUEST_PARAMETER', title)
}

export function fromRequestError(error: RequestError): HostApiError {
  switch (error.status) {
    case 401:
      return new HostApiError(401, 'UNAUTHORIZED', error.message)
    case 404:
      return notFound()
    case 429:
      return new HostApiError(429, 'TOO_MANY_REQUESTS', error.message)
    case 503:
      return new HostApiError(503, 'SERVICE_UNAVAILABLE', error.message)
    case 400:
      return invalidRequest(error.message)
    default:
      return new HostApiError(500, 'INTERNAL_SERVER_ERROR', error.message)
  }
}
