/** Packs old versions, one after the other, while others write. @module */
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

/** So many versions in a row may need the same one: what they differ by adds up. */
const maxBehindBase = 32
/** A larger difference is no gain: the version is kept by itself, and the next ones need it. */
const maxDifference = (bytes: Buffer): number => Math.max(256, bytes.length / 16)
const maxPages = 100
/** Of the time, packing takes one part; those who import and read have the others. */
const restPerVersion = 4

/**
 * Pack all versions that are not the newest of their page. Several processes may do so on one store.
 * @param pause Waits so many milliseconds after each.
 * @returns How many versions were packed.
 * @throws {Error} Why some pages were left, once all others are done.
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
  /** All versions up to this one are packed. */
  readonly packed_version: number
  readonly version: number
}

/** A version that is kept by itself. */
interface Base {
  readonly number: number
  readonly bytes: Buffer
}

/** Pack the versions of a page, and yield the milliseconds that each took, until somebody else does so. */
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
    // Should a standby not have it, it is done once more.
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

/** Read the last version up to a number that is kept by itself. */
async function readBase(
  database: Database,
  { spaceId, pageId, number }: Place,
): Promise<Base | undefined> {
  const [row] = await database.read<TextsRow>(sql`
    select ${textColumns} from page_versions v ${joinedBase}
    where v.space_id = ${spaceId} and v.page_id = ${pageId} and v.number <= ${number}
      and v.number > ${number - maxBehindBase} and v.packed is not null and v.base is null
    order by v.number desc limit 1`)
  // A damaged one is needed by no more versions.
  const bytes = row && (await readBytes(row).catch(() => undefined))
  return bytes && row && { number: row.number, bytes }
}

interface PackedVersion extends Place {
  readonly packed: Uint8Array
  /** The version that it needs; null for one that is kept by itself. */
  readonly base: number | null
}

/**
 * Keep a version packed. A page that another process has brought on, or that somebody writes at this moment, is
 * left alone: packing waits for nobody. The newest version is never packed, and neither is one that was purged
 * meanwhile, or that needs such a one.
 * @returns Whether it was.
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
