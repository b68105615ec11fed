/** What a test file must leave behind: nothing that was begun, and no connection that somebody may close. @module */
import { Agent, setGlobalDispatcher } from 'undici'

type Release = () => Promise<void>

const ofFile: Release[] = []
let ofProcess: Release[] | undefined

export function releaseAfterFile(release: Release): void {
  ofFile.push(release)
}

/** Only in a process of several files: whoever keeps something for the next file must release it at the end. */
export function keepForNextFile(): { releaseAtEnd(release: Release): void } | undefined {
  const kept = ofProcess
  return kept && { releaseAtEnd: (release) => void kept.push(release) }
}

export function beginFiles(): void {
  ofProcess = []
}

export const endFile = (): Promise<void> => releaseAll(ofFile)
export const endFiles = (): Promise<void> => releaseAll(ofProcess ?? [])

async function releaseAll(releases: Release[]): Promise<void> {
  for (const release of releases.splice(0).reverse()) await release()
}

/** Uses a new connection for each request: servers close idle ones, which a busy machine would take for no answer. */
export function useFreshConnections(): void {
  setGlobalDispatcher(new Agent({ pipelining: 0 }))
}
