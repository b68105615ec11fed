/** The host of an address as requests and options write it. @module */

export interface HostName {
  /** In lower case, without a last dot; IPv6 addresses stand in brackets. */
  readonly name: string
  /** Undefined where none is written. */
  readonly port: number | undefined
}

/**
 * Parse a `Host` header or what an option says in its place.
 * @param text A name or an IP address, and a port or none.
 * @returns Undefined when it is none, or spelled as no browser would: the same host in two
 * spellings is how checks are fooled.
 */
export function parseHostName(text: string): HostName | undefined {
  const [, written = '', port] =
    /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,255})(?::([0-9]{1,5}))?$/i.exec(text) ?? []
  const address = `http://${text}`
  if (written === '' || !URL.canParse(address)) return undefined
  const { hostname } = new URL(address)
  if (hostname !== written.toLowerCase()) return undefined
  return {
    name: hostname.replace(/\.$/, ''),
    port: port === undefined ? undefined : Number(port),
  }
}

/**
 * Tell whether a name means the machine that uses it: browsers ask nobody where these lead.
 * @param name As `parseHostName` gives it.
 */
export function isLoopbackName(name: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(name)
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/

/**
 * Tell whether only this machine can reach an address.
 * @param host A name or an IP address, without brackets.
 */
export function isLoopback(host: string): boolean {
  return loopback.test(host)
}

/**
 * Tell what is wrong with sending a request: every request that may carry a credential asks here.
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
 * @returns `undefined` where one may.
 */
export function addressProblem(url: string): string | undefined {
  const { protocol, hostname, host } = new URL(url)
  if (protocol === 'https:' || isLoopback(hostname.replace(/^\[|\]$/g, ''))) return undefined
  return `a token is sent to ${host} by https only: anybody on the way reads plain http`
}
