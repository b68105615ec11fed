/** Finds the endpoint of a service: docs/api.md, "Discovery". @module */
import type { DiscoveryAnswer } from '../../contract/answers.ts'
import { isLoopbackName } from '../../contract/base/hosts.ts'
import { discoveryPath } from '../../contract/paths.ts'
import type { Patience } from './connection.ts'
import { ImportError } from './import-error.ts'
import { sendRequest } from './send-request.ts'

const maxAnswerBytes = 16 * 1024

/**
 * Find the endpoint, without a token and without following redirects.
 * @param address The endpoint itself, or any address of the service.
 * @throws {ImportError} When no service names its endpoint, or the endpoint is at another address.
 */
export async function findEndpoint(address: string, patience: Patience): Promise<string> {
  const { origin, pathname } = new URL(address)
  if (/\/webtrigger\/?$/.test(pathname)) return address
  const url = origin + discoveryPath
  const request = { url, method: 'GET', maxAnswerBytes } as const
  const { status, text } = await sendRequest(patience, request)
  const endpoint = status === 200 ? readEndpoint(text) : undefined
  if (endpoint === undefined) {
    throw new ImportError(
      'bad-answer',
      `No Markport service says where its endpoint is: ${url} answered ${status}${status === 200 ? ' with something else' : ''}. Check --endpoint, or give the whole endpoint, as \`markport serve\` prints it.`,
      { status },
    )
  }
  if (isSamePlace(endpoint, new URL(origin))) return endpoint.href
  // Whoever answers here must not name another server, which would then receive the token.
  throw new ImportError(
    'bad-answer',
    `${url} names an endpoint at another address, ${endpoint.origin}. The token is not sent there unasked: give the whole endpoint as --endpoint, ${endpoint.href} if that is right.`,
  )
}

function readEndpoint(text: string): URL | undefined {
  try {
    const { endpoint } = JSON.parse(text) as Partial<DiscoveryAnswer>
    const url = new URL(String(endpoint))
    return url.username || url.password ? undefined : url
  } catch {
    return undefined
  }
}

/** All names of the loopback interface count as one. */
function isSamePlace(first: URL, second: URL): boolean {
  const isHere = isLoopbackName(first.hostname) && isLoopbackName(second.hostname)
  return isHere
    ? first.protocol === second.protocol && first.port === second.port
    : first.origin === second.origin
}
