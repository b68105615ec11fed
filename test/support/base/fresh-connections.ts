/** Requests that no connection carries which somebody else may be about to close. @module */
import { Agent, setGlobalDispatcher } from 'undici'

/**
 * Have `fetch` take a connection of its own for each request. A server ends one that nothing uses: a client
 * that a busy machine keeps from its next request would meet it, and take it for no answer.
 */
export function useFreshConnections(): void {
  setGlobalDispatcher(new Agent({ pipelining: 0 }))
}
