/** What an import is for those who plan bodies. @module */
import type { BodyWanted } from '../../confluence/body/page-body.ts'
import type { RemotePage } from '../../confluence/site.ts'
import type { Utf8Document } from '../../importing/prepared-document.ts'
import { textOf } from '../../isolation/message.ts'
import type { ConnectedSite } from '../connections/connected-site.ts'
import type { SpaceConnection } from '../connections/space-connection.ts'
import type { RecordedFile } from '../records/recorded-pages.ts'
import type { PlanTools, WantedImport } from './delivery-plan.ts'

/** Describe the body that the import alone would make. */
export function ownBody(
  { kind, baseUrl, settings, policies }: SpaceConnection,
  document: Utf8Document,
  pageId?: string,
  files: readonly RecordedFile[] = [],
): BodyWanted {
  return {
    kind,
    baseUrl,
    settings,
    edits: policies.edits,
    pageId,
    files: placedFiles(files),
    theirs: undefined,
    base: undefined,
    comments: [],
    adf: textOf(document.adf),
  }
}

export function placedFiles(files: readonly RecordedFile[]): BodyWanted['files'] {
  return files.map(({ sha256, name, fileId }) => ({ sha256, name, fileId: fileId ?? undefined }))
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
