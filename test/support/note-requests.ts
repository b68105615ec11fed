/** Notes the requests that this process makes over HTTP, also those that no service got to see. @module */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'

const channel = 'http.client.request.created'

/**
 * Note requests while something is done.
 * @param work What is done.
 * @returns What came of it, and the method and path of each request.
 */
export async function noteRequests<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly requests: readonly string[] }> {
  const requests: string[] = []
  const note = (message: unknown): void => {
    const { method, path } = (message as { readonly request: ClientRequest }).request
    requests.push(`${method} ${path.replace(/\?.*/, '')}`)
  }
  subscribe(channel, note)
  try {
    return { result: await work(), requests }
  } finally {
    unsubscribe(channel, note)
  }
}
