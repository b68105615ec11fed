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
  const putProperty: PropertyMethods['putProperty'] = async (pageId, { key, value, known }) => {
    const path = `/api/v2/pages/${plainId(pageId)}/properties`
    const create = (): Promise<void> =>
      client.send({ method: 'POST', path, json: { key, value } }, () => {})
    await writeProperty(known, {
      create,
      replace: async ({ id, version }) => {
        const own = `${path}/${plainId(id)}`
        const json = { key, value, version: { number: version + 1 } }
        try {
          await client.send({ method: 'PUT', path: own, json }, () => {})
        } catch (error) {
          // A site with a duplicated property refuses changes, so delete and create it.
          if (!isOfKind(error, 'bad-request')) throw error
          await unlessMissing(() => client.send({ method: 'DELETE', path: own }, () => {}))
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
        const known = await findProperty(client, pageId, key)
        if (known?.value !== width) await putProperty(pageId, { key, value: width, known })
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
  const found = await readCursorList(client, path, (row) => [readProperty(row)])
  return found.find((property) => property.key === key)
}

export function listLabels(client: SiteClient, pageId: string): Promise<string[]> {
  return readCursorList(client, `/api/v2/pages/${plainId(pageId)}/labels`, readLabel)
}
