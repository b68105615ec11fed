/** The contents of a space's front page: its sections and latest changes. @module */
import { withoutHeadings, withoutMarks } from '../../adf/sections.ts'
import type { Reader } from '../../auth/reader.ts'
import { parseId } from '../../database/ids.ts'
import { isAnyOf, type Statement, sql } from '../../database/sql.ts'
import type { Space } from '../../importing/target-wiki.ts'
import { nameInTree, placeColumns } from '../store/page-place.ts'
import type { ChildPage } from './pages-around.ts'

export interface SpaceSection extends Pick<ChildPage, 'id' | 'title'> {
  readonly text: string
  readonly pages: readonly Pick<ChildPage, 'id' | 'title'>[]
  readonly count: number
}

export const maxCounted = 100

export interface SpaceFront {
  readonly sections: readonly SpaceSection[]
  readonly changes: readonly NewestPage[]
}

const maxSections = 24
const pagesOfSection = 3
const maxChanges = 6
/** How many characters are searched for a first sentence. */
const startLength = 600

export async function readSpaceFront(
  reader: Reader,
  spaceId: string,
  children: readonly ChildPage[],
): Promise<SpaceFront> {
  if (!(await reader.mayRead(spaceId))) return { sections: [], changes: [] }
  const { database } = reader
  const space = Number(spaceId)
  const sections = children.filter(({ hasChildren }) => hasChildren).slice(0, maxSections)
  const sectionIds = sections.map(({ id }) => id)
  const [below, counts, texts, changes] = await Promise.all([
    sections.length === 0 ? [] : database.read<BelowRow>(firstPages(space, sections)),
    sections.length === 0 ? [] : database.read<CountRow>(pageCounts(space, sections)),
    readTextStarts(reader, spaceId, sectionIds),
    listNewestPages(reader, spaceId, maxChanges),
  ])
  return {
    sections: sections.map(({ id, title }) => ({
      id,
      title,
      text: texts.get(id) ?? '',
      pages: below
        .filter(({ parent_id }) => String(parent_id) === id)
        .map((page) => ({ id: String(page.id), title: page.title })),
      count: Number(counts.find(({ parent_id }) => String(parent_id) === id)?.count ?? 0),
    })),
    changes,
  }
}

/** Reads only the shown part of each section's index. */
function firstPages(spaceId: number, sections: readonly Pick<ChildPage, 'id'>[]): Statement {
  return ofEach(
    sections,
    (id) => sql`select * from (
      select p.id, p.parent_id, ${nameInTree} as title ${pagesBelow(spaceId, id)}
      order by ${placeColumns} limit ${pagesOfSection}) first_pages`,
  )
}

function pageCounts(spaceId: number, sections: readonly Pick<ChildPage, 'id'>[]): Statement {
  return ofEach(
    sections,
    (id) => sql`select ${id} as parent_id, count(*) as count from (
      select 1 ${pagesBelow(spaceId, id)} limit ${maxCounted}) counted`,
  )
}

function pagesBelow(spaceId: number, id: number): Statement {
  return sql`from pages p
    where p.space_id = ${spaceId} and p.parent_id = ${id} and p.status = 'current'`
}

function ofEach(
  sections: readonly Pick<ChildPage, 'id'>[],
  select: (id: number) => Statement,
): Statement {
  return sections
    .map(({ id }) => select(Number(id)))
    .reduce((before, part) => sql`${before} union all ${part}`)
}

/** Texts without headings by page id; pages without text are missing. */
export async function readTextStarts(
  reader: Reader,
  spaceId: string,
  pageIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (pageIds.length === 0 || !(await reader.mayRead(spaceId))) return new Map()
  const rows = await reader.database.read<TextRow>(sql`
    select page_id, substr(body, 1, ${startLength}) as text from page_texts
    where space_id = ${Number(spaceId)} and ${isAnyOf(sql`page_id`, pageIds.map(Number))}`)
  return new Map(rows.map(({ page_id, text }) => [String(page_id), withoutHeadings(text)]))
}

/** Texts of homepages by space id; pages without text are missing. */
export async function readSpaceStarts(
  reader: Reader,
  spaces: readonly Pick<Space, 'id' | 'homepageId'>[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await reader.database.read<{ space_id: number; text: string }>(sql`
    select t.space_id, substr(t.body, 1, ${startLength}) as text from page_texts t
    where ${isAnyOf(sql`t.space_id`, ids(spaces))}
      and ${isAnyOf(sql`t.page_id`, ids(spaces.map(({ homepageId: id }) => ({ id }))))}
      and ${await reader.isReadable(sql`t.space_id`)}`)
  return new Map(rows.map(({ space_id, text }) => [String(space_id), withoutHeadings(text)]))
}

function ids(rows: readonly { readonly id: string }[]): number[] {
  return rows.map(({ id }) => Number(id))
}

interface BelowRow {
  readonly id: number
  readonly parent_id: number
  readonly title: string
}

interface CountRow {
  readonly parent_id: number | string
  readonly count: number | string
}

interface TextRow {
  readonly page_id: number
  readonly text: string
}

interface NewestPage {
  readonly id: string
  readonly title: string
  readonly version: number
  readonly authorName: string
  readonly changedAt: Date
  readonly text: string
}

const textLength = 400

async function listNewestPages(
  reader: Reader,
  spaceId: string,
  limit: number,
): Promise<NewestPage[]> {
  const rows = await reader.database.read<{
    id: number
    title: string
    version: number
    author_name: string
    updated_at: number
    text: string | null
  }>(sql`
    select p.id, p.title, p.version, u.name as author_name, p.updated_at,
      substr(t.body, 1, ${textLength}) as text
    from (
      select space_id, id, title, version, author_id, updated_at from pages
      where space_id = ${parseId(spaceId) ?? 0} and status = 'current'
      order by updated_at desc, id desc limit ${limit}
    ) p join users u on u.id = p.author_id
    left join page_texts t on t.space_id = p.space_id and t.page_id = p.id
    order by p.updated_at desc, p.id desc`)
  return rows.map((row) => ({
    id: String(row.id),
    title: row.title,
    version: row.version,
    authorName: row.author_name,
    changedAt: new Date(row.updated_at),
    text: withoutMarks(row.text ?? ''),
  }))
}
