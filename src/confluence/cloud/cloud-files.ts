/** Attachments of pages of Confluence Cloud: REST v2 lists them, v1 takes them. @module */
import { fileAttacher } from '../attach-files.ts'
import { plainId } from '../missing.ts'
import type { ConfluenceSite } from '../site.ts'
import type { SiteClient } from '../wire/site-client.ts'
import { readCursorList } from './cloud-lists.ts'
import { readRemoteAttachment } from './cloud-shapes.ts'

/**
 * Make what lists attachments and attaches files.
 * @param client Sends requests to the site.
 */
export function cloudFiles(
  client: SiteClient,
): Pick<ConfluenceSite, 'listAttachments' | 'attachFiles'> {
  return {
    async listAttachments(pageId) {
      const path = `/api/v2/pages/${plainId(pageId)}/attachments`
      return readCursorList(client, path, (row) => [readRemoteAttachment(row)])
    },
    attachFiles: fileAttacher(client),
  }
}
