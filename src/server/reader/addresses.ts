/** The addresses of the reader's pages. @module */

export interface PagePlace {
  readonly spaceKey: string
  readonly id: string
}

/** Last part of the addresses below a page: its views, and what people do with it. */
type PagePart =
  | 'children'
  | 'compare'
  | 'edit'
  | 'history'
  | 'markdown'
  | 'report'
  | 'restore'
  | 'trash'

type Query = Readonly<Record<string, string | number | undefined>>

export function partPath(part: PagePart, { spaceKey, id }: PagePlace, query: Query = {}): string {
  return withQuery(`/wiki/spaces/${spaceKey}/${part}/${id}`, query)
}

export function versionPath(page: PagePlace, number: number): string {
  return `${partPath('history', page)}/${number}`
}

export function searchPath(search: {
  words: string
  label?: string | undefined
  spaceKey?: string | undefined
  page?: number
}): string {
  const { words: q, label, spaceKey: space, page = 1 } = search
  return withQuery('/search', { q, label, space, page: page > 1 ? page : undefined })
}

export function trashListPath(spaceKey: string): string {
  return `/wiki/spaces/${spaceKey}/trash`
}

function withQuery(path: string, query: Query): string {
  const values = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) values.set(name, String(value))
  }
  return values.size === 0 ? path : `${path}?${values}`
}
