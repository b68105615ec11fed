/** Comments on pages of Confluence Data Center. @module */
import { commentsInBody, isWithoutComments } from '../comments-in-body.ts'
import { plainId, unlessMissing } from '../missing.ts'
import type { ConfluenceSite, RemoteComment } from '../site.ts'
import { storageDialect } from '../storage/storage-dialect.ts'
import type { SiteClient } from '../wire/site-client.ts'
import { findText, idOf } from '../wire/site-json.ts'
import { readOffsetList } from './data-center-lists.ts'

/** A comment whose marker is undefined where the site does not tell it. */
type ToldComment = Omit<RemoteComment, 'marker'> & { readonly marker: string | undefined }

/**
 * Make what reads comments.
 * @param client Sends requests to the site.
 */
export function dataCenterComments(
  client: SiteClient,
): Pick<ConfluenceSite, 'listOpenComments' | 'hasComments'> {
  return {
    async hasComments(pageId) {
      const path = `/rest/api/content/${plainId(pageId)}/child/comment`
      try {
        const all = await readOffsetList(client, path, (row) => [idOf(row, 'id')])
        return all.length > 0
      } catch (error) {
        if (!isWithoutComments(error)) throw error
        return (await listMarkers(client, pageId)).length > 0
      }
    },
    async listOpenComments(pageId) {
      const parts = 'extensions.inlineProperties,extensions.resolution'
      const query = `location=inline&expand=${parts}`
      const path = `/rest/api/content/${plainId(pageId)}/child/comment?${query}`
      const told = await readOffsetList(client, path, readTold).catch((error: unknown) => {
        if (isWithoutComments(error)) return undefined
        throw error
      })
      if (told === undefined) return listMarkers(client, pageId)
      const comments = told.flatMap(({ marker, ...comment }): RemoteComment[] =>
        marker === undefined ? [] : [{ ...comment, marker }],
      )
      if (comments.length === told.length) return comments
      return listMarkers(client, pageId)
    },
  }
}

function readTold(json: unknown): ToldComment[] {
  const isInline = (findText(json, 'extensions', 'location') ?? 'inline') === 'inline'
  const status = findText(json, 'extensions', 'resolution', 'status') ?? 'open'
  if (!isInline || !/^(?:open|reopened)$/.test(status)) return []
  const marker = findText(json, 'extensions', 'inlineProperties', 'markerRef')
  const quoted = findText(json, 'extensions', 'inlineProperties', 'originalSelection') ?? ''
  return [{ id: idOf(json, 'id'), marker, quoted }]
}

/** Older versions do not tell what a comment is about, or know no list of comments. */
async function listMarkers(client: SiteClient, pageId: string): Promise<RemoteComment[]> {
  const path = `/rest/api/content/${plainId(pageId)}?expand=body.storage`
  const body = await unlessMissing(() =>
    client.send({ method: 'GET', path }, (json) => findText(json, 'body', 'storage', 'value')),
  )
  return commentsInBody(storageDialect, body ?? '')
}
