/** Knows the drafts of a site that nobody can know of: their answers or their processes were lost. @module */
import type { ConfluenceSimulator } from '../confluence/simulator.ts'

export interface LooseDrafts {
  onMade(isLost: boolean): void
  onKilled(named: ReadonlySet<string>): void
  list(named: ReadonlySet<string>): { id: string; why: 'answer lost' | 'killed' | undefined }[]
}

export function looseDrafts(site: ConfluenceSimulator): LooseDrafts {
  const why = new Map<string, 'answer lost' | 'killed'>()
  let newest: string | undefined
  const unnamed = (named: ReadonlySet<string>): string[] =>
    site.pages().flatMap(({ id, status }) => (status === 'draft' && !named.has(id) ? [id] : []))
  return {
    onMade(isLost) {
      const made = site.pages().at(-1)?.id
      // If the site refused it, the newest draft is an older one.
      if (isLost && made !== undefined && made !== newest) why.set(made, 'answer lost')
      newest = made
    },
    onKilled(named) {
      for (const id of unnamed(named)) if (!why.has(id)) why.set(id, 'killed')
    },
    list: (named) => unnamed(named).map((id) => ({ id, why: why.get(id) })),
  }
}
