/** Proves whether a request did what it was sent for, although its answer was lost or says little. @module */
import { ConfluenceError } from '../../confluence-error.ts'
import type { ConfluenceSite, OldRemoteVersion, RemotePage } from '../../site.ts'
import type { ConnectedSite } from '../connections/connected-site.ts'
import { versionMessage } from '../delivery.ts'
import { markKey } from '../records/page-mark.ts'
import type { DeliveryPlan, PlanTools, WantedImport } from './delivery-plan.ts'
import { ownBody } from './own-body.ts'

/** Check whether an earlier try has written the page. */
export async function findLanded(
  { site }: ConnectedSite,
  { attempt, progress }: WantedImport,
): Promise<DeliveryPlan | undefined> {
  if (attempt === undefined || !('pageId' in progress)) return undefined
  if (!progress.isLost && progress.at !== 'made') return undefined
  const page = await site.readPage(progress.pageId, markKey)
  if (page?.status !== 'current') return undefined
  const written = await versionWritten(site, page, progress.version)
  if (written?.version.message !== versionMessage(attempt)) return undefined
  return { kind: 'landed', page: { ...page, ...written }, isNew: progress.at === 'made' }
}

/** Somebody may have edited it since; then the version is in its history. */
async function versionWritten(
  site: ConfluenceSite,
  { id, title, version, body }: RemotePage,
  number: number,
): Promise<OldRemoteVersion | undefined> {
  if (version.number <= number) return { title, version, body }
  const old = await site.readVersion(id, number)
  return old && { title: old.title, version: old.version, body: old.body }
}

/** Servers' dates have a resolution of seconds. */
const clockSlackMs = 3_000

/**
 * Tell whether a page was made by an import whose answer was lost. The create request carries no
 * mark, so everything must match: never changed, made by our account after the import was recorded,
 * nothing added, and the same text.
 */
export async function isLandedCreate(
  { bodies, clock }: PlanTools,
  { connection, site }: ConnectedSite,
  wanted: WantedImport,
  page: RemotePage,
): Promise<boolean> {
  const siteAheadMs = Date.now() + site.clockAheadMs() - clock().getTime()
  const intendedAt = wanted.createdAtMs + siteAheadMs - clockSlackMs
  const couldBe =
    page.version.number === 1 &&
    page.property === undefined &&
    [page.authorId, ''].includes(connection.account.id) &&
    Date.parse(page.createdAt) >= intendedAt
  if (!couldBe) return false
  const { isSame } = await bodies.planBody({
    ...ownBody(connection, wanted.document),
    theirs: page.body ?? '',
  })
  return isSame
}

/**
 * Check that a write was kept.
 * @param version The expected number.
 * @throws {ConfluenceError} When the site claims success but kept nothing.
 */
export function checkKept(written: Pick<RemotePage, 'version'>, version: number): void {
  if (written.version.number >= version) return
  throw new ConfluenceError('unknown', 'The site answers as if it wrote the page, and did not.')
}
