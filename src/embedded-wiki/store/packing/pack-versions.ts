/** Packs old versions in the background. @module */
import { type Database, queryAll, type Transaction } from '../../../database/database.ts'
import { sql } from '../../../database/sql.ts'
import {
  joinedBase,
  packVersion,
  readBytes,
  type TextsRow,
  textColumns,
  toVersionBytes,
  type VersionTexts,
} from './pack-version.ts'

/** At most this many versions share a base, because their differences grow. */
const maxBehindBase = 32
/** With a larger difference, the version is stored alone and becomes the next base. */
const maxDifference = (bytes: Buffer): number => Math.max(256, bytes.length / 16)
const maxPages = 100
/** Rest after each version, as a multiple of the time that packing took. */
const restPerVersion = 4

/**
 * Pack all versions but the newest of each page. Several processes may do so on one store.
 * @param pause Waits some milliseconds after each.
 * @returns The number of packed versions.
 * @throws {Error} Why some pages were skipped, after all others.
 */
export async function packVersions(
  database: Database,
  pause: (ms: number) => Promise<unknown>,
): Promise<number> {
  let packed = 0
  let failure: { readonly error: unknown } | undefined
  for (let after = 0; ; ) {
    const pages = await database.read<PageRow>(sql`
      select space_id, id, packed_version, version from pages
      where version > packed_version + 1 and id > ${after} order by id limit ${maxPages}`)
    const last = pages.at(-1)
    if (last === undefined) break
    for (const page of pages) {
      const versions = packPage(database, page)
      for (;;) {
        const ms = await nextOf(versions).catch((error: unknown) => {
          failure ??= { error }
        })
        if (ms === undefined) break
        packed += 1
        await pause(ms * restPerVersion)
      }
    }
    after = last.id
  }
  if (failure !== undefined) throw failure.error
  return packed
}

async function nextOf<Value>(values: AsyncGenerator<Value>): Promise<Value | undefined> {
  return (await values.next()).value
}

interface PageRow {
  readonly space_id: number
  readonly id: number
  readonly packed_version: number
  readonly version: number
}

interface Base {
  readonly number: number
  readonly bytes: Buffer
}

/** Pack the versions of a page until another process does so; yields the milliseconds of each. */
async function* packPage(
  database: Database,
  { space_id: spaceId, id: pageId, packed_version, version }: PageRow,
): AsyncGenerator<number> {
  let base = await readBase(database, { spaceId, pageId, number: packed_version })
  for (let number = packed_version + 1; number < version; number += 1) {
    const beganAt = performance.now()
    const place = { spaceId, pageId, number }
    const [texts] = await database.read<VersionTexts & { purged_at: number | null }>(sql`
      select adf, markdown, purged_at from page_versions
      where space_id = ${spaceId} and page_id = ${pageId} and number = ${number}
        and packed is null`)
    if (texts === undefined) return
    const bytes = toVersionBytes(texts)
    let packed: Buffer | undefined
    if (base !== undefined && number < base.number + maxBehindBase) {
      packed = await packVersion(bytes, base.bytes)
    }
    if (packed === undefined || packed.length > maxDifference(bytes)) {
      packed = await packVersion(bytes)
      base = texts.purged_at === null ? { number, bytes } : undefined
    }
    const needs = base === undefined || base.number === number ? null : base.number
    // If a standby loses this write, the version is packed again.
    const isSaved = await database.write(
      savePacked,
      { ...place, packed, base: needs },
      { isLossHarmless: true },
    )
    if (!isSaved) return
    yield performance.now() - beganAt
  }
}

interface Place {
  readonly spaceId: number
  readonly pageId: number
  readonly number: number
}

async function readBase(
  database: Database,
  { spaceId, pageId, number }: Place,
): Promise<Base | undefined> {
  const [row] = await database.read<TextsRow>(sql`
    select ${textColumns} from page_versions v ${joinedBase}
    where v.space_id = ${spaceId} and v.page_id = ${pageId} and v.number <= ${number}
      and v.number > ${number - maxBehindBase} and v.packed is not null and v.base is null
    order by v.number desc limit 1`)
  // A damaged version must not become the base of more versions.
  const bytes = row && (await readBytes(row).catch(() => undefined))
  return bytes && row && { number: row.number, bytes }
}

interface PackedVersion extends Place {
  readonly packed: Uint8Array
  readonly base: number | null
}

/**
 * Store a packed version, unless another process has packed it or the page is being written:
 * packing waits for nobody. The newest version, purged versions, and those that need a purged one
 * are never packed.
 * @returns Whether it was stored.
 */
export const savePacked: Transaction<PackedVersion, boolean> = function* (version, dialect) {
  const { spaceId, pageId, number, packed, base } = version
  const needed = sql`select number from page_versions
    where space_id = ${spaceId} and page_id = ${pageId} and number = ${base ?? number}`
  const [pages, bases] = yield* queryAll([
    sql`select id from pages
      where space_id = ${spaceId} and id = ${pageId} and packed_version = ${number - 1}
        and version > ${number} ${dialect.forUpdateSkipLocked}`,
    base === null ? needed : sql`${needed} and packed is not null`,
  ])
  if (pages?.[0] === undefined || bases?.[0] === undefined) return false
  yield* queryAll([
    sql`update page_versions set adf = '', packed = ${packed}, base = ${base},
        markdown = case when markdown is null then null else '' end
      where space_id = ${spaceId} and page_id = ${pageId} and number = ${number}
        and purged_at is null`,
    sql`update pages set packed_version = ${number}
      where space_id = ${spaceId} and id = ${pageId}`,
  ])
  return true
}
