/** The end of a campaign: a day goes by, and nothing is left of what was reserved. @module */
import { openSite } from '../../../src/confluence/open-site.ts'
import { connectedSites } from '../../../src/delivery/connections/connected-site.ts'
import { remoteReservations } from '../../../src/delivery/reservations/reservations.ts'
import type { ConfluenceSimulator } from '../confluence/simulator.ts'
import { dayMs } from '../prepared-store.ts'
import type { FaultyService } from './faulty-service.ts'
import { type FaultySite, noFaults } from './faulty-site.ts'
import type { LooseDrafts } from './loose-drafts.ts'
import type { DeliveryFaultsReport } from './report.ts'

/** Before that all goes well. */
const faultyRounds = 3

/**
 * Put the clock on, and remove drafts: first while the site fails, then while it does not.
 * @param site The site, and what gives it its faults.
 */
export async function letReservationsLapse(
  { site, faulty }: { site: ConfluenceSimulator; faulty: FaultySite },
  service: FaultyService,
  drafts: LooseDrafts,
  report: DeliveryFaultsReport,
): Promise<void> {
  let days = 1
  const clock = (): Date => new Date(Date.now() + days * (dayMs + 60_000))
  const reservations = remoteReservations(service.store.database, clock)
  const openConnected = connectedSites(
    () =>
      openSite({
        ...{ kind: site.kind, address: { baseUrl: site.baseUrl, cloudId: undefined } },
        readCredential: async () => ({ email: site.email, token: site.token }),
        patience: { maxReads: 1 },
      }),
    clock,
    service.installation,
  )
  const before = await service.drafts()
  for (let round = 0; round <= faultyRounds; round++) {
    faulty.plan(round < faultyRounds ? { share: 0.3, mayHang: false } : noFaults)
    await reservations.dropLapsed(openConnected)
  }
  const kept = await service.drafts()
  report.draftsDropped += before.reservations.length - kept.reservations.length
  for (const { title, pageId } of kept.reservations)
    report.wrong.push(`${title} is reserved for ever as ${pageId}`)
  const loose = drafts.list(kept.named)
  report.draftsLost = loose.filter(({ why }) => why === 'answer lost').length
  report.draftsKilled = loose.filter(({ why }) => why === 'killed').length
  await reservations.noteLoose(openConnected)
  days += 1
  await reservations.dropLapsed(openConnected)
  const after = await service.drafts()
  report.draftsDropped += before.reservations.length - after.reservations.length
  for (const { title, pageId } of after.reservations)
    report.wrong.push(`${title} is reserved for ever as ${pageId}`)
  for (const { id, why } of drafts.list(after.named))
    report.wrong.push(`the draft ${id} stays (${why})`)
}
