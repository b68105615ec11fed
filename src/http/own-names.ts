/** Accepts only requests for this service's names, against DNS rebinding. @module */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { RequestError } from '../contract/errors.ts'
import { type HostName, isLoopbackName, parseHostName } from '../contract/host-name.ts'

export interface OwnNames {
  readonly host: string
  readonly publicUrl: string | undefined
  readonly allowedHosts: readonly string[]
}

/** Probes may use any name: they learn only that the service is there. */
const openToAll: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz'])
const everyAddress: ReadonlySet<string> = new Set(['0.0.0.0', '[::]'])

/** @returns A check that returns what is wrong with a request's host, if anything. */
export function checkHosts(own: OwnNames): (request: IncomingMessage) => RequestError | undefined {
  const listening = parseHostName(bracketed(own.host))
  const publicHost = own.publicUrl && parseHostName(new URL(own.publicUrl).hostname)
  const allowed = [listening, publicHost, ...own.allowedHosts.map(parseHostName)].flatMap(
    (host) => host || [],
  )
  const isEverywhere = listening !== undefined && everyAddress.has(listening.name)
  const isOurs = (host: HostName, socket: Socket): boolean => {
    if (allowed.some((one) => covers(one, host))) return true
    const local = bracketed(socket.localAddress ?? '')
    // Containers forward a port of their host: there the client's loopback is not ours.
    if (isLoopbackName(host.name)) return isEverywhere || isLoopbackName(local)
    return host.name === local
  }
  const parse = rememberLast(parseHostName)
  return (request) => {
    const hosts = addressedTo(request, parse)
    if (typeof hosts === 'string') return new RequestError('bad-request', hosts)
    if (openToAll.has(request.url)) return undefined
    if (hosts.every((host) => isOurs(host, request.socket))) return undefined
    return new RequestError(
      'misdirected',
      'this host name is none of this service. Use the address that `markport serve` prints; --public-url and --allowed-host give it further names.',
    )
  }
}

/** Ports are compared only if one was configured, because forwarded ports differ. */
function covers(one: HostName, { name, port }: HostName): boolean {
  if (one.name !== name) return false
  const isDefault = port === undefined && (one.port === 80 || one.port === 443)
  return one.port === undefined || one.port === port || isDefault
}

/** Nearly all requests name the same host. */
function rememberLast<Result>(make: (text: string) => Result): (text: string) => Result {
  let last: { readonly text: string; readonly result: Result } | undefined
  return (text) => {
    if (last?.text !== text) last = { text, result: make(text) }
    return last.result
  }
}

/** The requested hosts, or what is wrong with them. */
function addressedTo(
  { rawHeaders, url = '', httpVersion }: IncomingMessage,
  parse: typeof parseHostName,
): HostName[] | string {
  const written = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host',
  )
  if (written.length > 1) return 'there must be one Host header, got several.'
  // HTTP/1.0 probes send none, and browsers do not use HTTP/1.0.
  if (written.length === 0 && httpVersion !== '1.0') return 'the Host header is missing.'
  // RFC 9112 §3.2.2: a target in absolute form takes precedence over the header.
  if (!url.startsWith('/')) {
    const [, authority] = /^https?:\/\/([^/?#]*)/.exec(url) ?? []
    if (authority === undefined) return 'the request target must be a path or an http address.'
    written.push(authority)
  }
  if (url.split('?', 1)[0]?.includes('\\')) return 'the path must hold no backslash.'
  const hosts = written.flatMap((text) => parse(text) ?? [])
  if (hosts.length < written.length) return 'the Host header must be a name and perhaps a port.'
  return hosts
}

/** The form of an address in a URL; IPv4 in IPv6 becomes IPv4. */
function bracketed(address: string): string {
  const plain = address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '')
  return plain.includes(':') ? new URL(`http://[${plain}]`).hostname : plain
}
