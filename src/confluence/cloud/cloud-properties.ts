/** Properties and labels of pages on Cloud; neither creates a version. @module */

import { isOfKind } from '../confluence-error.ts'
import { plainId, unlessMissing } from '../missing.ts'
import type { PropertyMethods, RemoteProperty } from '../site.ts'
import type { SiteClient } from '../wire/site-client.ts'
import { readCursorList } from '../wire/site-lists.ts'
import { labelWriter, readLabel, writeProperty } from '../write-property.ts'
import { readProperty } from './cloud-shapes.ts'

/** The published width, and the editor's. */
const widthKeys = ['content-appearance-published', 'content-appearance-draft'] as const

export function cloudProperties(client: SiteClient): PropertyMethods {
  const putProperty: PropertyMethods['putProperty'] = async (
    pageId,
    { key, value, current: property },
  ) => {
    const path = `/api/v2/pages/${plainId(pageId)}/properties`
    const create = (): Promise<void> =>
      client.send({ method: 'POST', path, json: { key, value } }, () => {})
    await writeProperty(property, {
      create,
      replace: async ({ id, version }) => {
        const propertyPath = `${path}/${plainId(id)}`
        const json = { key, value, version: { number: version + 1 } }
        try {
          await client.send({ method: 'PUT', path: propertyPath, json }, () => {})
        } catch (error) {
          // A site with a duplicated property refuses changes, so delete and create it.
          if (!isOfKind(error, 'bad-request')) throw error
          await unlessMissing(() => client.send({ method: 'DELETE', path: propertyPath }, () => {}))
          await create()
        }
      },
      find: () => findProperty(client, pageId, key),
    })
  }
  return {
    putProperty,
    async setPageWidth(pageId, width) {
      for (const key of widthKeys) {
        const property = await findProperty(client, pageId, key)
        if (property?.value !== width)
          await putProperty(pageId, { key, value: width, current: property })
      }
    },
    ...labelWriter(client),
  }
}

export async function findProperty(
  client: SiteClient,
  pageId: string,
  key: string,
): Promise<RemoteProperty | undefined> {
  const path = `/api/v2/pages/${plainId(pageId)}/properties?key=${encodeURIComponent(key)}`
  const properties = await readCursorList(client, path, (row) => [readProperty(row)])
  return properties.find((property) => property.key === key)
}

export function listLabels(client: SiteClient, pageId: string): Promise<string[]> {
  return readCursorList(client, `/api/v2/pages/${plainId(pageId)}/labels`, readLabel)
}
