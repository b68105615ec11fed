/** Compares what clients that reserved pages were told with what a site and the store hold. @module */

import { connectedSites } from '../../../src/confluence/delivery/connections/connected-site.ts'
import { dropLapsedReservations } from '../../../src/confluence/delivery/reservations/reservations.ts'
import { openSite } from '../../../src/confluence/open-site.ts'
import type { ConfluenceSimulator, SimulatedPage } from '../confluence/simulator.ts'
import { dayMs } from '../prepared-store.ts'
import type { FaultyService, KnownReservation } from './faulty-service.ts'
import { type FaultySite, noFaults } from './faulty-site.ts'
import type { DeliveryFaultsReport } from './report.ts'
import type { TrialImport } from './trial-imports.ts'

export function examineReservations(
  site: ConfluenceSimulator,
  imports: readonly TrialImport[],
  known: readonly KnownReservation[],
  report: DeliveryFaultsReport,
): void {
  const reserving = imports.filter((one) => one.reserving !== undefined)
  report.reserved += reserving.length
  report.left += reserving.filter((one) => one.reserving === 'left').length
  for (const wanted of reserving)
    for (const fault of reservationFaults(site, wanted, known))
      report.wrong.push(`${wanted.title} (reserved, ${wanted.reserving}): ${fault}`)
  for (const { id, title } of site.pages().filter(isWaiting))
    if (!known.some((one) => one.pageId === id || (one.pageId === '' && one.title === title)))
      report.wrong.push(`${title} waits for its text as ${id}, and nobody knows of it`)
}

/** Whether a page has only the line that it is being imported. */
export function isWaiting({ status, versions }: SimulatedPage): boolean {
  const isLine = versions.at(-1)?.body.includes('Markport is importing this page') === true
  return status === 'current' && isLine
}

function* reservationFaults(
  site: ConfluenceSimulator,
  { reserving, reserved, told }: TrialImport,
  known: readonly KnownReservation[],
): Iterable<string> {
  if (reserved.length === 0) yield 'never told of its id'
  for (const { status, text } of reserved)
    if (status >= 300) yield `told ${status} ${text.slice(0, 200)}`
  const ids = new Set(reserved.map(({ pageId }) => pageId))
  if (ids.size > 1) yield `has the ids ${[...ids].join(', ')}`
  if (reserving === 'left') {
    const isThere = site.pages().some((page) => ids.has(page.id) && isWaiting(page))
    const isKept = known.some(({ pageId }) => ids.has(pageId))
    if (!isThere || !isKept) yield `there: ${isThere}, kept: ${isKept}`
    return
  }
  for (const { pageId } of told) if (!ids.has(pageId)) yield `${[...ids]}, and is ${pageId}`
}

const faultyRounds = 3

export async function letReservationsLapse(
  { site, faulty }: { site: ConfluenceSimulator; faulty: FaultySite },
  service: FaultyService,
  report: DeliveryFaultsReport,
): Promise<void> {
  let days = 1
  const clock = (): Date => new Date(Date.now() + days * (dayMs + 60_000))
  const planBody = () => Promise.reject(new Error('a reservation has no text to plan'))
  const { installation, store } = service
  const tools = { database: store.database, clock, installation, planBody }
  const openConnected = connectedSites(tools, () =>
    openSite({
      kind: site.kind,
      address: { baseUrl: site.baseUrl, cloudId: undefined },
      readCredential: async () => ({ email: site.email, token: site.token }),
      patience: { maxReads: 1 },
    }),
  )
  const before = await service.reservations()
  for (let round = 0; round <= faultyRounds; round++) {
    faulty.plan(round < faultyRounds ? { share: 0.3, mayHang: false } : noFaults)
    await dropLapsedReservations(tools, openConnected)
    // A site that lets no page go is asked again later.
    days += 1
  }
  const after = await service.reservations()
  report.lapsed += before.length - after.length
  for (const { title, pageId } of after)
    report.wrong.push(`${title} is reserved for ever as ${pageId}`)
  for (const { id, title } of site.pages().filter(isWaiting))
    report.wrong.push(`${title} waits for its text for ever as ${id}`)
}
