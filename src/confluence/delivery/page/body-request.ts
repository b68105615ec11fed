/** What an import is for those who plan bodies. @module */

import { textOf } from '../../../contract/base/message.ts'
import type { Utf8Document } from '../../../wiki/import/prepared-document.ts'
import type { BodyRequest } from '../../body/page-body.ts'
import type { SpaceConnection } from '../connections/space-connection.ts'
import type { RecordedFile } from '../records/recorded-pages.ts'

/** Describe the body that the import alone would make. */
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
