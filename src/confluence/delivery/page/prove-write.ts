/** Proves whether a request was carried out when its answer was lost or says little. @module */
import { ConfluenceError } from '../../confluence-error.ts'
import type { ConfluenceSite, OldRemoteVersion, RemotePage } from '../../site.ts'
import type { ConnectedSite } from '../connections/connected-site.ts'
import { versionMessage } from '../delivery.ts'
import { markKey } from '../records/page-mark.ts'
import { bodyRequestOf } from './body-request.ts'
import type { DeliveryPlan, PageImport, PlanTools } from './delivery-plan.ts'

export async function findLanded(
  { site }: ConnectedSite,
  { attempt, progress }: PageImport,
): Promise<DeliveryPlan | undefined> {
  if (attempt === undefined || !('pageId' in progress)) return undefined
  if (!progress.isLost && progress.at !== 'made') return undefined
  const page = await site.readPage(progress.pageId, markKey)
  if (page?.status !== 'current') return undefined
  const landed = await findVersion(site, page, progress.version)
  if (landed?.version.message !== versionMessage(attempt)) return undefined
  return { kind: 'landed', page: { ...page, ...landed }, isNew: progress.at === 'made' }
}

/** Where somebody has edited the page since, our version is in its history. */
async function findVersion(
  site: ConfluenceSite,
  { id, title, version, body }: RemotePage,
  number: number,
): Promise<OldRemoteVersion | undefined> {
  if (version.number <= number) return { title, version, body }
  const older = await site.readVersion(id, number)
  return older && { title: older.title, version: older.version, body: older.body }
}

const clockSlackMs = 3_000

/**
 * Tell whether a page was made by an import whose answer was lost. The create request carries no
 * mark, so everything must match: never changed, made by our account after the import was recorded,
 * nothing added, and the same text.
 */
export async function isLandedCreate(
  { bodies, clock }: PlanTools,
  { connection, site }: ConnectedSite,
  pageImport: PageImport,
  page: RemotePage,
): Promise<boolean> {
  const siteAheadMs = Date.now() + site.clockAheadMs() - clock().getTime()
  const intendedAt = pageImport.createdAtMs + siteAheadMs - clockSlackMs
  const mayBeOurs =
    page.version.number === 1 &&
    page.property === undefined &&
    [page.authorId, ''].includes(connection.account.id) &&
    Date.parse(page.createdAt) >= intendedAt
  if (!mayBeOurs) return false
  const { isSame } = await bodies.planBody({
    ...bodyRequestOf(connection, pageImport.document),
    theirs: page.body ?? '',
  })
  return isSame
}

/**
 * @param version The expected number.
 * @throws {ConfluenceError} When the site claims success but kept nothing.
 */
export function checkKept(page: Pick<RemotePage, 'version'>, version: number): void {
  if (page.version.number >= version) return
  throw new ConfluenceError('unknown', 'The site answers as if it wrote the page, and did not.')
}
