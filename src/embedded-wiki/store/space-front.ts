/** What the front page of a space says of the rest of it: its sections, and what changed last. @module */
import { withoutMarks } from '../../adf/sections.ts'
import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import type { ChildPage } from './child-pages.ts'
import { nameInTree, placeColumns } from './page-place.ts'

/** A page below the homepage that has pages below it. */
export interface SpaceSection extends Pick<ChildPage, 'id' | 'title'> {
  /** The start of its text, empty for a page without. */
  readonly text: string
  /** The first of its pages. */
  readonly pages: readonly Pick<ChildPage, 'id' | 'title'>[]
}

export interface SpaceChange extends Pick<ChildPage, 'id' | 'title'> {
  readonly changedAt: Date
}

export interface SpaceFront {
  readonly sections: readonly SpaceSection[]
  /** Newest first. */
  readonly changes: readonly SpaceChange[]
}

const maxSections = 24
const pagesOfSection = 3
const maxChanges = 6
/** Characters in which a first sentence is looked for. */
const startLength = 600

/**
 * Read what a front page shows.
 * @param children The pages right below its homepage.
 */
export async function readSpaceFront(
  database: Database,
  spaceId: string,
  children: readonly ChildPage[],
): Promise<SpaceFront> {
  const space = Number(spaceId)
  const sections = children.filter(({ hasChildren }) => hasChildren).slice(0, maxSections)
  const [below, texts, changed] = await Promise.all([
    sections.length === 0 ? [] : database.read<BelowRow>(firstPages(space, sections)),
    sections.length === 0 ? [] : database.read<TextRow>(starts(space, sections)),
    database.read<ChangeRow>(sql`
      select id, title, updated_at from pages
      where space_id = ${space} and status = 'current'
      order by updated_at desc, id desc limit ${maxChanges}`),
  ])
  const textById = new Map(texts.map(({ page_id, text }) => [String(page_id), text]))
  return {
    sections: sections.map(({ id, title }) => ({
      id,
      title,
      text: withoutMarks(textById.get(id) ?? ''),
      pages: below
        .filter(({ parent_id }) => String(parent_id) === id)
        .map((page) => ({ id: String(page.id), title: page.title })),
    })),
    changes: changed.map(({ id, title, updated_at }) => ({
      id: String(id),
      title,
      changedAt: new Date(updated_at),
    })),
  }
}

/** Each section by its index, no further than is shown of it, however many pages it has. */
function firstPages(spaceId: number, sections: readonly Pick<ChildPage, 'id'>[]) {
  return sections
    .map(
      ({ id }) => sql`select * from (
        select p.id, p.parent_id, ${nameInTree} as title from pages p
        where p.space_id = ${spaceId} and p.parent_id = ${Number(id)} and p.status = 'current'
        order by ${placeColumns} limit ${pagesOfSection}) first_pages`,
    )
    .reduce((before, part) => sql`${before} union all ${part}`)
}

function starts(spaceId: number, sections: readonly Pick<ChildPage, 'id'>[]) {
  const ids = sections.map(({ id }) => sql`${Number(id)}`)
  return sql`select page_id, substr(body, 1, ${startLength}) as text from page_texts
    where space_id = ${spaceId}
      and page_id in (${ids.reduce((before, id) => sql`${before}, ${id}`)})`
}

interface BelowRow {
  readonly id: number
  readonly parent_id: number
  readonly title: string
}

interface TextRow {
  readonly page_id: number
  readonly text: string
}

interface ChangeRow {
  readonly id: number
  readonly title: string
  readonly updated_at: number
}
