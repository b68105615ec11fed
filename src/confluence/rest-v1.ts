/** REST v1: Data Center's only API, and some calls that Cloud still needs. @module */

import { setTimeout as wait } from 'node:timers/promises'
import { isOfKind, plainId, unlessMissing } from './confluence-error.ts'
import type {
  ConfluenceSite,
  RemoteAttachment,
  RemotePage,
  RemotePageHead,
  RemoteProperty,
  RemoteSpace,
} from './site.ts'
import type { SiteClient } from './wire/site-client.ts'
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
} from './wire/site-json.ts'

export const headParts = 'version,space,ancestors,history'

/**
 * @param json Answer with `headParts`.
 * @param baseUrl The configured address of the site.
 * @param base The address that the site claims to have.
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

export function readContentProperty(json: unknown): RemoteProperty {
  return {
    id: textIn(json, 'key'),
    version: countOf(json, 'version', 'number'),
    value: memberOf(json, 'value'),
  }
}

/** Cloud's v2 gives only the id of the homepage. */
export function readSpace(json: unknown): RemoteSpace {
  return {
    id: idOf(json, 'id'),
    key: textIn(json, 'key'),
    name: textIn(json, 'name'),
    homepageId: findId(json, 'homepageId') ?? findId(json, 'homepage', 'id'),
  }
}

/** Case does not count in keys of spaces. */
export function withKey(spaces: readonly RemoteSpace[], key: string): RemoteSpace | undefined {
  return spaces.find((space) => space.key.toLowerCase() === key.toLowerCase())
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
 * @param base The address that the site claims to have; `fallback` if that is no address.
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
 * @param rows The answer's list of operations. The result is false without a list that allows reading.
 */
export function isReadOnly(rows: unknown): boolean {
  const allowed = Array.isArray(rows) ? rows.map(nameOfOperation) : []
  return allowed.includes('read page') && !allowed.includes('update page')
}

/** The name of an operation, such as `update page`. */
export function nameOfOperation(row: unknown): string {
  return `${findText(row, 'operation')} ${findText(row, 'targetType')}`
}

/** What both kinds of sites do by REST v1. */
export function v1Site(
  client: SiteClient,
): Pick<ConfluenceSite, 'attachFiles' | 'addLabels' | 'removeLabel'> {
  const pathOf = (pageId: string): string => `/rest/api/content/${plainId(pageId)}`
  return {
    async attachFiles(pageId, files) {
      const form = new FormData()
      for (const { name, mediaType, bytes } of files) {
        form.append('file', new File([Buffer.from(bytes)], name, { type: mediaType }))
      }
      form.set('minorEdit', 'true')
      const path = `${pathOf(pageId)}/child/attachment`
      return client.send({ method: 'POST', path, form }, (json) => {
        const attached = listOf(json, 'results').map(readUploaded)
        if (attached.length === files.length) return attached
        throw new UnreadableAnswerError('It is about other files.')
      })
    },
    async addLabels(pageId, labels) {
      if (labels.length === 0) return
      const json = labels.map((name) => ({ prefix: 'global', name }))
      await client.send({ method: 'POST', path: `${pathOf(pageId)}/label`, json })
    },
    async removeLabel(pageId, label) {
      const path = `${pathOf(pageId)}/label?name=${encodeURIComponent(label)}`
      await unlessMissing(() => client.send({ method: 'DELETE', path }))
    },
  }
}

export function readUploaded(json: unknown): RemoteAttachment {
  return {
    id: idOf(json, 'id'),
    name: textIn(json, 'title'),
    fileId: findId(json, 'extensions', 'fileId'),
  }
}

const endings: Readonly<Record<string, string>> = {
  'image/avif': 'avif',
  'image/gif': 'gif',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/webp': 'webp',
}

const digits = 12

/**
 * Name an attachment by its bytes, so that each file is attached once and never mistaken for
 * people's. The name has only characters without a meaning in Confluence's addresses and macros.
 */
export function attachmentName(sha256: string, mediaType: string, name?: string): string {
  const start = `markport-${sha256.slice(0, digits)}`
  if (name !== undefined) return `${start}-${name.replace(/[^\p{L}\p{M}\p{N}._ -]/gu, '_')}`
  const ending = Object.hasOwn(endings, mediaType) ? endings[mediaType] : 'bin'
  return `${start}.${ending}`
}

/** Returns undefined for the name of an image. */
export function linkedFileName(name: string): string | undefined {
  return /^markport-[0-9a-f]{12}-(.+)$/.exec(name)?.[1]
}

interface PropertyRoutes {
  pathOf(pageId: string): string
  find(pageId: string, key: string): Promise<RemoteProperty | undefined>
  /** Members that a new version of a property needs beside its number. */
  readonly version: object
}

const maxWrites = 3
const betweenWritesMs = 300

/** Write a property, and again after a conflict: Confluence itself writes to a page after each save. */
export function propertyWriter(
  client: SiteClient,
  { pathOf, find, version: versionParts }: PropertyRoutes,
): ConfluenceSite['putProperty'] {
  return async (pageId, { key, value, current }) => {
    const path = pathOf(pageId)
    const create = () => client.send({ method: 'POST', path, json: { key, value } })
    const replace = async ({ id, version }: RemoteProperty): Promise<void> => {
      const propertyPath = `${path}/${encodeURIComponent(id)}`
      const json = { key, value, version: { number: version + 1, ...versionParts } }
      try {
        await client.send({ method: 'PUT', path: propertyPath, json })
      } catch (error) {
        // A site with a duplicated property refuses changes, so delete and create it.
        if (!isOfKind(error, 'bad-request')) throw error
        await unlessMissing(() => client.send({ method: 'DELETE', path: propertyPath }))
        await create()
      }
    }
    let property = current
    for (let count = 1; ; count += 1) {
      try {
        return await (property === undefined ? create() : replace(property))
      } catch (error) {
        if (!isOfKind(error, 'conflict') || count >= maxWrites) throw error
        await wait(betweenWritesMs)
        property = await find(pageId, key)
      }
    }
  }
}

/** Read a global label; personal ones are skipped. */
export function readLabel(json: unknown): string[] {
  return (findText(json, 'prefix') ?? 'global') === 'global' ? [textIn(json, 'name')] : []
}
