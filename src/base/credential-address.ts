/** Where credentials may be sent: by TLS, or to this machine. @module */
import { isLoopback } from './host-name.ts'

/**
 * Tell what is wrong with sending a request: every request that may carry a credential asks here.
 * @param url Where it goes.
 * @param headers What it carries.
 * @returns `undefined` where nothing is.
 */
export function credentialProblem(
  url: string,
  headers: Readonly<Record<string, string>>,
): string | undefined {
  const names = Object.keys(headers).map((name) => name.toLowerCase())
  return names.includes('authorization') ? addressProblem(url) : undefined
}

/**
 * Tell why no credential may go to an address.
 * @param url The address.
 * @returns `undefined` where one may.
 */
export function addressProblem(url: string): string | undefined {
  const { protocol, hostname, host } = new URL(url)
  if (protocol === 'https:' || isLoopback(hostname.replace(/^\[|\]$/g, ''))) return undefined
  return `a token is sent to ${host} by https only: anybody on the way reads plain http`
}
