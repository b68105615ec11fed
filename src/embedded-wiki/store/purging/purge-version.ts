/**
 * Purges an old version of a page: its row stays, without words. Images go that no other version shows,
 * and the version before it, should it be kept as the difference from it, is kept whole from then on.
 * @module
 */
import { type AuditStamp, auditRecord } from '../../../auth/audit.ts'
import { RequestError } from '../../../base/errors.ts'
import { type Database, query, queryAll, type Transaction } from '../../../database/database.ts'
import { isAnyOf, sql } from '../../../database/sql.ts'
import { changeStamp, tellOfPages } from '../../../importing/changes/tell-changes.ts'
import { lockSpace } from '../../../importing/lock-space.ts'
import type { VersionTexts } from '../packing/pack-bytes.ts'
import { packings, readPacked, unpackHere } from '../packing/unpack-version.ts'
import { condemned } from './condemn-pages.ts'
import { dropUnshown, forgetAll } from './let-go.ts'

/** A version of a page, to be purged. */
export interface VersionToPurge {
  readonly pageId: number
  readonly number: number
}

interface FoundVersion {
  readonly space_id: number
  readonly version: number
  readonly purged_at: number | null
  readonly title: string
}

/** Imports of the page may come in between so often. */
const maxTries = 20

/**
 * Purge a version.
 * @throws {RequestError} `not-found`, `bad-request` for the current version, `unavailable` when others
 * write the page all the time.
 */
export async function purgeOneVersion(
  database: Database,
  { pageId, number }: VersionToPurge,
  stamp: AuditStamp,
): Promise<void> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const [found] = await database.read<FoundVersion>(sql`
      select p.space_id, p.version, v.purged_at, v.title from pages p
      join page_versions v on v.space_id = p.space_id and v.page_id = p.id
      where p.id = ${pageId} and v.number = ${number}
        and p.trashed_with is distinct from ${condemned}`)
    if (found === undefined || found.purged_at !== null) {
      throw new RequestError('not-found', `There is no page ${pageId} with a version ${number}.`)
    }
    const { space_id: spaceId, version: current, title } = found
    if (number === current) {
      throw new RequestError(
        'bad-request',
        `Version ${number} is what the page shows. Import another text first, or purge the page.`,
      )
    }
    const place = { spaceId, pageId, number }
    const input = {
      ...stamp,
      ...place,
      current,
      before: await readDependent(database, place),
      unshown: await findUnshown(database, place, current),
    }
    if (!(await database.write(purgeVersion, input))) continue
    await forgetWords(database, place, title)
    return
  }
  throw new RequestError(
    'unavailable',
    'Others write this page again and again. Nothing was purged; try again.',
  )
}

interface Place extends VersionToPurge {
  readonly spaceId: number
}

/** Read the version before, if it is kept as the difference from this one. */
async function readDependent(
  database: Database,
  { spaceId, pageId, number }: Place,
): Promise<VersionTexts | null> {
  const [row] = await database.read<{ markdown: string | null }>(sql`
    select markdown from page_versions
    where space_id = ${spaceId} and page_id = ${pageId} and number = ${number - 1}
      and packing = ${packings.difference}`)
  if (row === undefined) return null
  const place = { spaceId, pageId, number: number - 1 }
  const { adf, markdown } = await unpackHere(await readPacked(database, place))
  return { adf, markdown: row.markdown === null ? null : markdown }
}

/** Find the images that only this version of the page shows. */
async function findUnshown(database: Database, place: Place, current: number): Promise<string[]> {
  const { spaceId, pageId, number } = place
  const rows = await database.read<{ sha256: string }>(sql`
    select sha256 from page_attachments where space_id = ${spaceId} and page_id = ${pageId}`)
  const unshown = new Set(rows.map(({ sha256 }) => sha256))
  // From the newest down: pages mostly keep their images.
  for (let other = current; other > 0 && unshown.size > 0; other -= 1) {
    if (other === number) continue
    const { adf } = await readTexts(database, { ...place, number: other })
    for (const sha256 of unshown) if (adf.includes(sha256)) unshown.delete(sha256)
  }
  return [...unshown]
}

async function readTexts(database: Database, place: Place): Promise<{ adf: string }> {
  const packed = await readPacked(database, place)
  return packed.kept.length === 0 ? { adf: '' } : unpackHere(packed)
}

interface PurgeVersionInput extends AuditStamp, Place {
  /** The newest version that was looked at. */
  readonly current: number
  readonly before: VersionTexts | null
  readonly unshown: readonly string[]
}

/** Answers false, with nothing done, when the page or the packing of its versions went on meanwhile. */
export const purgeVersion: Transaction<PurgeVersionInput, boolean> = function* (input, dialect) {
  const { spaceId, pageId, number, before, unshown } = input
  const [, pages, dependents] = yield* queryAll([
    lockSpace(spaceId, dialect.forUpdate),
    sql`select id from pages where space_id = ${spaceId} and id = ${pageId}
      and version = ${input.current} and trashed_with is distinct from ${condemned}
      ${dialect.forUpdate}`,
    sql`select number from page_versions
      where space_id = ${spaceId} and page_id = ${pageId} and number = ${number - 1}
        and packing = ${packings.difference}`,
  ])
  const isPacked = dependents?.[0] !== undefined
  if (pages?.[0] === undefined || isPacked !== (before !== null)) return false
  const version = sql`space_id = ${spaceId} and page_id = ${pageId}`
  if (before !== null) {
    yield* query(sql`
      update page_versions set packing = ${packings.none}, packed = null, adf = ${before.adf},
        markdown = ${before.markdown}
      where ${version} and number = ${number - 1}`)
  }
  yield* queryAll([
    sql`delete from rendered_versions where ${version} and number = ${number}`,
    sql`update page_versions set purged_at = ${input.atMs}, title = '', adf = '', markdown = null,
        message = '', labels = '', packing = ${packings.none}, packed = null
      where ${version} and number = ${number}`,
    // Who packs it at this moment, or the version before as a difference from it, comes too late.
    sql`update pages set packed_version = ${number}
      where space_id = ${spaceId} and id = ${pageId} and packed_version < ${number}`,
    sql`delete from page_attachments where ${version} and ${isAnyOf(sql`sha256`, unshown)}`,
    ...dropUnshown(spaceId, unshown),
    ...tellOfPages(
      'version.purged',
      sql`select space_id, id, cast(${number} as bigint) as version from pages
        where space_id = ${spaceId} and id = ${pageId}`,
      changeStamp(input),
    ),
    auditRecord(input, 'version-purge', String(pageId), { version: number }),
  ])
  return true
}

/** A title that another version of the page has stays with the refusals that name it. */
async function forgetWords(
  database: Database,
  { spaceId, pageId, number }: Place,
  title: string,
): Promise<void> {
  const isOwn = sql`page_id = ${pageId} and version = ${number}`
  await forgetAll(database, spaceId, isOwn)
  const isGone = sql`page_title = ${title} and not exists (select 1 from page_versions v
    where v.space_id = ${spaceId} and v.page_id = ${pageId} and v.title = ${title})`
  await forgetAll(database, 0, isGone)
}
