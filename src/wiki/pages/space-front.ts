/** The contents of a space's front page: its sections and latest changes. @module */

import type { Reader } from '../../accounts/reader.ts'
import { withoutHeadings } from '../../convert/adf/sections.ts'
import { dialects } from '../../store/dialects.ts'
import { parseId } from '../../store/ids.ts'
import { type Statement, sql } from '../../store/sql.ts'
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
  const [below, counts, texts, changes] = await Promise.all([
    sections.length === 0 ? [] : database.read<BelowRow>(firstPages(space, sections)),
    sections.length === 0 ? [] : database.read<CountRow>(pageCounts(space, sections)),
    readTextStarts(
      reader,
      sections.map(({ id }) => ({ spaceId, pageId: id })),
    ),
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

function firstPages(spaceId: number, sections: readonly Pick<ChildPage, 'id'>[]): Statement {
  return unionOfSections(
    sections,
    (id) => sql`select * from (
      select p.id, p.parent_id, ${nameInTree} as title ${pagesBelow(spaceId, id)}
      order by ${placeColumns} limit ${pagesOfSection}) first_pages`,
  )
}

function pageCounts(spaceId: number, sections: readonly Pick<ChildPage, 'id'>[]): Statement {
  return unionOfSections(
    sections,
    (id) => sql`select ${id} as parent_id, count(*) as count from (
      select 1 ${pagesBelow(spaceId, id)} limit ${maxCounted}) counted`,
  )
}

function pagesBelow(spaceId: number, id: number): Statement {
  return sql`from pages p
    where p.space_id = ${spaceId} and p.parent_id = ${id} and p.status = 'current'`
}

function unionOfSections(
  sections: readonly Pick<ChildPage, 'id'>[],
  select: (id: number) => Statement,
): Statement {
  return sections
    .map(({ id }) => select(Number(id)))
    .reduce((union, query) => sql`${union} union all ${query}`)
}

/** The first texts without headings, by page id; pages without text are left out. */
export async function readTextStarts(
  reader: Reader,
  pages: readonly { readonly spaceId: string; readonly pageId: string | undefined }[],
): Promise<ReadonlyMap<string, string>> {
  const ids = pages.map(({ spaceId, pageId = '0' }) => ({
    space_id: Number(spaceId),
    page_id: Number(pageId),
  }))
  const columns = { space_id: 'bigint', page_id: 'bigint' } as const
  const rows = await reader.database.read<TextRow>(sql`
    select t.page_id, substr(t.body, 1, ${startLength}) as text
    from ${dialects[reader.database.engine].givenRows(ids, columns)}
    join page_texts t on t.space_id = given.space_id and t.page_id = given.page_id
    where ${await reader.isReadable(sql`given.space_id`)}`)
  return new Map(rows.map(({ page_id, text }) => [String(page_id), withoutHeadings(text)]))
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
  readonly changedAt: Date
}

async function listNewestPages(
  reader: Reader,
  spaceId: string,
  limit: number,
): Promise<NewestPage[]> {
  const rows = await reader.database.read<{ id: number; title: string; updated_at: number }>(sql`
    select id, title, updated_at from pages
    where space_id = ${parseId(spaceId) ?? 0} and status = 'current'
    order by updated_at desc, id desc limit ${limit}`)
  return rows.map(({ id, title, updated_at: at }) => {
    return { id: String(id), title, changedAt: new Date(at) }
  })
}
