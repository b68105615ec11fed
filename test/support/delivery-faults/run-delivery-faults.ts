/** Imports while site and service fail, then compares what clients were told with what the site holds. @module */

import type { DatabaseOptions } from '../../../src/store/open-database.ts'
import type { SiteKind } from '../../../src/wiki/pages/connected-place.ts'
import { waitUntil } from '../base/wait-until.ts'
import type { SimulatorSwitches } from '../confluence/simulator.ts'
import { startConfluence } from '../confluence/start-confluence.ts'
import { askUntilTold } from './ask-until-told.ts'
import { examineReservations, letReservationsLapse } from './examine-reservations.ts'
import { examineOrder, examineSite } from './examine-site.ts'
import { type FaultyService, startFaultyService } from './faulty-service.ts'
import { type FaultPlan, faultySite, noFaults } from './faulty-site.ts'
import { type DeliveryFaultsReport, emptyReport } from './report.ts'
import { makeImport, type TrialImport, type TrialPage } from './trial-imports.ts'

export interface DeliveryFaultsOptions {
  readonly place: DatabaseOptions
  readonly kind: SiteKind
  readonly plans: readonly RoundPlan[]
  readonly random: () => number
  readonly processes?: number
  readonly forgets?: boolean
  readonly switches?: Partial<SimulatorSwitches>
  readonly onRound?: (report: DeliveryFaultsReport) => void
}

export interface RoundPlan extends FaultPlan {
  readonly imports: number
}

export async function runDeliveryFaults(
  options: DeliveryFaultsOptions,
): Promise<DeliveryFaultsReport> {
  const { place, kind, plans, random, processes = 1, forgets = false } = options
  const report = emptyReport()
  const site = await startConfluence(kind, { sameBodyMakesVersion: true, ...options.switches })
  const service = await startFaultyService(place, site, { processes, forgets })
  const faulty = faultySite(site, { kill: service.kill, random, report })
  const pages: TrialPage[] = []
  let number = 0
  try {
    for (const plan of plans) {
      const free = [...pages]
      const imports = Array.from({ length: plan.imports }, () => {
        const page = random() < 0.6 ? takeOne(free, random) : undefined
        number++
        return makeImport(site, { number, spaceId: service.store.space.id, page, random })
      })
      faulty.plan(plan)
      await askAll(imports, service, report)
      faulty.plan(noFaults)
      await untilDone(service)
      examineSite(site, imports, await service.remarks(), report)
      examineReservations(site, imports, await service.reservations(), report)
      pages.splice(0, pages.length, ...nextPages(imports, pages))
      examineOrder(site, pages, report)
      report.rounds++
      options.onRound?.(report)
    }
    await letReservationsLapse({ site, faulty }, service, report)
  } finally {
    await service.stop()
    await site.stop()
  }
  return report
}

function takeOne<T>(list: T[], random: () => number): T | undefined {
  return list.splice(Math.floor(random() * list.length), 1)[0]
}

async function askAll(
  imports: readonly TrialImport[],
  service: FaultyService,
  report: DeliveryFaultsReport,
): Promise<void> {
  const client = {
    endpoint: service.endpoint,
    token: service.store.token,
    onAsked: () => {
      report.asked++
    },
  }
  // Retries wait for minutes, so the clock is advanced.
  const passing = setInterval(() => void service.passTime().catch(() => {}), 400)
  try {
    await Promise.all(
      imports.flatMap((wanted) =>
        Array.from({ length: wanted.isTwice ? 2 : 1 }, () => askUntilTold(wanted, client)),
      ),
    )
  } finally {
    clearInterval(passing)
  }
}

async function untilDone(service: FaultyService): Promise<void> {
  await waitUntil('all deliveries are done', async () => {
    await service.passTime()
    return (await service.countOpen()) === 0
  })
}

function nextPages(imports: readonly TrialImport[], known: readonly TrialPage[]): TrialPage[] {
  const pages = new Map(known.map((page) => [page.title, page]))
  for (const { title, position, told } of imports) {
    const id = pages.get(title)?.id ?? told[0]?.pageId
    if (id !== undefined) pages.set(title, { title, id, position })
  }
  return [...pages.values()]
}
