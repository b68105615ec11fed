/** Reads what Confluence Data Center answers. @module */

import { readStatus } from '../missing.ts'
import { pageUrlOf } from '../page-url.ts'
import { isReadOnly } from '../permitted-operations.ts'
import type { RemotePage, RemotePageHead, RemoteProperty, RemoteSpace } from '../site.ts'
import {
  countOf,
  findId,
  findText,
  idOf,
  listOf,
  memberOf,
  textIn,
  timeOf,
} from '../wire/site-json.ts'
import { readLabel } from '../write-property.ts'

/** What a page's head is read from. */
export const headParts = 'version,space,ancestors,history'

/**
 * Read what is told of a page.
 * @param json What was answered for it, with `headParts`.
 * @param baseUrl Where the operator says that the site is.
 * @param base Where the site says that it is, if that stands beside a list.
 */
export function readContentHead(json: unknown, baseUrl: string, base?: string): RemotePageHead {
  const id = idOf(json, 'id')
  const author = personOf(memberOf(json, 'version', 'by'))
  return {
    id,
    title: textIn(json, 'title'),
    spaceId: idOf(json, 'space', 'id'),
    // From the top of the space down.
    parentId: findId(listOf(json, 'ancestors').at(-1), 'id'),
    status: readStatus(json),
    version: {
      number: countOf(json, 'version', 'number'),
      message: findText(json, 'version', 'message') ?? '',
      authorId: author.id,
      authorName: author.name,
      createdAt: timeOf(json, 'version', 'when'),
    },
    createdAt: timeOf(json, 'history', 'createdDate'),
    authorId: personOf(memberOf(json, 'history', 'createdBy')).id,
    // By its id: the address with the title leads nowhere once the page has another one.
    url: pageUrlOf(findText(json, '_links', 'base') ?? base, undefined, {
      id,
      fallback: baseUrl,
    }),
  }
}

/**
 * Read a page, with its body, labels and property as far as they stand in the answer.
 * @param baseUrl Where the operator says that the site is.
 * @param propertyKey The property that was asked for, if any was.
 */
export function readContent(json: unknown, baseUrl: string, propertyKey?: string): RemotePage {
  const property =
    propertyKey === undefined ? undefined : memberOf(json, 'metadata', 'properties', propertyKey)
  const labels = memberOf(json, 'metadata', 'labels')
  return {
    ...readContentHead(json, baseUrl),
    body: findText(json, 'body', 'storage', 'value'),
    labels: labels === undefined ? [] : listOf(labels, 'results').flatMap(readLabel),
    property: property === undefined ? undefined : readContentProperty(property),
    isReadOnly: isReadOnly(memberOf(json, 'operations')),
  }
}

/** Read a property. */
export function readContentProperty(json: unknown): RemoteProperty {
  return {
    id: textIn(json, 'key'),
    version: countOf(json, 'version', 'number'),
    value: memberOf(json, 'value'),
  }
}

/** Read a space. */
export function readContentSpace(json: unknown): RemoteSpace {
  return {
    id: idOf(json, 'id'),
    key: textIn(json, 'key'),
    name: textIn(json, 'name'),
    homepageId: findId(json, 'homepage', 'id'),
  }
}

/**
 * Read who somebody is.
 * @param json What was answered for them; nothing for somebody who was deleted.
 */
export function personOf(json: unknown): { readonly id: string; readonly name: string } {
  const user = findText(json, 'username')?.slice(0, 255) ?? ''
  const id = findId(json, 'userKey') ?? user
  return { id, name: findText(json, 'displayName') || user || id }
}
