/** Compares what clients that reserved pages were told with what a site and the store hold. @module */

import { openSite } from '../../../src/confluence/open-site.ts'
import { connectedSites } from '../../../src/delivery/connections/connected-site.ts'
import { remoteReservations } from '../../../src/delivery/reservations/reservations.ts'
import type { ConfluenceSimulator } from '../confluence/simulator.ts'
import { dayMs } from '../prepared-store.ts'
import { isWithoutDrafts } from './ask-until-told.ts'
import type { FaultyService, KnownDrafts } from './faulty-service.ts'
import { type FaultySite, noFaults } from './faulty-site.ts'
import type { LooseDrafts } from './loose-drafts.ts'
import type { DeliveryFaultsReport } from './report.ts'
import type { TrialImport } from './trial-imports.ts'

export function examineReservations(
  site: ConfluenceSimulator,
  imports: readonly TrialImport[],
  known: KnownDrafts,
  drafts: LooseDrafts,
  report: DeliveryFaultsReport,
): void {
  const reserving = imports.filter((one) => one.reserving !== undefined)
  report.reserved += reserving.length
  report.left += reserving.filter((one) => one.reserving === 'left').length
  for (const wanted of reserving)
    for (const fault of reservationFaults(site, wanted, known))
      report.wrong.push(`${wanted.title} (reserved, ${wanted.reserving}): ${fault}`)
  for (const { pageId, parentId, title } of known.reservations) {
    // If the page got another id, the draft may stay until it lapses.
    if (site.switches.draftPublish === 'refused') continue
    const page = site
      .pages()
      .find((one) => one.status === 'current' && one.parentId === parentId && one.title === title)
    const isLive = site.pages().some(({ id, status }) => id === pageId && status === 'draft')
    if (page && isLive) report.wrong.push(`${title} is ${page.id}, and reserved as ${pageId}`)
  }
  examineDrafts(known, drafts, report)
}

export function examineDrafts(
  { named }: Pick<KnownDrafts, 'named'>,
  drafts: LooseDrafts,
  report: DeliveryFaultsReport,
): void {
  const loose = drafts.list(named)
  report.draftsLost = loose.filter(({ why }) => why === 'answer lost').length
  report.draftsKilled = loose.filter(({ why }) => why === 'killed').length
  for (const { id, why } of loose)
    if (why === undefined) report.wrong.push(`nobody knows of the draft ${id}`)
}

function* reservationFaults(
  site: ConfluenceSimulator,
  { reserving, reserved, told }: TrialImport,
  { reservations }: KnownDrafts,
): Iterable<string> {
  const isRefused = site.switches.draftPublish === 'refused' && reserved.some(isWithoutDrafts)
  if (isRefused) return
  if (reserved.length === 0) yield 'never told of its id'
  for (const { status, text } of reserved)
    if (status >= 300) yield `told ${status} ${text.slice(0, 200)}`
  const ids = new Set(reserved.map(({ pageId }) => pageId))
  if (ids.size > 1) yield `has the ids ${[...ids].join(', ')}`
  if (reserving === 'left') {
    const isThere = site.pages().some(({ id, status }) => ids.has(id) && status === 'draft')
    const isKept = reservations.some(({ pageId }) => ids.has(pageId))
    if (!isThere || !isKept) yield `there: ${isThere}, kept: ${isKept}`
    return
  }
  // Without drafts, pages have their own ids.
  if (site.switches.draftPublish === 'refused') return
  for (const { pageId } of told) if (!ids.has(pageId)) yield `${[...ids]}, and is ${pageId}`
}

const faultyRounds = 3

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
