/** Tells clients apart by their network, for counting wrong passwords and for audit records. @module */
import { isIPv6 } from 'node:net'
import type { Context } from 'hono'
import type { WebScope } from '../web-scope.ts'

/**
 * Find the network that a request comes from: an IPv4 address, or an IPv6 /64.
 * @param isBehindProxy Whether a proxy of the operator's adds the client to X-Forwarded-For.
 */
export function clientAddress(c: Context<WebScope>, isBehindProxy: boolean): string {
  const socketAddress = c.env.incoming.socket.remoteAddress ?? ''
  // What stands before the last entry was sent by the client, who can write anything there.
  const forwarded = c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim()
  return network(isBehindProxy && forwarded ? forwarded : socketAddress)
}

/** One customer has a whole /64 of IPv6 addresses, so these count as one. */
function network(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail = ''] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = address.includes('::') ? 8 - groups.length - tail.split(':').length : 0
  const first = [...groups, ...Array<string>(Math.max(0, missing)).fill('0')].slice(0, 4)
  return `${first.join(':')}::/64`
}
