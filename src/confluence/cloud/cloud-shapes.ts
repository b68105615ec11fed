/** Reads the answers of Confluence Cloud. @module */

import { isReadOnly, pageUrlOf, readLabel } from '../rest-v1.ts'
import type {
  RemoteAttachment,
  RemoteComment,
  RemotePage,
  RemotePageHead,
  RemoteProperty,
} from '../site.ts'
import {
  countOf,
  findId,
  findText,
  idOf,
  listOf,
  memberOf,
  readStatus,
  textIn,
  timeOf,
  UnreadableAnswerError,
} from '../wire/site-json.ts'

export interface HeadContext {
  readonly baseUrl: string
  readonly nameOf: (authorId: string) => string
}

/**
 * @throws {UnreadableAnswerError} When the answer is about another page.
 */
export function checkIsAbout(json: unknown, id: string): void {
  if (idOf(json, 'id') !== id) throw new UnreadableAnswerError('It is about another page.')
}

/**
 * @param base The site's address by its own account.
 */
export function readHead(json: unknown, context: HeadContext, base?: string): RemotePageHead {
  const id = idOf(json, 'id')
  const root = findText(json, '_links', 'base') ?? base
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
    authorId: findId(json, 'authorId') ?? '',
    url: pageUrlOf(root, findText(json, '_links', 'webui'), { id, fallback: context.baseUrl }),
  }
}

/**
 * @param propertyKey The requested property, if any.
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

function rowsOf(json: unknown, name: string): readonly unknown[] {
  return memberOf(json, name) === undefined ? [] : listOf(json, name, 'results')
}

export function readProperty(json: unknown): RemoteProperty & { readonly key: string } {
  return {
    key: textIn(json, 'key'),
    id: idOf(json, 'id'),
    version: countOf(json, 'version', 'number'),
    value: memberOf(json, 'value'),
  }
}

export function readRemoteAttachment(json: unknown): RemoteAttachment {
  return {
    id: idOf(json, 'id'),
    name: textIn(json, 'title'),
    fileId: findId(json, 'fileId'),
  }
}

/** Returns nothing for a comment without a marker, because we could not locate it. */
export function readOpenComment(json: unknown): RemoteComment[] {
  const marker = findText(json, 'properties', 'inlineMarkerRef')
  if (marker === undefined) return []
  const quoted = findText(json, 'properties', 'inlineOriginalSelection') ?? ''
  return [{ marker, quoted }]
}
