/** Counts the requests that this process makes, also those that no service got to see. @module */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'

/**
 * Count requests while something is done.
 * @param work What is done.
 */
export async function countRequests(work: () => Promise<unknown>): Promise<number> {
  let requests = 0
  const note = (): void => {
    requests += 1
  }
  subscribe('undici:request:create', note)
  try {
    await work()
  } finally {
    unsubscribe('undici:request:create', note)
  }
  return requests
}
