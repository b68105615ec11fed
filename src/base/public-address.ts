/** Which addresses anybody on the internet can mean, and which only those of a network of their own. @module */
import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import { BlockList, isIP } from 'node:net'
import { isLoopback } from './host-name.ts'

/**
 * https://www.iana.org/assignments/iana-ipv4-special-registry, and its like for IPv6. 168.63.129.16 is a
 * service of Azure's own machines: https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
 */
const notPublic = blockList(
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '168.63.129.16/32 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
  '2001::/23 2001:db8::/32 2002::/16 3fff::/20',
)
/** Of IPv6 only what is given out: https://www.iana.org/assignments/ipv6-unicast-address-assignments. */
const givenOut = blockList('2000::/3')

function blockList(...lines: readonly string[]): BlockList {
  const list = new BlockList()
  for (const subnet of lines.join(' ').split(' ')) {
    const [network = '', bits] = subnet.split('/')
    list.addSubnet(network, Number(bits), isIP(network) === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}

/** Where DNS64 puts the IPv4 addresses of names that have no other: RFC 6052 §2.1. */
const translated = blockList('64:ff9b::/96')

/** Tell whether an IP address is one of the internet. */
function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !notPublic.check(address, 'ipv4')
  if (translated.check(address, 'ipv6')) return isPublic(lastAsIpv4(address))
  return givenOut.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}

/** Give the last 32 bits of an IPv6 address, whichever way it is written, as an IPv4 address. */
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

/**
 * Tell whether the host of an address is an IP address of a private network; names tell only once they
 * are looked up, and this machine is no network.
 * @param url The address.
 */
export function isPrivateAddress(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  return isIP(host) > 0 && !isLoopback(host) && !isPublic(host)
}

type LookedUp = (error: Error | null, found: string | LookupAddress[], family?: number) => void

/**
 * Look a name up for a connection, as Node does, and give none of its addresses where any is private:
 * what was looked up is what is connected to, whatever the name means a moment later.
 */
export function lookUpPublic(name: string, options: LookupOptions, done: LookedUp): void {
  lookup(name, { ...options, all: true }, (error, found) => {
    if (error !== null) return done(error, [])
    const isOpen = isLoopback(name) || found.every(({ address }) => isPublic(address))
    if (!isOpen) return done(Object.assign(new Error(name), { code: 'PRIVATE-ADDRESS' }), [])
    const [first] = found
    if (options.all || first === undefined) return done(null, found)
    done(null, first.address, first.family)
  })
}
