/** Properties and labels of pages of Confluence Data Center. Neither makes a version. @module */
import { labelWriter } from '../labels.ts'

import { plainId, unlessMissing } from '../missing.ts'
import type { ConfluenceSite, RemoteProperty } from '../site.ts'
import type { SiteClient } from '../wire/site-client.ts'
import { writeProperty } from '../write-property.ts'
import { readContentProperty } from './data-center-shapes.ts'

type PropertyMethods = Pick<
  ConfluenceSite,
  'putProperty' | 'setPageWidth' | 'addLabels' | 'removeLabel'
>

const widthKey = 'content-appearance-published'

/**
 * Make what writes properties and labels.
 * @param client Sends requests to the site.
 */
export function dataCenterProperties(client: SiteClient): PropertyMethods {
  const pathOf = (pageId: string, part: string): string =>
    `/rest/api/content/${plainId(pageId)}/${part}`

  const find = (pageId: string, key: string): Promise<RemoteProperty | undefined> =>
    unlessMissing(async () => {
      const path = `${pathOf(pageId, 'property')}/${encodeURIComponent(key)}`
      return client.send({ method: 'GET', path }, readContentProperty)
    })

  async function putProperty(
    pageId: string,
    { key, value, known }: { key: string; value: unknown; known: RemoteProperty | undefined },
  ): Promise<void> {
    const path = pathOf(pageId, 'property')
    await writeProperty(known, {
      create: () => client.send({ method: 'POST', path, json: { key, value } }, () => {}),
      replace: ({ version }) => {
        const json = { key, value, version: { number: version + 1, minorEdit: true } }
        const own = `${path}/${encodeURIComponent(key)}`
        return client.send({ method: 'PUT', path: own, json }, () => {})
      },
      find: () => find(pageId, key),
    })
  }

  return {
    putProperty,
    async setPageWidth(pageId, width) {
      const known = await find(pageId, widthKey)
      if (known?.value !== width) await putProperty(pageId, { key: widthKey, value: width, known })
    },
    ...labelWriter(client),
  }
}
