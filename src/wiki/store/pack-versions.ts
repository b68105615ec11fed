/** Packs old versions in the background, reads them, and finds damaged ones. @module */
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { RequestError } from '../../contract/errors.ts'
import { type Database, queryAll, type Transaction } from '../../store/database.ts'
import { readAs } from '../../store/read-as.ts'
import { type Statement, sql } from '../../store/sql.ts'
import type { VersionPlace } from './rendered-versions.ts'

const maxBehindBase = 32
/** If the difference is larger, the version is stored whole and becomes the next base. */
const maxDifference = (bytes: Buffer): number => Math.max(256, bytes.length / 16)
const maxPages = 100
/** How long to pause after each version, as a multiple of the time that packing it took. */
const restPerVersion = 4

/**
 * Pack all versions but the newest of each page; several processes may do so at once.
 * @returns The number of packed versions.
 * @throws {Error} At the end, when some pages were skipped.
 */
export async function packVersions(
  database: Database,
  pause: (ms: number) => Promise<unknown>,
): Promise<number> {
  let count = 0
  const failures: unknown[] = []
  for (let after = 0; ; ) {
    const pages = await database.read<PageRow>(sql`
      select space_id, id, packed_version, version from pages
      where version > packed_version + 1 and id > ${after} order by id limit ${maxPages}`)
    const lastPage = pages.at(-1)
    if (lastPage === undefined) break
    for (const page of pages) {
      const packing = packPage(database, page, async (ms) => {
        count += 1
        await pause(ms * restPerVersion)
      })
      await packing.catch((error: unknown) => failures.push(error))
    }
    after = lastPage.id
  }
  if (failures.length > 0) throw failures[0]
  return count
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

/** @param rest Called after each version, with the milliseconds that packing it took. */
async function packPage(
  database: Database,
  { space_id: spaceId, id: pageId, packed_version, version }: PageRow,
  rest: (ms: number) => Promise<void>,
): Promise<void> {
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
    let packedBytes: Buffer | undefined
    if (base !== undefined && number < base.number + maxBehindBase) {
      packedBytes = await packVersion(bytes, base.bytes)
    }
    if (packedBytes === undefined || packedBytes.length > maxDifference(bytes)) {
      packedBytes = await packVersion(bytes)
      base = texts.purged_at === null ? { number, bytes } : undefined
    }
    const needs = base === undefined || base.number === number ? null : base.number
    // If a standby loses this write, the version is packed again.
    const isSaved = await database.write(
      savePacked,
      { ...place, packed: packedBytes, base: needs },
      { isLossHarmless: true },
    )
    if (!isSaved) return
    await rest(performance.now() - beganAt)
  }
}

async function readBase(
  database: Database,
  { spaceId, pageId, number }: VersionPlace,
): Promise<Base | undefined> {
  const [row] = await readStored(
    database,
    { spaceId, pageId },
    sql`v.number <= ${number} and v.number > ${number - maxBehindBase}
      and v.packed is not null and v.base is null order by v.number desc limit 1`,
  )
  // A damaged version must not become the base of more versions.
  const bytes = row && (await readBytes(row).catch(() => undefined))
  return bytes && row && { number: row.stored.number, bytes }
}

interface PackedVersion extends VersionPlace {
  readonly packed: Uint8Array
  readonly base: number | null
}

/**
 * Never waits: skips pages that are being written or that another process packed. Never packs the
 * newest version, purged versions, or versions based on a purged one.
 * @returns Whether the version was stored.
 */
export const savePacked: Transaction<PackedVersion, boolean> = function* (version, dialect) {
  const { spaceId, pageId, number, packed, base } = version
  const isNeeded = sql`select number from page_versions
    where space_id = ${spaceId} and page_id = ${pageId} and number = ${base ?? number}`
  const [pages, bases] = yield* queryAll([
    sql`select id from pages
      where space_id = ${spaceId} and id = ${pageId} and packed_version = ${number - 1}
        and version > ${number} ${dialect.forUpdateSkipLocked}`,
    base === null ? isNeeded : sql`${isNeeded} and packed is not null`,
  ])
  if (pages?.[0] === undefined || bases?.[0] === undefined) return false
  yield* queryAll([
    sql`update page_versions set adf = '', markdown = '', packed = ${packed}, base = ${base}
      where space_id = ${spaceId} and page_id = ${pageId} and number = ${number}
        and purged_at is null`,
    sql`update pages set packed_version = ${number}
      where space_id = ${spaceId} and id = ${pageId}`,
  ])
  return true
}

interface VersionsCheck {
  readonly versions: number
  readonly damaged: readonly string[]
}

const maxDamaged = 10

export async function checkVersions(database: Pick<Database, 'read'>): Promise<VersionsCheck> {
  let versions = 0
  const damaged: string[] = []
  for (let after = 0; ; ) {
    const [page] = await database.read<{ space_id: number; id: number; version: number }>(
      sql`select space_id, id, version from pages
        where id > ${after} and version > 1 order by id limit 1`,
    )
    if (page === undefined) return { versions, damaged }
    for (let number = 1; number < page.version; number += 1) {
      const place = { spaceId: page.space_id, pageId: page.id }
      const [row] = await readStored(database, place, sql`v.number = ${number}`)
      try {
        if (row === undefined) throw new Error('it is not there')
        await readBytes(row)
      } catch (error) {
        damaged.push(`version ${number} of page ${page.id}: ${(error as Error).message}`)
        if (damaged.length === maxDamaged) return { versions, damaged }
      }
      versions += 1
    }
    after = page.id
  }
}

export interface VersionTexts {
  readonly adf: string
  readonly markdown: string
}

/** The length at the start also keeps the bytes from looking like a zstd dictionary. */
const lengthBytes = 4
const maxWindowLog = 27

function toVersionBytes({ adf, markdown }: VersionTexts): Buffer {
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32LE(Buffer.byteLength(adf))
  return Buffer.concat([length, Buffer.from(adf), Buffer.from(markdown)])
}

/** @throws {Error} When unpacking does not restore the same bytes. */
export async function packVersion(bytes: Buffer, base?: Buffer): Promise<Buffer> {
  // The window must reach back to the start of the base.
  const reach = Math.ceil(Math.log2(bytes.length + (base?.length ?? 0) + 1))
  const windowLog = Math.min(Math.max(reach, 12), maxWindowLog)
  const params = {
    [constants.ZSTD_c_checksumFlag]: 1,
    [constants.ZSTD_c_windowLog]: windowLog,
    [constants.ZSTD_c_hashLog]: windowLog - 3,
    [constants.ZSTD_c_chainLog]: windowLog - 3,
  }
  const packedBytes = await promisify(zstdCompress)(bytes, {
    params,
    ...(base && { dictionary: base }),
  })
  await unpackVersion(packedBytes, base)
  return packedBytes
}

/** @throws {Error} When the bytes are damaged, or `base` is not the one used for packing. */
function unpackVersion(packedBytes: Uint8Array, base?: Uint8Array): Promise<Buffer> {
  return promisify(zstdDecompress)(packedBytes, {
    params: { [constants.ZSTD_d_windowLogMax]: maxWindowLog },
    ...(base && { dictionary: base }),
  })
}

export const textColumns: Statement = sql`v.page_id as "stored.pageId",
  v.number as "stored.number", v.adf as "stored.adf", v.markdown as "stored.markdown",
  v.packed as "stored.packed", v.base as "stored.base", base.packed as "stored.packedBase"`

export const joinedBase: Statement = sql`left join page_versions base
  on base.space_id = v.space_id and base.page_id = v.page_id and base.number = v.base`

/** The row that `readAs` makes of `textColumns`. */
export interface TextsRow {
  readonly stored: VersionTexts & {
    readonly pageId: number
    readonly number: number
    readonly packed: Uint8Array | undefined
    readonly base: number | undefined
    readonly packedBase: Uint8Array | undefined
  }
}

/** @param selection Of the versions `v` of a page. */
export function readStored(
  database: Pick<Database, 'read'>,
  { spaceId, pageId }: Omit<VersionPlace, 'number'>,
  selection: Statement,
): Promise<TextsRow[]> {
  return readAs(
    database,
    sql`select ${textColumns} from page_versions v ${joinedBase}
      where v.space_id = ${spaceId} and v.page_id = ${pageId} and ${selection}`,
  )
}

export async function readBytes({ stored }: TextsRow): Promise<Buffer> {
  const { packed, base, packedBase } = stored
  if (packed === undefined) return toVersionBytes(stored)
  if (base === undefined) return unpackVersion(packed)
  if (packedBase === undefined) throw new Error(`version ${base} is lost, which it needs`)
  const baseBytes = await unpackVersion(packedBase).catch(() => {
    throw new Error(`version ${base} is damaged, which it needs`)
  })
  return unpackVersion(packed, baseBytes)
}

/** @throws {RequestError} `internal-error` when the version is damaged. */
export async function readTexts(row: TextsRow): Promise<VersionTexts> {
  const { packed, pageId, number, adf, markdown } = row.stored
  if (packed === undefined) return { adf, markdown }
  try {
    const bytes = await readBytes(row)
    const end = lengthBytes + bytes.readUInt32LE(0)
    return { adf: bytes.toString('utf8', lengthBytes, end), markdown: bytes.toString('utf8', end) }
  } catch (cause) {
    throw new RequestError(
      'internal-error',
      `Version ${number} of page ${pageId} is damaged in the store. Other versions can be read; a backup may have this one.`,
      { cause },
    )
  }
}
