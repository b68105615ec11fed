/** Compares what clients were told with what a site holds. @module */
import type {
  ConfluenceSimulator,
  SimulatedPage,
  SimulatedVersion,
} from '../confluence/simulator.ts'
import { isWaiting } from './examine-reservations.ts'
import type { DeliveryFaultsReport } from './report.ts'
import type { TrialImport, TrialPage } from './trial-imports.ts'

export function examineSite(
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
