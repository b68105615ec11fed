/** Imports while site and service fail, then compares what clients were told with what the site holds. @module */
import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseOptions } from '../../../src/store/open-database.ts'
import type { SiteKind } from '../../../src/wiki/pages/recorded-pages.ts'
import { waitUntil } from '../base/wait-until.ts'
import type {
  ConfluenceSimulator,
  SimulatedPage,
  SimulatedVersion,
  SimulatorSwitches,
} from '../confluence/simulator.ts'
import { startConfluence } from '../confluence/start-confluence.ts'
import { send } from '../service/test-server.ts'
import { examineReservations, isWaiting, letReservationsLapse } from './examine-reservations.ts'
import { type FaultyService, startFaultyService } from './faulty-service.ts'
import { type FaultPlan, faultySite, noFaults } from './faulty-site.ts'
import { type DeliveryFaultsReport, emptyReport } from './report.ts'
import { makeImport, type ToldImport, type TrialImport, type TrialPage } from './trial-imports.ts'

function examineSite(
  site: ConfluenceSimulator,
  imports: readonly TrialImport[],
  remarks: ReadonlyMap<string, string>,
  report: DeliveryFaultsReport,
): void {
  const own = ownVersions(site)
  for (const wanted of imports.filter(({ reserving }) => reserving !== 'left')) {
    const say = (fault: string): void => {
      report.wrong.push(`${wanted.title} (${wanted.mark}): ${fault}`)
    }
    const made = own.filter(({ version }) => version.body.includes(wanted.mark))
    report.imports++
    report.versions += made.length
    const refused = wanted.told.filter(({ status }) => status >= 300)
    for (const { status, text } of refused) say(`told ${status} ${text.slice(0, 200)}`)
    if (wanted.told.length === 0) say('never told')
    if (made.length !== 1) say(`is in ${made.length} versions: ${made.map(nameOf).join(', ')}`)
    if (refused.length > 0 || made.length !== 1 || wanted.told.length === 0) continue
    report.accepted++
    const [{ page, version }] = made as [OwnVersion]
    for (const fault of toldFaults(wanted, page, version)) say(fault)
    const known = [...wanted.told.map(({ text }) => text), remarks.get(page.id) ?? '']
    examineComment(site, wanted, page, known, report, say)
    examineEdit(wanted, page, version, known, report, say)
  }
  report.wrong.push(...siteFaults(site))
}

interface OwnVersion {
  readonly page: SimulatedPage
  readonly version: SimulatedVersion
}

function nameOf({ page, version }: OwnVersion): string {
  return `${page.id}:${version.number} "${version.message}"`
}

function ownVersions(site: ConfluenceSimulator): OwnVersion[] {
  return site
    .pages()
    .flatMap((page) => page.versions.map((version) => ({ page, version })))
    .filter(({ version }) => version.authorId === site.accountId)
}

function* toldFaults(
  { told, title }: TrialImport,
  page: SimulatedPage,
  version: SimulatedVersion,
): Iterable<string> {
  for (const one of told) {
    if (one.pageId !== page.id) yield `told page ${one.pageId}, and is in ${page.id}`
    if (one.version !== version.number) yield `told ${one.version}, and is in ${version.number}`
  }
  if (page.title !== title) yield `has the title ${page.title}`
  if (page.status !== 'current') yield `is ${page.status}`
}

function examineComment(
  site: ConfluenceSimulator,
  { comment }: TrialImport,
  page: SimulatedPage,
  known: readonly string[],
  report: DeliveryFaultsReport,
  say: (fault: string) => void,
): void {
  if (comment === undefined) return
  const isThere = site.anchoredComments(page.id).includes(comment.marker)
  const isTold = known.some((text) => text.includes('"comment-detached"'))
  if (isThere) report.commentsKept++
  else if (isTold) report.commentsTold++
  else say(`a comment has gone, and nobody was told: ${known.join(' ')}`)
  if (!isThere && comment.staysThere) say('a comment has gone whose words are there')
}

function examineEdit(
  { isEdited }: TrialImport,
  page: SimulatedPage,
  version: SimulatedVersion,
  known: readonly string[],
  report: DeliveryFaultsReport,
  say: (fault: string) => void,
): void {
  if (!isEdited) return
  const before = page.versions.find(({ number }) => number === version.number - 1)
  if (before?.body.includes(' by hand') !== true) say('the version by hand is not below its own')
  const isTold = known.some((text) => text.includes('"edited-there"'))
  if (isTold) report.editsTold++
  else say(`nobody was told of the edit: ${known.join(' ')}`)
}

/** Titles are one page's, versions have no gaps, and nothing is left over. */
function* siteFaults(site: ConfluenceSimulator): Iterable<string> {
  const titles = new Map<string, string>()
  for (const page of site.pages()) {
    const { id, title, status, versions, properties } = page
    if (status !== 'current' || id === site.homepageId) continue
    const key = title.toLowerCase()
    if (titles.has(key)) yield `${title} is ${id} and ${titles.get(key)}`
    titles.set(key, id)
    // Reservations are examined by themselves.
    if (isWaiting(page)) continue
    if (versions.some(({ number }, index) => number !== index + 1)) yield `${title} has gaps`
    const last = versions.findLast(({ authorId }) => authorId === site.accountId)
    const mark = properties.markport as { version?: number; page?: string } | undefined
    if (mark?.page !== id || mark.version !== last?.number)
      yield `${title} has version ${last?.number}, and its mark is ${JSON.stringify(mark)}`
  }
}

function examineOrder(
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

const pauseMs = 60
const usualPatienceMs = 30 * 60_000
/** Who asks for what was forgotten is never told of it. */
const controlPatienceMs = 20_000

interface TrialClient {
  endpoint(): string
  readonly token: string
  readonly patienceMs: number
  onAsked(): void
}

async function askUntilTold(wanted: TrialImport, client: TrialClient): Promise<void> {
  const { reserving, body, title, key } = wanted
  let pageId: string | undefined
  if (reserving !== undefined) {
    const { spaceId, parentId } = body
    const pages = [{ ref: title, pageTitle: title, parentId }]
    const reserved = await untilTold(client, 'reservations', { spaceId, pages })
    wanted.reserved.push(...reserved)
    pageId = reserved[0]?.pageId
    if (pageId === undefined || reserving === 'left') return
  }
  const asked = reserving === 'by-id' && pageId !== undefined ? { ...body, pageId } : body
  wanted.told.push(...(await untilTold(client, 'webtrigger', asked, key)))
}

async function untilTold(
  client: TrialClient,
  route: 'webtrigger' | 'reservations',
  body: object,
  key?: string,
): Promise<ToldImport[]> {
  const giveUpAt = performance.now() + client.patienceMs
  for (;;) {
    client.onAsked()
    const told = await ask(client.endpoint().replace(/webtrigger$/, route), client.token, body, key)
    const isLate = performance.now() > giveUpAt
    if (told !== undefined && (isLate || !mayPass(told))) return [told]
    if (isLate) return []
    await wait(pauseMs)
  }
}

function mayPass({ status }: ToldImport): boolean {
  return status >= 500 || status === 408 || status === 429
}

async function ask(
  url: string,
  token: string,
  body: object,
  key: string | undefined,
): Promise<ToldImport | undefined> {
  try {
    const { status, json } = await send(url, JSON.stringify(body), {
      authorization: `Bearer ${token}`,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    })
    const { id: pageId } = json.page ?? json.pages?.[0] ?? {}
    return { status, pageId, version: json.target?.version, text: JSON.stringify(json) }
  } catch {
    return undefined
  }
}

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
  const patienceMs = forgets ? controlPatienceMs : usualPatienceMs
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
      await askAll(imports, { service, report, patienceMs })
      faulty.plan(noFaults)
      await untilDone(service)
      examineSite(site, imports, await service.remarks(), report)
      examineReservations(site, imports, await service.reservations(), report)
      pages.splice(0, pages.length, ...nextPages(imports, pages))
      examineOrder(site, pages, report)
      report.rounds++
      options.onRound?.(report)
      // A control has shown what it is for.
      if (forgets && report.wrong.length > 0) return report
    }
    await letReservationsLapse({ site, faulty }, service, report)
  } finally {
    await service.stop()
    await site.stop()
  }
  return report
}

interface RoundParts {
  readonly service: FaultyService
  readonly report: DeliveryFaultsReport
  readonly patienceMs: number
}

function takeOne<T>(list: T[], random: () => number): T | undefined {
  return list.splice(Math.floor(random() * list.length), 1)[0]
}

async function askAll(
  imports: readonly TrialImport[],
  { service, report, patienceMs }: RoundParts,
): Promise<void> {
  const client = {
    endpoint: service.endpoint,
    token: service.store.token,
    patienceMs,
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
