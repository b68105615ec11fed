/** Compares how pages stand at a site with the places that imports gave them. @module */
import type { ConfluenceSimulator } from '../confluence/simulator.ts'
import type { DeliveryFaultsReport } from './report.ts'
import type { TrialPage } from './trial-imports.ts'

/** Look for pages that stand elsewhere than they are to; those that nobody gave a place stand anywhere. */
export function examineOrder(
  site: ConfluenceSimulator,
  pages: readonly TrialPage[],
  report: DeliveryFaultsReport,
): void {
  const places = new Map(pages.map(({ id, position }) => [id, position]))
  const stand = site.children(site.homepageId).flatMap(({ id }) => places.get(id) ?? [])
  report.ordered += stand.length
  if (stand.some((position, index) => position < (stand[index - 1] ?? 0)))
    report.wrong.push(`pages stand at ${stand.join()}`)
}
