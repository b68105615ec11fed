/** Notes the requests that this process makes over HTTP, also those that no service got to see. @module */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'

const channel = 'http.client.request.created'

export async function noteRequests<Result>(
  work: () => Promise<Result>,
  endpoint?: string,
): Promise<{ readonly result: Result; readonly requests: readonly string[] }> {
  const host = endpoint && new URL(endpoint).host
  const requests: string[] = []
  const note = (message: unknown): void => {
    const { request } = message as { readonly request: ClientRequest }
    const { method, path } = request
    if (host !== undefined && request.getHeader('host') !== host) return
    requests.push(`${method} ${path.replace(/\?.*/, '')}`)
  }
  subscribe(channel, note)
  try {
    return { result: await work(), requests }
  } finally {
    unsubscribe(channel, note)
  }
}
