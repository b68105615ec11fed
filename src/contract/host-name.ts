/** Hosts in requests and options. @module */

export interface HostName {
  /** In lower case, without a trailing dot; IPv6 addresses are in brackets. */
  readonly name: string
  readonly port: number | undefined
}

/**
 * A `Host` header, or an option of that form.
 * @returns Undefined for invalid hosts, and for spellings that no browser uses, because they could
 * bypass checks.
 */
export function parseHostName(text: string): HostName | undefined {
  const [, hostText = '', port] =
    /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,255})(?::([0-9]{1,5}))?$/i.exec(text) ?? []
  const address = `http://${text}`
  if (hostText === '' || !URL.canParse(address)) return undefined
  const { hostname } = new URL(address)
  if (hostname !== hostText.toLowerCase()) return undefined
  return {
    name: hostname.replace(/\.$/, ''),
    port: port === undefined ? undefined : Number(port),
  }
}

/**
 * Browsers do not look such names up.
 * @param name As `parseHostName` returns it.
 */
export function isLoopbackName(name: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(name)
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/

export function isLoopback(host: string): boolean {
  return loopback.test(host)
}

/**
 * Why a request would expose its credential. Every request that may carry one must be checked with
 * this.
 */
export function credentialProblem(
  url: string,
  headers: Readonly<Record<string, string>>,
): string | undefined {
  const names = Object.keys(headers).map((name) => name.toLowerCase())
  return names.includes('authorization') ? addressProblem(url) : undefined
}

export function addressProblem(url: string): string | undefined {
  const { protocol, hostname, host } = new URL(url)
  if (protocol === 'https:' || isLoopback(hostname.replace(/^\[|\]$/g, ''))) return undefined
  return `a token is sent to ${host} by https only: anybody on the way reads plain http`
}
