/** What it means that no whole answer came from a site. @module */
import { WireError } from '../../base/wire.ts'
import { ConfluenceError } from '../site.ts'

/** Another attempt would end alike. */
const lastingCodes: ReadonlySet<string> = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ENOTFOUND',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'STOPPED',
  'TOO-LARGE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNKNOWN-ENCODING',
])

/**
 * Read what a request ended with in place of an answer.
 * @param cause What it was.
 * @param host Where it was to go.
 * @param isWrite Whether it was to change something.
 * @returns The error, and whether another attempt may go better.
 */
export function readWireError(
  cause: unknown,
  host: string,
  isWrite: boolean,
): { readonly error: ConfluenceError; readonly isPassing: boolean } {
  const { code, isSent } = cause instanceof WireError ? cause : new WireError('ERROR', false)
  return {
    error: new ConfluenceError(isWrite && isSent ? 'unknown' : 'unavailable', inWords(code, host)),
    isPassing: !lastingCodes.has(code),
  }
}

function inWords(code: string, host: string): string {
  if (code === 'TIMEOUT') return `${host} did not answer in time.`
  if (code === 'STOPPED') return `The request to ${host} was ended, since Markport stops.`
  if (code === 'TOO-LARGE') return `${host} answered too much.`
  if (code === 'UNKNOWN-ENCODING') return `${host} answered in a form that nobody asked for.`
  if (code === 'ENOTFOUND') return `There is no ${host}. Check the address.`
  if (code.includes('CERT') || code.includes('VERIFY')) {
    return `The certificate of ${host} is not trusted (${code}). Set NODE_EXTRA_CA_CERTS to a PEM file with the authority that issued it.`
  }
  return `The connection to ${host} failed (${code}).`
}
