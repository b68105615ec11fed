/** What the store holds, space by space, and what was added lately. @module */
import type { Database } from '../../database/database.ts'
import { dialects } from '../../database/dialects.ts'
import { sql } from '../../database/sql.ts'

export interface Storage {
  /** Of the whole store. */
  readonly bytes: number
  /** Those with most versions first. */
  readonly spaces: readonly SpaceStorage[]
  /** Of the last thirty days, and of the thirty before. */
  readonly growth: readonly [Growth, Growth]
}

export interface SpaceStorage {
  readonly key: string
  readonly name: string
  /** In the trash as well. */
  readonly pages: number
  readonly versions: number
  readonly images: number
}

export interface Growth {
  readonly created: number
  readonly updated: number
}

const spanMs = 30 * 24 * 60 * 60 * 1000
const maxSpaces = 100

/**
 * Read it.
 * @param database The store.
 * @param now The time.
 */
export async function readStorage(database: Database, now: Date): Promise<Storage> {
  const until = now.getTime()
  const spaces = await database.read<SpaceStorage>(sql`
    select s.key, s.name, p.pages, p.versions, coalesce(a.images, 0) as images
    from spaces s join (
      select space_id, count(*) as pages, sum(version) as versions from pages group by space_id
    ) p on p.space_id = s.id left join (
      select space_id, count(*) as images from attachments group by space_id
    ) a on a.space_id = p.space_id
    where s.deleted_at is null order by p.versions desc, s.key_fold limit ${maxSpaces}`)
  return {
    bytes: await dialects[database.engine].readSize(database.read),
    spaces: spaces.map(({ key, name, pages, versions, images }) => ({
      ...{ key, name, pages: Number(pages) },
      ...{ versions: Number(versions), images: Number(images) },
    })),
    growth: [
      await readGrowth(database, until - spanMs, until),
      await readGrowth(database, until - 2 * spanMs, until - spanMs),
    ],
  }
}

async function readGrowth(database: Database, from: number, until: number): Promise<Growth> {
  const rows = await database.read<{ result: string; count: number }>(sql`
    select result, count(*) as count from imports
    where started_at > ${from} and started_at <= ${until} group by result`)
  const count = (result: string): number =>
    Number(rows.find((row) => row.result === result)?.count ?? 0)
  return { created: count('created'), updated: count('updated') }
}
