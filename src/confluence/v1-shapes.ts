/** Reads the answers of REST v1: all of Data Center's, and a search of Cloud's. @module */

import { ConfluenceError } from './confluence-error.ts'
import { plainId, readStatus } from './missing.ts'
import type { RemotePage, RemotePageHead, RemoteProperty, RemoteSpace } from './site.ts'
import { readLabel } from './v1-writes.ts'
import { readList, type SiteClient } from './wire/site-client.ts'
import {
  countOf,
  findId,
  findText,
  idOf,
  listOf,
  memberOf,
  textIn,
  timeOf,
} from './wire/site-json.ts'

export const headParts = 'version,space,ancestors,history'

/**
 * @param json Answer with `headParts`.
 * @param baseUrl The configured address of the site.
 * @param base The site's address by its own account.
 */
export function readContentHead(json: unknown, baseUrl: string, base?: string): RemotePageHead {
  const id = idOf(json, 'id')
  const author = personOf(memberOf(json, 'version', 'by'))
  return {
    id,
    title: textIn(json, 'title'),
    spaceId: idOf(json, 'space', 'id'),
    // Ancestors begin at the top of the space.
    parentId: findId(listOf(json, 'ancestors').at(-1), 'id'),
    status: readStatus(json),
    version: {
      number: countOf(json, 'version', 'number'),
      message: findText(json, 'version', 'message') ?? '',
      authorId: author.id,
      authorName: author.name,
      createdAt: timeOf(json, 'version', 'when'),
    },
    authorId: personOf(memberOf(json, 'history', 'createdBy')).id,
    // An address with the title breaks when the page is renamed.
    url: pageUrlOf(findText(json, '_links', 'base') ?? base, undefined, {
      id,
      fallback: baseUrl,
    }),
  }
}

/**
 * @param propertyKey The requested property, if any.
 */
export function readContent(
  json: unknown,
  baseUrl: string,
  propertyKey?: string,
  base?: string,
): RemotePage {
  const property =
    propertyKey === undefined ? undefined : memberOf(json, 'metadata', 'properties', propertyKey)
  const labels = memberOf(json, 'metadata', 'labels')
  return {
    ...readContentHead(json, baseUrl, base),
    body:
      findText(json, 'body', 'storage', 'value') ??
      findText(json, 'body', 'atlas_doc_format', 'value'),
    labels: labels === undefined ? [] : listOf(labels, 'results').flatMap(readLabel),
    property: property === undefined ? undefined : readContentProperty(property),
    isReadOnly: isReadOnly(memberOf(json, 'operations')),
  }
}

/** Read pages whole by a search; those with more labels than it gives are left out. */
export function readContents(
  client: SiteClient,
  ids: readonly string[],
  { format, propertyKey }: { format: 'storage' | 'atlas_doc_format'; propertyKey: string },
  readRow: (json: unknown, base: string | undefined) => RemotePage,
): Promise<RemotePage[]> {
  const cql = encodeURIComponent(`id in (${ids.map(plainId).join(',')})`)
  const parts = `${headParts},body.${format},metadata.labels,operations`
  const expand = `${parts},metadata.properties.${encodeURIComponent(propertyKey)}`
  const path = `/rest/api/content/search?cql=${cql}&expand=${expand}`
  const hasMoreLabels = (row: unknown): boolean =>
    memberOf(row, 'metadata', 'labels', '_links', 'next') !== undefined
  return readList(
    client,
    path,
    (row, base) => (hasMoreLabels(row) ? [] : [readRow(row, base)]),
    ids.length,
  )
}

export function readContentProperty(json: unknown): RemoteProperty {
  return {
    id: textIn(json, 'key'),
    version: countOf(json, 'version', 'number'),
    value: memberOf(json, 'value'),
  }
}

export function readContentSpace(json: unknown): RemoteSpace {
  return {
    id: idOf(json, 'id'),
    key: textIn(json, 'key'),
    name: textIn(json, 'name'),
    homepageId: findId(json, 'homepage', 'id'),
  }
}

/**
 * @param json Undefined for a deleted person.
 */
export function personOf(json: unknown): { readonly id: string; readonly name: string } {
  const user = findText(json, 'username')?.slice(0, 255) ?? ''
  const id = findId(json, 'accountId') ?? findId(json, 'userKey') ?? user
  return { id, name: findText(json, 'displayName') || user || id }
}

/** The query for pages with words in their titles, as part of an address. */
export function cqlOf({ key }: RemoteSpace, words: string): string {
  const cql = `type = page and space = ${quote(key)} and title ~ ${quote(`${words}*`)}`
  return encodeURIComponent(cql)
}

export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}

/**
 * @param base The site's address by its own account; `fallback` if that is none.
 * @param path Path from the answer; undefined if it has none.
 * @param page `fallback` is the configured address.
 */
export function pageUrlOf(
  base: string | undefined,
  path: string | undefined,
  { id, fallback }: { readonly id: string; readonly fallback: string },
): string {
  const root = (isHttp(base) ? base : fallback).replace(/\/$/, '')
  const pagePath = path?.startsWith('/') ? path : `/pages/viewpage.action?pageId=${id}`
  return new URL(`${root}${pagePath}`).href
}

function isHttp(text: string | undefined): text is string {
  const url = URL.parse(text ?? '')
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.search === ''
}

/**
 * Tell whether the listed operations do not include changing the page.
 * @param rows False where it is no list, or lacks even reading.
 */
export function isReadOnly(rows: unknown): boolean {
  const allowed = Array.isArray(rows) ? rows.map(nameOfOperation) : []
  return allowed.includes('read page') && !allowed.includes('update page')
}

/** Such as `update page`. */
export function nameOfOperation(row: unknown): string {
  return `${findText(row, 'operation')} ${findText(row, 'targetType')}`
}

/** True where the site does not tell. */
export async function mayEdit(client: SiteClient, path: string): Promise<boolean> {
  try {
    return await client.send(
      { method: 'GET', path },
      (json) => !isReadOnly(memberOf(json, 'operations')),
    )
  } catch (error) {
    if (error instanceof ConfluenceError) return true
    throw error
  }
}
