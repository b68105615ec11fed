/** Knows the drafts of a site that nobody can know of: their answers or their processes were lost. @module */
import type { ConfluenceSimulator } from '../confluence/simulator.ts'

export interface LooseDrafts {
  /** Look at what a request to make a page has made; `isLost` tells that nobody gets the answer. */
  onMade(isLost: boolean): void
  /** A process was killed; it had no time to note some of its drafts. */
  onKilled(named: ReadonlySet<string>): void
  /** List drafts that nothing in the store names, and why. */
  list(named: ReadonlySet<string>): { id: string; why: 'answer lost' | 'killed' | undefined }[]
}

/** Begin to look at the drafts of a site. */
export function looseDrafts(site: ConfluenceSimulator): LooseDrafts {
  const why = new Map<string, 'answer lost' | 'killed'>()
  let newest: string | undefined
  const unnamed = (named: ReadonlySet<string>): string[] =>
    site.pages().flatMap(({ id, status }) => (status === 'draft' && !named.has(id) ? [id] : []))
  return {
    onMade(isLost) {
      const made = site.pages().at(-1)?.id
      // Where the site refused it, the newest is one of before.
      if (isLost && made !== undefined && made !== newest) why.set(made, 'answer lost')
      newest = made
    },
    onKilled(named) {
      for (const id of unnamed(named)) if (!why.has(id)) why.set(id, 'killed')
    },
    list: (named) => unnamed(named).map((id) => ({ id, why: why.get(id) })),
  }
}
