/** Requests that no connection carries which somebody else may be about to close. @module */
import { Agent, setGlobalDispatcher } from 'undici'

/** Uses a new connection for each request: servers close idle ones, which a busy machine would take for no answer. */
export function useFreshConnections(): void {
  setGlobalDispatcher(new Agent({ pipelining: 0 }))
}
