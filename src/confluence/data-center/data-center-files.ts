/** Attachments of pages of Confluence Data Center. @module */
import { fileAttacher, readUploaded } from '../attach-files.ts'
import { plainId } from '../missing.ts'
import type { ConfluenceSite } from '../site.ts'
import type { SiteClient } from '../wire/site-client.ts'
import { readOffsetList } from './data-center-lists.ts'

/**
 * Make what lists attachments and attaches files.
 * @param client Sends requests to the site.
 */
export function dataCenterFiles(
  client: SiteClient,
): Pick<ConfluenceSite, 'listAttachments' | 'attachFiles'> {
  return {
    async listAttachments(pageId) {
      const path = `/rest/api/content/${plainId(pageId)}/child/attachment`
      // Storage format names files by their names.
      return readOffsetList(client, path, (row) => [{ ...readUploaded(row), fileId: undefined }])
    },
    attachFiles: fileAttacher(client),
  }
}
