/** Reads all versions of a store that are packed, and finds those that are damaged. @module */
import { append } from '../../../base/append.ts'
import type { Database } from '../../../database/database.ts'
import { sql } from '../../../database/sql.ts'
import { type KeptVersionRow, toKept, unpackKept, wholeEvery } from './unpack-version.ts'

export interface VersionsCheck {
  /** How many were read. */
  readonly versions: number
  /** The first of those that are damaged, in words. */
  readonly damaged: readonly string[]
}

/** The most that are named. */
const maxDamaged = 10

/** Unpack every packed version, and compare each with its digest. */
export async function checkVersions(database: Pick<Database, 'read'>): Promise<VersionsCheck> {
  let versions = 0
  const damaged: string[] = []
  for (let after = 0; damaged.length < maxDamaged; ) {
    const [page] = await database.read<PackedPage>(sql`
      select space_id, id, packed_version from pages
      where id > ${after} and packed_version > 0 order by id limit 1`)
    if (page === undefined) break
    append(damaged, await checkPage(database, page))
    versions += page.packed_version
    after = page.id
  }
  return { versions, damaged: damaged.slice(0, maxDamaged) }
}

interface PackedPage {
  readonly space_id: number
  readonly id: number
  readonly packed_version: number
}

/** From the newest down, so that each has the bytes of the next. */
async function checkPage(
  database: Pick<Database, 'read'>,
  { space_id, id, packed_version }: PackedPage,
): Promise<string[]> {
  const damaged: string[] = []
  let next: Buffer | undefined
  // The one behind the packed ones as well: it is what the last of them is a difference from.
  for (let below = packed_version + 2; below > 1; below -= wholeEvery) {
    if (damaged.length >= maxDamaged) break
    const rows = await database.read<KeptVersionRow & { number: number }>(sql`
      select number, adf, markdown, packing, packed from page_versions
      where space_id = ${space_id} and page_id = ${id}
        and number < ${below} and number >= ${below - wholeEvery}`)
    const byNumber = new Map(rows.map((row) => [row.number, row]))
    for (let number = below - 1; number >= Math.max(1, below - wholeEvery); number -= 1) {
      try {
        const row = byNumber.get(number)
        if (row === undefined) throw new Error('it is not there')
        next = unpackKept(toKept(row), next)
      } catch (error) {
        next = undefined
        damaged.push(`version ${number} of page ${id}: ${(error as Error).message}`)
      }
    }
  }
  return damaged
}
