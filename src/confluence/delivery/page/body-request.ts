/** The request for planning a body. @module */

import { textOf } from '../../../contract/base/message.ts'
import type { Utf8Document } from '../../../wiki/import/prepared-document.ts'
import type { BodyRequest } from '../../body/page-body.ts'
import type { SpaceConnection } from '../connections/space-connection.ts'
import type { RecordedFile } from '../records/recorded-pages.ts'

/** The request for a body from the import alone, without people's edits and comments. */
export function bodyRequestOf(
  { kind, baseUrl, settings, policies }: SpaceConnection,
  document: Utf8Document,
  pageId?: string,
  files: readonly RecordedFile[] = [],
): BodyRequest {
  return {
    kind,
    baseUrl,
    settings,
    edits: policies.edits,
    pageId,
    files: placedFiles(files),
    theirs: undefined,
    base: undefined,
    comments: [],
    adf: textOf(document.adf),
  }
}

export function placedFiles(files: readonly RecordedFile[]): BodyRequest['files'] {
  return files.map(({ sha256, name, fileId }) => ({ sha256, name, fileId: fileId ?? undefined }))
}
