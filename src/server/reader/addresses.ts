/** The addresses of the reader's pages. @module */

export interface PagePlace {
  readonly spaceKey: string
  readonly id: string
}

export function historyPath({ spaceKey, id }: PagePlace, before?: number): string {
  return `/wiki/spaces/${spaceKey}/history/${id}${before === undefined ? '' : `?before=${before}`}`
}

export function versionPath({ spaceKey, id }: PagePlace, number: number): string {
  return `/wiki/spaces/${spaceKey}/history/${id}/${number}`
}

export function comparePath({ spaceKey, id }: PagePlace, from: number, to: number): string {
  return `/wiki/spaces/${spaceKey}/compare/${id}?from=${from}&to=${to}`
}

export function markdownPath({ spaceKey, id }: PagePlace, number?: number): string {
  return `/wiki/spaces/${spaceKey}/markdown/${id}${number === undefined ? '' : `?version=${number}`}`
}

export function childrenPath({ spaceKey, id }: PagePlace, after?: string): string {
  return `/wiki/spaces/${spaceKey}/children/${id}${after === undefined ? '' : `?after=${after}`}`
}

export function searchPath(search: {
  words: string
  label?: string | undefined
  spaceKey?: string | undefined
  page?: number
}): string {
  const query = new URLSearchParams({ q: search.words })
  if (search.label !== undefined) query.set('label', search.label)
  if (search.spaceKey !== undefined) query.set('space', search.spaceKey)
  if (search.page !== undefined && search.page > 1) query.set('page', String(search.page))
  return `/search?${query}`
}

export function editPath({ spaceKey, id }: PagePlace, from?: { readonly version: number }): string {
  const query = from === undefined ? '' : `?version=${from.version}`
  return `/wiki/spaces/${spaceKey}/edit/${id}${query}`
}

export function reportPath({ spaceKey, id }: PagePlace): string {
  return `/wiki/spaces/${spaceKey}/report/${id}`
}

export function trashPath({ spaceKey, id }: PagePlace): string {
  return `/wiki/spaces/${spaceKey}/trash/${id}`
}

export function trashListPath(spaceKey: string): string {
  return `/wiki/spaces/${spaceKey}/trash`
}

export function restorePath({ spaceKey, id }: PagePlace): string {
  return `/wiki/spaces/${spaceKey}/restore/${id}`
}
