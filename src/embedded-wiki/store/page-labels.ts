/**
 * The labels of pages, each once. A label has no row of its own: its id is made of its name, so that
 * it is the same in all spaces and at all times.
 * @module
 */
import { createHash } from 'node:crypto'
import { isReadableIn, type Principal } from '../../auth/access-conditions.ts'
import type { Database } from '../../database/database.ts'
import { parseId } from '../../database/ids.ts'
import { sql } from '../../database/sql.ts'
import { readLabels } from '../../importing/labels.ts'

export interface Label {
  readonly id: string
  readonly name: string
}

/** So many pages are looked at together. */
const pagesAtOnce = 2_000

/** Name a label. */
export function labelNamed(name: string): Label {
  const digest = createHash('sha256').update(name).digest()
  // 48 bits, which every program reads as a number.
  return { id: String(digest.readUIntBE(0, 6) + 1), name }
}

/**
 * List the first labels of current pages.
 * @param limit How many at most; no more are held at once.
 */
export async function listPageLabels(
  database: Database,
  filter: {
    readonly readableBy: Principal
    readonly spaceId?: string | undefined
    readonly isListed: (label: Label) => boolean
  },
  compare: (one: Label, other: Label) => number,
  limit: number,
): Promise<Label[]> {
  const { readableBy, spaceId, isListed } = filter
  const ofSpace = spaceId === undefined ? sql`1 = 1` : sql`p.space_id = ${parseId(spaceId) ?? 0}`
  const isOpen = await isReadableIn(database, sql`p.space_id`, readableBy)
  let first: Label[] = []
  for (let after = 0; ; ) {
    const rows = await database.read<{ id: number; labels: string }>(sql`
      select p.id, p.labels from pages p
      where p.status = 'current' and p.labels <> '' and p.id > ${after} and ${ofSpace}
        and ${isOpen}
      order by p.id limit ${pagesAtOnce}`)
    const names = new Set([...first.map(({ name }) => name), ...rows.flatMap(labelsOf)])
    first = [...names].map(labelNamed).filter(isListed).sort(compare).slice(0, limit)
    after = rows.at(-1)?.id ?? 0
    if (rows.length < pagesAtOnce) return first
  }
}

function labelsOf({ labels }: { readonly labels: string }): string[] {
  return readLabels(labels)
}
