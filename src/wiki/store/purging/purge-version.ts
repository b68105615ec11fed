/** Purges an old version of a page: its row stays without texts. @module */
import { type AuditStamp, auditRecord } from '../../../accounts/audit.ts'
import { RequestError } from '../../../contract/errors.ts'
import { type Database, queryAll, type Transaction } from '../../../store/database.ts'
import { isAnyOf, sql } from '../../../store/sql.ts'
import { changeStamp, tellOfPages } from '../../import/changes/tell-changes.ts'
import { lockSpace } from '../../import/spaces.ts'
import { packVersion, readBytes, readStored, readTexts } from '../pack-versions.ts'
import type { VersionPlace } from '../rendered-versions.ts'
import { condemned } from './condemn-pages.ts'
import { dropUnshown, forgetAll, forgetRefusals } from './let-go.ts'

export type VersionToPurge = Omit<VersionPlace, 'spaceId'>

interface FoundVersion {
  readonly space_id: number
  readonly version: number
  readonly purged_at: number | null
  readonly title: string
}

/** Retries when imports change the page meanwhile. */
const maxTries = 20

/**
 * @throws {RequestError} `not-found`, `bad-request` for the current version, `unavailable` when the
 * page keeps changing.
 */
export async function purgeOneVersion(
  database: Database,
  { pageId, number }: VersionToPurge,
  stamp: AuditStamp,
): Promise<void> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const [version] = await database.read<FoundVersion>(sql`
      select p.space_id, p.version, v.purged_at, v.title from pages p
      join page_versions v on v.space_id = p.space_id and v.page_id = p.id
      where p.id = ${pageId} and v.number = ${number}
        and p.trashed_with is distinct from ${condemned}`)
    if (version === undefined || version.purged_at !== null) {
      throw new RequestError('not-found', `There is no page ${pageId} with a version ${number}.`)
    }
    const { space_id: spaceId, version: current, title } = version
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
      dependents: await packAnew(database, place),
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

interface PackedAnew {
  readonly number: number
  readonly packed: Uint8Array
  readonly base: number | null
}

/** Repack the versions based on this one: the first becomes the new base. */
async function packAnew(database: Database, place: VersionPlace): Promise<PackedAnew[]> {
  const isBased = sql`v.base = ${place.number} order by v.number`
  const rows = await readStored(database, place, isBased)
  const dependents: PackedAnew[] = []
  let base: { readonly number: number; readonly bytes: Buffer } | undefined
  for (const row of rows) {
    const bytes = await readBytes(row)
    const packedBytes = await packVersion(bytes, base?.bytes)
    const { number: dependent } = row.stored
    dependents.push({ number: dependent, packed: packedBytes, base: base?.number ?? null })
    base ??= { number: dependent, bytes }
  }
  return dependents
}

async function findUnshown(
  database: Database,
  place: VersionPlace,
  current: number,
): Promise<string[]> {
  const { spaceId, pageId, number } = place
  const rows = await database.read<{ sha256: string }>(sql`
    select sha256 from page_attachments where space_id = ${spaceId} and page_id = ${pageId}`)
  const unshown = new Set(rows.map(({ sha256 }) => sha256))
  // Newest first, because most pages keep their images.
  for (let otherNumber = current; otherNumber > 0 && unshown.size > 0; otherNumber -= 1) {
    if (otherNumber === number) continue
    const [row] = await readStored(database, place, sql`v.number = ${otherNumber}`)
    const { adf = '' } = row ? await readTexts(row) : {}
    for (const sha256 of unshown) if (adf.includes(sha256)) unshown.delete(sha256)
  }
  return [...unshown]
}

interface PurgeVersionInput extends AuditStamp, VersionPlace {
  readonly current: number
  readonly dependents: readonly PackedAnew[]
  readonly unshown: readonly string[]
}

/** Returns false and changes nothing when the page has changed meanwhile. */
export const purgeVersion: Transaction<PurgeVersionInput, boolean> = function* (input, dialect) {
  const { spaceId, pageId, number, dependents, unshown } = input
  const [, pages, needing] = yield* queryAll([
    lockSpace(spaceId, dialect.forUpdate),
    sql`select id from pages where space_id = ${spaceId} and id = ${pageId}
      and version = ${input.current} and trashed_with is distinct from ${condemned}
      ${dialect.forUpdate}`,
    sql`select number from page_versions
      where space_id = ${spaceId} and page_id = ${pageId} and base = ${number}`,
  ])
  if (pages?.[0] === undefined || needing?.length !== dependents.length) return false
  const version = sql`space_id = ${spaceId} and page_id = ${pageId}`
  yield* queryAll(
    dependents.map(
      (dependent) => sql`
        update page_versions set packed = ${dependent.packed}, base = ${dependent.base}
        where ${version} and number = ${dependent.number}`,
    ),
  )
  yield* queryAll([
    sql`delete from rendered_versions where ${version} and number = ${number}`,
    sql`update page_versions set purged_at = ${input.atMs}, title = '', adf = '', markdown = '',
        message = '', labels = '', packed = null, base = null
      where ${version} and number = ${number}`,
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

/** Keep the title in refused imports when another version still has it. */
async function forgetWords(
  database: Database,
  { spaceId, pageId, number }: VersionPlace,
  title: string,
): Promise<void> {
  const isOwn = sql`page_id = ${pageId} and version = ${number}`
  await forgetAll(database, spaceId, isOwn)
  const isGone = sql`page_title = ${title} and not exists (select 1 from page_versions v
    where v.space_id = ${spaceId} and v.page_id = ${pageId} and v.title = ${title})`
  await forgetRefusals(database, spaceId, isGone)
}
