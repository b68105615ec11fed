/** What a test file must leave behind: nothing that was begun, and no connection that somebody may close. @module */
import { Agent, setGlobalDispatcher } from 'undici'

const releases: (() => Promise<void>)[] = []

export function releaseAfterFile(release: () => Promise<void>): void {
  releases.push(release)
}

export async function releaseAll(): Promise<void> {
  for (const release of releases.splice(0).reverse()) await release()
}

/** Uses a new connection for each request: servers close idle ones, which a busy machine would take for no answer. */
export function useFreshConnections(): void {
  setGlobalDispatcher(new Agent({ pipelining: 0 }))
}
