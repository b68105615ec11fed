/** Labels of pages, which REST v1 of Cloud and of Data Center takes alike. @module */
import { plainId, unlessMissing } from './missing.ts'
import type { ConfluenceSite } from './site.ts'
import type { SiteClient } from './wire/site-client.ts'
import { findText, textIn } from './wire/site-json.ts'

/**
 * Make what writes labels.
 * @param client Sends requests to the site.
 */
export function labelWriter(client: SiteClient): Pick<ConfluenceSite, 'addLabels' | 'removeLabel'> {
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

/**
 * Read a label that all see; others are a person's own.
 * @param json What was answered for it.
 * @returns None for others.
 */
export function readLabel(json: unknown): string[] {
  return (findText(json, 'prefix') ?? 'global') === 'global' ? [textIn(json, 'name')] : []
}
