/** Knows a page again that an import made before its answer was lost. @module */
import type { RemotePage } from '../../confluence/site.ts'
import type { ConnectedSite } from '../connections/connected-site.ts'
import type { PlanTools, WantedImport } from './delivery-plan.ts'
import { ownBody } from './own-body.ts'

/** Clocks are read from answers, which tell seconds. */
const clockSlackMs = 3_000

/**
 * Tell whether a page was made by an import that may have been lost. A create carries no mark of its
 * own, so all that can be known must hold: it has never been changed, our account made it, as far as that is known, after the
 * import was recorded, nothing was put to it yet, and it says what the import brings.
 * @param tools What plans bodies.
 * @param target The site and the connection.
 * @param wanted The import.
 * @param page The page that has the title.
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
