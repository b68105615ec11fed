/**
 * Writes properties and labels, although Confluence itself writes to a page after each save.
 * @module
 */
import { setTimeout as wait } from 'node:timers/promises'
import { isOfKind } from './confluence-error.ts'
import { plainId, unlessMissing } from './missing.ts'
import type { PropertyMethods, RemoteProperty } from './site.ts'
import type { SiteClient } from './wire/site-client.ts'
import { findText, textIn } from './wire/site-json.ts'

interface PropertyRequests {
  create(): Promise<void>
  replace(property: RemoteProperty): Promise<void>
  find(): Promise<RemoteProperty | undefined>
}

const maxWrites = 3
const betweenWritesMs = 300

/**
 * Write a property, and again after a conflict.
 * @param property Undefined where there was none.
 */
export async function writeProperty(
  property: RemoteProperty | undefined,
  requests: PropertyRequests,
): Promise<void> {
  let current = property
  for (let count = 1; ; count += 1) {
    try {
      if (current === undefined) return await requests.create()
      return await requests.replace(current)
    } catch (error) {
      if (!isOfKind(error, 'conflict') || count >= maxWrites) throw error
      await wait(betweenWritesMs)
      current = await requests.find()
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
