/** What a search knows of the pages of a store, and what it finds, as its page shows it. @module */
import { splitSections } from '../../../src/adf/sections.ts'
import type { Database } from '../../../src/database/database.ts'
import { sql } from '../../../src/database/sql.ts'
import { foundPages } from '../browser/found-pages.ts'
import type { FoundPage, SearchedPage } from './questions.ts'

export async function searchedPages(database: Database): Promise<SearchedPage[]> {
  const rows = await database.read<{ id: number; title: string; body: string }>(sql`
    select p.id, p.title, t.body from pages p
    join page_texts t on t.space_id = p.space_id and t.page_id = p.id
    where p.status = 'current' and p.parent_id <> 0 order by p.id`)
  return rows.map(({ id, title, body }) => ({
    id: String(id),
    title,
    sections: splitSections(body),
  }))
}

export async function searchOver(url: string, asked: string): Promise<FoundPage[]> {
  const response = await fetch(`${url}/search?${new URLSearchParams({ q: asked })}`)
  return foundPages(await response.text()).map(({ address, places }) => ({
    id: /\/pages\/(\d+)/.exec(address)?.[1] ?? '',
    places: places.map((place) => decodeURIComponent(place.address.split('#')[1] ?? '')),
  }))
}
