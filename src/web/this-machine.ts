/** Tells who sits at this machine from who comes through something that stands before it. @module */
import type { Context } from 'hono'
import { isLoopbackName, parseHostName } from '../config/host-name.ts'
import type { WebScope } from './web-scope.ts'

/** What proxies and tunnels add, whatever they were told of this service. */
const forwarding =
  /^(?:forwarded|via|x-forwarded-.*|x-original-.*|x-real-ip|x-(?:cluster-)?client-ip|true-client-ip|(?:cf|fastly|fly)-.*)$/

/**
 * Find out whether a request was made at this machine, for it. A proxy that nobody told the service
 * of connects from here as well; it gives itself away by its headers, or by HTTP/1.0, which nginx
 * speaks unless told otherwise and no browser does.
 * @param c The request.
 */
export function isFromThisMachine(c: Context<WebScope>): boolean {
  const { socket, headers, httpVersion } = c.env.incoming
  const host = parseHostName(headers.host ?? '')
  return (
    isLoopbackAddress(socket.remoteAddress ?? '') &&
    httpVersion !== '1.0' &&
    host !== undefined &&
    isLoopbackName(host.name) &&
    !Object.keys(headers).some((name) => forwarding.test(name))
  )
}

function isLoopbackAddress(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address)
}
