/** Files as REST v1 takes them, on Cloud and Data Center alike. @module */
import { createHash } from 'node:crypto'
import type { FormPart } from './multipart.ts'
import type { RemoteFile } from './site.ts'

/**
 * Make the form that attaches files. The comment of each tells its bytes, so that they are known
 * without a download.
 * @param files What to attach.
 */
export function attachmentForm(files: readonly RemoteFile[]): FormPart[] {
  const parts = files.flatMap(({ name, mediaType, bytes }): FormPart[] => [
    { name: 'file', fileName: name, mediaType, bytes },
    { name: 'comment', text: `sha256:${createHash('sha256').update(bytes).digest('hex')}` },
  ])
  return [...parts, { name: 'minorEdit', text: 'true' }]
}
