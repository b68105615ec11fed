/** Packs old versions: a few at a time, in the order of their pages, while others write. @module */
import { type Database, queryAll, type Transaction } from '../../../database/database.ts'
import { sql } from '../../../database/sql.ts'
import { toVersionBytes, type VersionTexts } from './pack-bytes.ts'
import type { Run } from './pack-runs.ts'
import { type KeptVersion, packings } from './unpack-version.ts'

/** Packs runs of versions: all but the last of each. */
export type PackRuns = (
  runs: readonly Run[],
  texts: readonly Uint8Array[],
) => Promise<KeptVersion[]>

/** What one step takes on: a worker is busy with it for some milliseconds. */
const maxPages = 16
const maxVersions = 32
const maxBytes = 512 * 1024
/** Of the time, steps take one part; those who import and read have the others. */
const restPerStep = 4

/**
 * Pack all versions that are not the newest of their page. Several processes may do so on one store.
 * @param pause Waits so many milliseconds after a step.
 * @returns How many versions were packed.
 * @throws {Error} Why some pages were left, once all others are done.
 */
export async function packVersions(
  database: Database,
  packRuns: PackRuns,
  pause: (ms: number) => Promise<unknown>,
): Promise<number> {
  let packed = 0
  let failure: { readonly error: unknown } | undefined
  for (let after = 0; ; ) {
    const beganAt = performance.now()
    const pages = await planStep(database, after)
    const last = pages.at(-1)
    if (last === undefined) break
    const saved = await packPages(database, packRuns, pages).catch((error: unknown) => {
      failure ??= { error }
      return 0
    })
    packed += saved
    // Pages with more versions come again, unless others pack them.
    const begun = pages.find(({ packedVersion, count, version }) => packedVersion + count < version)
    after = saved === 0 || begun === undefined ? last.pageId : begun.pageId - 1
    await pause((performance.now() - beganAt) * restPerStep)
  }
  if (failure !== undefined) throw failure.error
  return packed
}

/** A page, and how many of its versions are read: the last of them is not packed. */
interface PlannedPage extends PageToPack {
  readonly version: number
  readonly count: number
}

interface SizeRow {
  readonly space_id: number
  readonly id: number
  readonly packed_version: number
  readonly version: number
  readonly bytes: number
}

async function planStep(database: Database, after: number): Promise<PlannedPage[]> {
  const rows = await database.read<SizeRow>(sql`
    select p.space_id, p.id, p.packed_version, p.version,
      octet_length(v.adf) + coalesce(octet_length(v.markdown), 0) as bytes
    from (select space_id, id, packed_version, version from pages
      where version > packed_version + 1 and id > ${after} order by id limit ${maxPages}) p
    join page_versions v on v.space_id = p.space_id and v.page_id = p.id
      and v.number > p.packed_version and v.number <= p.packed_version + ${maxVersions}
    order by p.id, v.number`)
  const pages = new Map<number, PlannedPage>()
  let bytes = 0
  for (const [index, row] of rows.entries()) {
    bytes += row.bytes
    // The first two are taken whatever their size, or there would be no step.
    if (bytes > maxBytes && index > 1) break
    const { space_id: spaceId, id: pageId, packed_version: packedVersion, version } = row
    const count = (pages.get(pageId)?.count ?? 0) + 1
    pages.set(pageId, { spaceId, pageId, packedVersion, version, count })
  }
  return [...pages.values()]
}

async function packPages(
  database: Database,
  packRuns: PackRuns,
  pages: readonly PlannedPage[],
): Promise<number> {
  const read = await Promise.all(
    pages.map(async (page) => ({ page, texts: await readTexts(database, page) })),
  )
  const runs = read.filter(({ texts }) => texts.length > 1)
  if (runs.length === 0) return 0
  const kept = await packRuns(
    runs.map(({ page, texts }) => ({ first: page.packedVersion + 1, count: texts.length })),
    runs.flatMap(({ texts }) => texts),
  )
  let at = 0
  const packed = runs.map(({ page: { spaceId, pageId, packedVersion }, texts }) => {
    const own = kept.slice(at, at + texts.length - 1)
    at += own.length
    return { spaceId, pageId, packedVersion, kept: own }
  })
  // Should a standby not have it, it is done once more.
  return database.write(savePacked, packed, { isLossHarmless: true })
}

/** Read versions as they were saved, as far as there is no gap. */
async function readTexts(
  database: Database,
  { spaceId, pageId, packedVersion, count }: PlannedPage,
): Promise<Buffer[]> {
  const rows = await database.read<VersionTexts & { number: number }>(sql`
    select number, adf, markdown from page_versions
    where space_id = ${spaceId} and page_id = ${pageId} and packing = ${packings.none}
      and number > ${packedVersion} and number <= ${packedVersion + count}
    order by number`)
  return rows
    .filter(({ number }, index) => number === packedVersion + 1 + index)
    .map(toVersionBytes)
}

/** What is known of a page's versions: those up to `packedVersion` are packed. */
interface PageToPack {
  readonly spaceId: number
  readonly pageId: number
  readonly packedVersion: number
}

/** The versions of a page that follow those that are packed. */
interface PackedRun extends PageToPack {
  readonly kept: readonly KeptVersion[]
}

/**
 * A page that another process has brought on, or that somebody writes at this moment, is left alone:
 * packing waits for nobody. Neither is the newest version ever packed.
 * @returns How many versions were packed.
 */
export const savePacked: Transaction<readonly PackedRun[], number> = function* (runs, dialect) {
  const locked = yield* queryAll(
    runs.map(
      ({ spaceId, pageId, packedVersion, kept }) => sql`
        select id from pages
        where space_id = ${spaceId} and id = ${pageId} and packed_version = ${packedVersion}
          and version > ${packedVersion + kept.length} ${dialect.forUpdateSkipLocked}`,
    ),
  )
  const ours = runs.filter((_, index) => locked[index]?.[0] !== undefined)
  yield* queryAll(ours.flatMap(runStatements))
  return ours.reduce((sum, { kept }) => sum + kept.length, 0)
}

function runStatements({ spaceId, pageId, packedVersion, kept }: PackedRun) {
  return [
    sql`update pages set packed_version = ${packedVersion + kept.length}
      where space_id = ${spaceId} and id = ${pageId}`,
    ...kept.flatMap(({ packing, bytes }, index) =>
      packing === packings.none
        ? []
        : [
            sql`
              update page_versions set adf = '', packing = ${packing}, packed = ${bytes},
                markdown = case when markdown is not null then '' end
              where space_id = ${spaceId} and page_id = ${pageId}
                and number = ${packedVersion + 1 + index} and packing = ${packings.none}`,
          ],
    ),
  ]
}
