/** Names of hosts, and which addresses are of the internet, a private network or this machine. @module */
import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import { BlockList, isIP } from 'node:net'

/**
 * https://www.iana.org/assignments/iana-ipv4-special-registry, and the same for IPv6. 168.63.129.16
 * is an internal service of Azure:
 * https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
 */
const privateRanges = blockList(
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '168.63.129.16/32 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
  '2001::/23 2001:db8::/32 2002::/16 3fff::/20',
)
/** https://www.iana.org/assignments/ipv6-unicast-address-assignments */
const allocatedRanges = blockList('2000::/3')

function blockList(...lines: readonly string[]): BlockList {
  const list = new BlockList()
  for (const subnet of lines.join(' ').split(' ')) {
    const [network = '', bits] = subnet.split('/')
    list.addSubnet(network, Number(bits), isIP(network) === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}

/** IPv4 addresses translated by DNS64: RFC 6052 §2.1. */
const dns64Range = blockList('64:ff9b::/96')

/** @param address An IP address, without brackets. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !privateRanges.check(address, 'ipv4')
  if (dns64Range.check(address, 'ipv6')) return isPublicAddress(lastAsIpv4(address))
  return allocatedRanges.check(address, 'ipv6') && !privateRanges.check(address, 'ipv6')
}

function lastAsIpv4(address: string): string {
  const { hostname } = new URL(`http://[${address}]`)
  const [high = 0, low = 0] = hostname
    .slice(1, -1)
    .replace('::', ':0:')
    .split(':')
    .slice(-2)
    .map((group) => Number.parseInt(group || '0', 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** Names must be looked up first, and loopback does not count as private. */
export function isPrivateAddress(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  return isIP(host) > 0 && !isLoopback(host) && !isPublicAddress(host)
}

/** Undefined for what is no address of a web page, or holds a user or password. */
export function webUrl(text: string): URL | undefined {
  const url = URL.parse(text)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  return isWeb && url.username === '' && url.password === '' ? url : undefined
}

type LookupCallback = (
  error: Error | null,
  addresses: string | LookupAddress[],
  family?: number,
) => void

/**
 * A look-up for connections that fails if any address of the name is private. The connection uses
 * these very addresses, so a later change of the name does not matter.
 */
export function lookUpPublic(name: string, options: LookupOptions, done: LookupCallback): void {
  lookup(name, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return done(error, [])
    const isOpen = isLoopback(name) || addresses.every(({ address }) => isPublicAddress(address))
    if (!isOpen) return done(Object.assign(new Error(name), { code: 'PRIVATE-ADDRESS' }), [])
    const [first] = addresses
    if (options.all || first === undefined) return done(null, addresses)
    done(null, first.address, first.family)
  })
}

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
