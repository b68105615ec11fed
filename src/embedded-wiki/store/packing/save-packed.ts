/** Puts packed versions in place of the same versions as they were saved. @module */
import { queryAll, type Transaction } from '../../../database/database.ts'
import { sql } from '../../../database/sql.ts'
import { type KeptVersion, packings } from './unpack-version.ts'

/** What is known of a page's versions: those up to `packedVersion` are packed. */
export interface PageToPack {
  readonly spaceId: number
  readonly pageId: number
  readonly packedVersion: number
}

/** The versions of a page that follow those that are packed. */
export interface PackedRun extends PageToPack {
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
