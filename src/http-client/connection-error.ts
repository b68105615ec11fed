/** Words what keeps a request from reaching the service. @module */
import { ImportError } from './import-error.ts'

const certificateCodes: ReadonlySet<string> = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/**
 * Turn what a request ended with into an error that says what to do.
 * @param cause What it ended with.
 * @param endpoint Where the request went.
 * @param timeoutMs The time it had.
 */
export function connectionError(cause: unknown, endpoint: string, timeoutMs: number): ImportError {
  const { host } = new URL(endpoint)
  if (cause instanceof Error && cause.name === 'TimeoutError') {
    const seconds = timeoutMs / 1_000
    return new ImportError(
      'timed-out',
      `${host} did not answer within ${seconds} s. Import again: only what is left is sent.`,
      { cause },
    )
  }
  const code = codeOf(cause)
  if (certificateCodes.has(code)) {
    return new ImportError(
      'untrusted-certificate',
      `The certificate of ${host} is not trusted (${code}). Set NODE_EXTRA_CA_CERTS to a PEM file with the authority that issued it.`,
      { cause },
    )
  }
  const advice =
    code === 'ENOTFOUND'
      ? 'Check the name in --endpoint.'
      : 'Check --endpoint and that the service runs, then import again: only what is left is sent.'
  return new ImportError('no-connection', `Cannot reach ${host} (${code}). ${advice}`, { cause })
}

/** Several addresses that were tried wrap the errors of their sockets. */
function codeOf(cause: unknown): string {
  let error = cause
  let message = String(cause)
  for (let depth = 0; depth < 4; depth += 1) {
    if (typeof error !== 'object' || error === null) break
    if ('code' in error && typeof error.code === 'string') return error.code
    if (error instanceof Error && error.message !== '') message = error.message
    error = (error as { cause?: unknown }).cause
  }
  return message
}
