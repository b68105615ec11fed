/** What an import is for those who plan bodies. @module */
import type { BodyWanted } from '../../confluence/body/page-body.ts'
import type { Utf8Document } from '../../importing/prepared-document.ts'
import { textOf } from '../../isolation/frames.ts'
import type { SpaceConnection } from '../connections/space-connection.ts'
import type { RecordedFile } from '../records/recorded-pages.ts'

/**
 * Tell what an import alone makes of a page, whatever is there.
 * @param connection The connection of its space.
 * @param document The converted document.
 * @param pageId The page, once it has an id.
 * @param files Its images.
 */
export function ownBody(
  { kind, baseUrl, settings, policies }: SpaceConnection,
  document: Utf8Document,
  pageId?: string,
  files: readonly RecordedFile[] = [],
): BodyWanted {
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

/**
 * Name files as bodies are planned with them.
 * @param files Images of a page.
 */
export function placedFiles(files: readonly RecordedFile[]): BodyWanted['files'] {
  return files.map(({ sha256, name, fileId }) => ({ sha256, name, fileId: fileId ?? undefined }))
}
