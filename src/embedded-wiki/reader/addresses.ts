/** Where the reader's pages stand. @module */

/** A page of the wiki, as addresses name it. */
export interface PagePlace {
  readonly spaceKey: string
  readonly id: string
}

/** Tell where the versions of a page are listed, those before a number first if one is given. */
export function historyPath({ spaceKey, id }: PagePlace, before?: number): string {
  return `/wiki/spaces/${spaceKey}/history/${id}${before === undefined ? '' : `?before=${before}`}`
}

/** Tell where one version is read. */
export function versionPath({ spaceKey, id }: PagePlace, number: number): string {
  return `/wiki/spaces/${spaceKey}/history/${id}/${number}`
}

/** Tell where two versions are compared. */
export function comparePath({ spaceKey, id }: PagePlace, from: number, to: number): string {
  return `/wiki/spaces/${spaceKey}/compare/${id}?from=${from}&to=${to}`
}

/** Tell where the Markdown of a version is shown; the current one by default. */
export function markdownPath({ spaceKey, id }: PagePlace, number?: number): string {
  return `/wiki/spaces/${spaceKey}/markdown/${id}${number === undefined ? '' : `?version=${number}`}`
}

/** Tell where the ADF of a version is shown; the current one by default. */
export function adfPath({ spaceKey, id }: PagePlace, number?: number): string {
  return `/wiki/spaces/${spaceKey}/adf/${id}${number === undefined ? '' : `?version=${number}`}`
}

/** Tell where the pages below a page are listed, from the one after another if it is given. */
export function childrenPath({ spaceKey, id }: PagePlace, after?: string): string {
  return `/wiki/spaces/${spaceKey}/children/${id}${after === undefined ? '' : `?after=${after}`}`
}

/** Tell where a search is answered. */
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

/** Tell where a page is edited: the text of a version, the current one by default; or a copy of it. */
export function editPath(
  { spaceKey, id }: PagePlace,
  from: { readonly version: number } | 'copy' | 'now' = 'now',
): string {
  const query = from === 'now' ? '' : from === 'copy' ? '?as=copy' : `?version=${from.version}`
  return `/wiki/spaces/${spaceKey}/edit/${id}${query}`
}

/** Tell where a page is moved. */
export function movePath({ spaceKey, id }: PagePlace): string {
  return `/wiki/spaces/${spaceKey}/move/${id}`
}

/** Tell where a page is put into the trash. */
export function trashPath({ spaceKey, id }: PagePlace): string {
  return `/wiki/spaces/${spaceKey}/trash/${id}`
}

/** Tell where the trash of a space is listed. */
export function trashListPath(spaceKey: string): string {
  return `/wiki/spaces/${spaceKey}/trash`
}

/** Tell where a page is brought back from the trash. */
export function restorePath({ spaceKey, id }: PagePlace): string {
  return `/wiki/spaces/${spaceKey}/restore/${id}`
}

/** Tell where a page, or one version of it, is purged. */
export function purgePath({ spaceKey, id }: PagePlace, number?: number): string {
  return `/wiki/spaces/${spaceKey}/purge/${id}${number === undefined ? '' : `/${number}`}`
}
