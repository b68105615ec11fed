/** Properties and labels of pages of Confluence Cloud. Neither makes a version. @module */
import { setTimeout as wait } from 'node:timers/promises'
import { readList } from './cloud-lists.ts'
import { readLabel, readProperty } from './cloud-shapes.ts'
import { plainId } from './plain-id.ts'
import { ConfluenceError, type ConfluenceSite, type RemoteProperty } from './site.ts'
import type { SiteClient } from './site-client.ts'
import { unlessMissing } from './unless-missing.ts'

type PropertyMethods = Pick<
  ConfluenceSite,
  'putProperty' | 'setPageWidth' | 'addLabels' | 'removeLabel'
>

/** What readers see, and what the editor shows. */
const widthKeys = ['content-appearance-published', 'content-appearance-draft'] as const
const maxWrites = 3
const betweenWritesMs = 300

/**
 * Make what writes properties and labels.
 * @param client Sends requests to the site.
 */
export function cloudProperties(client: SiteClient): PropertyMethods {
  return {
    async putProperty(pageId, { key, value, known }) {
      let current = known
      for (let count = 1; ; count += 1) {
        try {
          return await writeProperty(client, pageId, { key, value, known: current })
        } catch (error) {
          const isConflict = error instanceof ConfluenceError && error.kind === 'conflict'
          if (!isConflict || count >= maxWrites) throw error
          // Confluence writes properties of its own after each save.
          await wait(betweenWritesMs)
          current = await findProperty(client, pageId, key)
        }
      }
    },
    async setPageWidth(pageId, width) {
      for (const key of widthKeys) {
        const known = await findProperty(client, pageId, key)
        if (known?.value !== width) await this.putProperty(pageId, { key, value: width, known })
      }
    },
    async addLabels(pageId, labels) {
      if (labels.length === 0) return
      const json = labels.map((name) => ({ prefix: 'global', name }))
      const path = `/rest/api/content/${plainId(pageId)}/label`
      await client.send({ method: 'POST', path, json }, () => {})
    },
    async removeLabel(pageId, label) {
      const path = `/rest/api/content/${plainId(pageId)}/label?name=${encodeURIComponent(label)}`
      await unlessMissing(() => client.send({ method: 'DELETE', path }, () => {}))
    },
  }
}

async function writeProperty(
  client: SiteClient,
  pageId: string,
  { key, value, known }: { key: string; value: unknown; known: RemoteProperty | undefined },
): Promise<void> {
  const path = `/api/v2/pages/${plainId(pageId)}/properties`
  if (known === undefined) {
    await client.send({ method: 'POST', path, json: { key, value } }, () => {})
    return
  }
  const json = { key, value, version: { number: known.version + 1 } }
  await client.send({ method: 'PUT', path: `${path}/${plainId(known.id)}`, json }, () => {})
}

/**
 * Find one property of a page.
 * @param client Sends requests to the site.
 * @param pageId The page.
 * @param key The property's.
 */
export async function findProperty(
  client: SiteClient,
  pageId: string,
  key: string,
): Promise<RemoteProperty | undefined> {
  const path = `/api/v2/pages/${plainId(pageId)}/properties?key=${encodeURIComponent(key)}`
  const found = await readList(client, path, (row) => [readProperty(row)])
  return found.find((property) => property.key === key)
}

/**
 * List all labels of a page that all see.
 * @param client Sends requests to the site.
 * @param pageId The page.
 */
export function listLabels(client: SiteClient, pageId: string): Promise<string[]> {
  return readList(client, `/api/v2/pages/${plainId(pageId)}/labels`, readLabel)
}
