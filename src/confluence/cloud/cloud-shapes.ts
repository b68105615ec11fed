/** Reads what Confluence Cloud answers. @module */

import { isOfKind } from '../confluence-error.ts'
import { readStatus } from '../missing.ts'
import { pageUrlOf } from '../page-url.ts'
import { isReadOnly } from '../permitted-operations.ts'
import type {
  RemoteAttachment,
  RemoteComment,
  RemotePage,
  RemotePageHead,
  RemoteProperty,
  RemoteSpace,
  SiteAccount,
} from '../site.ts'
import {
  countOf,
  findId,
  findText,
  idOf,
  listOf,
  memberOf,
  textIn,
  timeOf,
  UnreadableAnswerError,
} from '../wire/site-json.ts'
import { readLabel } from '../write-property.ts'

/** What heads need beside what is answered for one page. */
export interface HeadContext {
  /** Where the operator says that the site is. */
  readonly baseUrl: string
  /** The name of an author, or the id. */
  readonly nameOf: (authorId: string) => string
}

/**
 * Check that an answer is about what was asked for.
 * @throws {UnreadableAnswerError} When it is about another one.
 */
export function checkIsAbout(json: unknown, id: string): void {
  if (idOf(json, 'id') !== id) throw new UnreadableAnswerError('It is about another page.')
}

/**
 * Read what is told of a page.
 * @param base Where the site says that it is, if that stands beside a list.
 */
export function readHead(json: unknown, context: HeadContext, base?: string): RemotePageHead {
  const id = idOf(json, 'id')
  const authorId = findId(json, 'version', 'authorId') ?? ''
  return {
    id,
    title: textIn(json, 'title'),
    spaceId: idOf(json, 'spaceId'),
    parentId: findId(json, 'parentId'),
    status: readStatus(json),
    version: {
      number: countOf(json, 'version', 'number'),
      message: findText(json, 'version', 'message') ?? '',
      authorId,
      authorName: context.nameOf(authorId),
      createdAt: timeOf(json, 'version', 'createdAt'),
    },
    createdAt: timeOf(json, 'createdAt'),
    authorId: findId(json, 'authorId') ?? '',
    url: pageUrlOf(findText(json, '_links', 'base') ?? base, findText(json, '_links', 'webui'), {
      id,
      fallback: context.baseUrl,
    }),
  }
}

/**
 * Read a page, with its labels and properties as far as they stand in the answer.
 * @param propertyKey The property that was asked for, if any was.
 */
export function readPage(json: unknown, context: HeadContext, propertyKey?: string): RemotePage {
  return {
    ...readHead(json, context),
    body: findText(json, 'body', 'atlas_doc_format', 'value'),
    labels: rowsOf(json, 'labels').flatMap(readLabel),
    property: rowsOf(json, 'properties')
      .map(readProperty)
      .find(({ key }) => key === propertyKey),
    isReadOnly: isReadOnly(memberOf(json, 'operations', 'results')),
  }
}

/**
 * Read a draft. What is answered for it leads to its editor; its address is told as it will be.
 * @param draft The key of its space, and its title.
 */
export function readDraft(
  json: unknown,
  context: HeadContext,
  { spaceKey, title }: { readonly spaceKey: string; readonly title: string },
): RemotePage {
  const page = readPage(json, context)
  // As forms are encoded, so are titles in addresses.
  const words = new URLSearchParams({ title }).toString().replace('title=', '')
  const way = `/spaces/${encodeURIComponent(spaceKey)}/pages/${page.id}/${words}`
  const place = { id: page.id, fallback: context.baseUrl }
  return { ...page, url: pageUrlOf(findText(json, '_links', 'base'), way, place) }
}

/** Parts of a page that only some answers hold. */
function rowsOf(json: unknown, name: string): readonly unknown[] {
  return memberOf(json, name) === undefined ? [] : listOf(json, name, 'results')
}

/** Read a property. */
export function readProperty(json: unknown): RemoteProperty & { readonly key: string } {
  return {
    key: textIn(json, 'key'),
    id: idOf(json, 'id'),
    version: countOf(json, 'version', 'number'),
    value: memberOf(json, 'value'),
  }
}

/** Read a space. */
export function readSpace(json: unknown): RemoteSpace {
  return {
    id: idOf(json, 'id'),
    key: textIn(json, 'key'),
    name: textIn(json, 'name'),
    homepageId: findId(json, 'homepageId'),
  }
}

/** Read an attachment of REST v2. */
export function readRemoteAttachment(json: unknown): RemoteAttachment {
  return {
    id: idOf(json, 'id'),
    name: textIn(json, 'title'),
    fileId: findId(json, 'fileId'),
  }
}

/**
 * Read an inline comment.
 * @returns None where it is about no text that can be found.
 */
export function readOpenComment(json: unknown): RemoteComment[] {
  const marker = findText(json, 'properties', 'inlineMarkerRef')
  if (marker === undefined) return []
  const quoted = findText(json, 'properties', 'inlineOriginalSelection') ?? ''
  return [{ marker, quoted }]
}

const maxNames = 1_000

export interface AuthorNames {
  /** The name if it is known, else the id: asks nobody. */
  known(id: string): string
  /** Find a name; the id where the site tells none. Never throws. */
  find(id: string): Promise<string>
}

/**
 * Make what knows names.
 * @param ask Asks the site for a name; undefined where it tells none.
 */
export function authorNames(
  ask: (id: string) => Promise<string | undefined>,
  accounts: readonly SiteAccount[],
): AuthorNames {
  const names = new Map(accounts.map(({ id, name }) => [id, name]))
  const known = (id: string): string => names.get(id) ?? id
  return {
    known,
    async find(id) {
      if (names.has(id)) return known(id)
      try {
        const name = await ask(id)
        if (names.size >= maxNames) names.clear()
        names.set(id, name ?? id)
      } catch (error) {
        // A name is for people; nothing waits for it.
        if (isOfKind(error, 'removed')) names.set(id, id)
      }
      return known(id)
    },
  }
}
