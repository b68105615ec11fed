/** Attaches files to pages by REST v1, which Cloud and Data Center have alike. @module */
import { createHash } from 'node:crypto'
import { plainId } from './missing.ts'
import type { FormPart } from './multipart.ts'
import type { ConfluenceSite, RemoteAttachment, RemoteFile } from './site.ts'
import type { SiteClient } from './site-client.ts'
import { findId, findText, idOf, memberOf, textIn, UnreadableAnswerError } from './site-json.ts'

/**
 * Make what attaches files.
 * @param client Sends requests to the site.
 */
export function fileAttacher(client: SiteClient): ConfluenceSite['attachFiles'] {
  return async (pageId, files, known, pageStatus = 'current') => {
    const path = `/rest/api/content/${plainId(pageId)}/child/attachment`
    const query = pageStatus === 'draft' ? '?status=draft' : ''
    const knownIds = new Map(known.map(({ name, id }) => [name.normalize(), id]))
    const isNew = (file: RemoteFile): boolean => !knownIds.has(file.name.normalize())
    const done = new Map<string, RemoteAttachment>()
    const upload = async (way: string, some: readonly RemoteFile[]): Promise<void> => {
      for (const one of await sendFiles(client, `${path}${way}${query}`, some)) {
        done.set(one.name.normalize(), one)
      }
    }
    const fresh = files.filter(isNew)
    if (fresh.length > 0) await upload('', fresh)
    for (const file of files) {
      const id = knownIds.get(file.name.normalize())
      if (id !== undefined) await upload(`/${encodeURIComponent(id)}/data`, [file])
    }
    return files.map(({ name }) => done.get(name.normalize()) as RemoteAttachment)
  }
}

/** @returns As many as were sent, with their names. */
function sendFiles(
  client: SiteClient,
  path: string,
  files: readonly RemoteFile[],
): Promise<RemoteAttachment[]> {
  return client.send({ method: 'POST', path, form: attachmentForm(files) }, (json) => {
    const results = memberOf(json, 'results')
    const rows = (Array.isArray(results) ? results : [json]).map(readUploaded)
    const names = new Set(rows.map(({ name }) => name.normalize()))
    if (files.every(({ name }) => names.has(name.normalize()))) return rows
    throw new UnreadableAnswerError('Not every file was attached.')
  })
}

/**
 * Read an attachment of REST v1.
 * @param json What was answered for it.
 */
export function readUploaded(json: unknown): RemoteAttachment {
  return {
    id: idOf(json, 'id'),
    name: textIn(json, 'title'),
    fileId: findId(json, 'extensions', 'fileId'),
    comment: findText(json, 'extensions', 'comment') ?? findText(json, 'metadata', 'comment') ?? '',
  }
}

/** The comment of each file tells its bytes, so that they are known without a download. */
function attachmentForm(files: readonly RemoteFile[]): FormPart[] {
  const parts = files.flatMap(({ name, mediaType, bytes }): FormPart[] => [
    { name: 'file', fileName: name, mediaType, bytes },
    { name: 'comment', text: `sha256:${createHash('sha256').update(bytes).digest('hex')}` },
  ])
  return [...parts, { name: 'minorEdit', text: 'true' }]
}
