/** Reads all old versions of a store and finds damaged ones. @module */
import type { Database } from '../../../database/database.ts'
import { sql } from '../../../database/sql.ts'
import { joinedBase, readBytes, type TextsRow, textColumns } from './pack-version.ts'

export interface VersionsCheck {
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
      const [row] = await database.read<TextsRow>(sql`
        select ${textColumns} from page_versions v ${joinedBase}
        where v.space_id = ${page.space_id} and v.page_id = ${page.id} and v.number = ${number}`)
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
