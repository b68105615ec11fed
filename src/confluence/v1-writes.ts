/** Writes files, properties and labels of pages, in ways that Cloud and Data Center share. @module */
import { setTimeout as wait } from 'node:timers/promises'
import { isOfKind } from './confluence-error.ts'
import { plainId, unlessMissing } from './missing.ts'
import type { ConfluenceSite, PropertyMethods, RemoteAttachment, RemoteProperty } from './site.ts'
import type { SiteClient } from './wire/site-client.ts'
import { findId, findText, idOf, listOf, textIn, UnreadableAnswerError } from './wire/site-json.ts'

export function filesAttacher(client: SiteClient): ConfluenceSite['attachFiles'] {
  return (pageId, files) => {
    const path = `/rest/api/content/${plainId(pageId)}/child/attachment`
    const form = new FormData()
    for (const { name, mediaType, bytes } of files) {
      form.append('file', new File([Buffer.from(bytes)], name, { type: mediaType }))
    }
    form.set('minorEdit', 'true')
    return client.send({ method: 'POST', path, form }, (json) => {
      const attached = listOf(json, 'results').map(readUploaded)
      if (attached.length === files.length) return attached
      throw new UnreadableAnswerError('It is about other files.')
    })
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
 * people's. Other characters than these have a meaning in Confluence's addresses and macros.
 */
export function attachmentName(sha256: string, mediaType: string, name?: string): string {
  const start = `markport-${sha256.slice(0, digits)}`
  if (name !== undefined) return `${start}-${name.replace(/[^\p{L}\p{M}\p{N}._ -]/gu, '_')}`
  const ending = Object.hasOwn(endings, mediaType) ? endings[mediaType] : 'bin'
  return `${start}.${ending}`
}

/** Undefined for an image. */
export function linkedFileName(name: string): string | undefined {
  return /^markport-[0-9a-f]{12}-(.+)$/.exec(name)?.[1]
}

interface PropertyRoutes {
  pathOf(pageId: string): string
  find(pageId: string, key: string): Promise<RemoteProperty | undefined>
  /** What a new version of a property says beside its number. */
  readonly version: object
}

const maxWrites = 3
const betweenWritesMs = 300

/** Write a property, and again after a conflict: Confluence itself writes to a page after each save. */
export function propertyWriter(
  client: SiteClient,
  { pathOf, find, version: versionParts }: PropertyRoutes,
): PropertyMethods['putProperty'] {
  const ignore = (): void => {}
  return async (pageId, { key, value, current }) => {
    const path = pathOf(pageId)
    const create = () => client.send({ method: 'POST', path, json: { key, value } }, ignore)
    const replace = async ({ id, version }: RemoteProperty): Promise<void> => {
      const propertyPath = `${path}/${encodeURIComponent(id)}`
      const json = { key, value, version: { number: version + 1, ...versionParts } }
      try {
        await client.send({ method: 'PUT', path: propertyPath, json }, ignore)
      } catch (error) {
        // A site with a duplicated property refuses changes, so delete and create it.
        if (!isOfKind(error, 'bad-request')) throw error
        await unlessMissing(() => client.send({ method: 'DELETE', path: propertyPath }, ignore))
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

export function labelWriter(
  client: SiteClient,
): Pick<PropertyMethods, 'addLabels' | 'removeLabel'> {
  const pathOf = (pageId: string): string => `/rest/api/content/${plainId(pageId)}/label`
  return {
    async addLabels(pageId, labels) {
      if (labels.length === 0) return
      const json = labels.map((name) => ({ prefix: 'global', name }))
      await client.send({ method: 'POST', path: pathOf(pageId), json }, () => {})
    },
    async removeLabel(pageId, label) {
      const path = `${pathOf(pageId)}?name=${encodeURIComponent(label)}`
      await unlessMissing(() => client.send({ method: 'DELETE', path }, () => {}))
    },
  }
}

/** Read a global label; personal ones are skipped. */
export function readLabel(json: unknown): string[] {
  return (findText(json, 'prefix') ?? 'global') === 'global' ? [textIn(json, 'name')] : []
}
