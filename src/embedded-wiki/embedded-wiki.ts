/** The wiki that Markport carries in its own store. @module */

import { isWritable } from '../auth/access-conditions.ts'
import type { Database } from '../database/database.ts'
import { type IdAllocator, parseId } from '../database/ids.ts'
import { sql } from '../database/sql.ts'
import { readLabels, writeLabels } from '../importing/labels.ts'
import type {
  FindTargetRequest,
  ImportedPage,
  ImportRequest,
  ImportResult,
  ImportTarget,
  Wiki,
} from '../importing/target-wiki.ts'
import type { CostlyWork } from '../service/costly-work.ts'
import { findDigests, shownAttachments } from './store/attachments.ts'
import { importPage } from './store/import-page.ts'
import { titleKey } from './store/title-key.ts'

/**
 * Make the embedded wiki over a store.
 * @param database Where its spaces and pages live.
 * @param ids Gives ids to pages and import records.
 * @param clock Tells the time of a write.
 * @param workers Put images into documents.
 */
export function embeddedWiki(
  database: Database,
  ids: IdAllocator,
  clock: () => Date,
  workers: Pick<CostlyWork, 'placeImages'>,
): Wiki {
  return {
    kind: 'embedded',
    findTarget: (request) => findTarget(database, request),
    async placeImages({ space }, title, document) {
      const { references, images } = document
      if (references.length === 0) return document
      const brought = new Set(images.map(({ sha256 }) => sha256))
      // A page's Markdown, read here and imported again, names what the space has already.
      const others = references.filter((sha256) => !brought.has(sha256))
      const known = [...brought, ...(await findDigests(database, Number(space.id), others))]
      return workers.placeImages(document, { title, spaceKey: space.key, known })
    },
    async importPage(request) {
      const { target, document } = request
      const result = await database.write(importPage, {
        spaceId: Number(target.space.id),
        parentId: Number(target.parentId),
        title: request.title,
        titleKey: titleKey(request.title),
        markdown: document.markdown,
        adf: document.adf,
        indexed: document.indexed,
        attachments: shownAttachments(document.shown, document.images),
        contentHash: document.contentHash,
        labels: request.labels === undefined ? null : writeLabels(request.labels),
        overwrite: request.overwrite,
        userId: request.userId,
        newPageId: await ids.nextId(),
        importId: await ids.nextId(),
        apiTokenId: Number(request.apiTokenId),
        requestId: request.requestId,
        warnings: JSON.stringify(document.warnings),
        startedAt: request.startedAt.getTime(),
        now: clock().getTime(),
        idempotency: request.idempotency ?? null,
      })
      return 'pageId' in result && result.outcome !== 'already-exists'
        ? { outcome: result.outcome, page: importedPage(request, result) }
        : ({ outcome: result.outcome } as ImportResult)
    },
  }
}

/**
 * Tell where a page is read, below the wiki's public address.
 * @param spaceKey The key of its space.
 * @param pageId Its id.
 */
export function pagePath(spaceKey: string, pageId: string): string {
  return `/wiki/spaces/${spaceKey}/pages/${pageId}`
}

interface TargetRow {
  readonly space_id: number
  readonly key: string
  readonly name: string
  readonly homepage_id: number
  readonly existing_id: number | null
  readonly version: number
  readonly content_hash: string
  readonly labels: string
}

/** One statement for space, access, parent and page: whichever is missing, the answer is the same. */
async function findTarget(
  database: Database,
  request: FindTargetRequest,
): Promise<ImportTarget | undefined> {
  const parentId = parseId(request.parentId)
  if (parentId === undefined) return undefined
  // A key starts with a letter, so it is never taken for an id.
  const spaceId = parseId(request.spaceIdOrKey) ?? 0
  const [row] = await database.read<TargetRow>(sql`
    select spaces.id as space_id, spaces.key, spaces.name, spaces.homepage_id,
      existing.id as existing_id, existing.version, existing.content_hash, existing.labels
    from spaces
    join pages parent
      on parent.space_id = spaces.id and parent.id = ${parentId} and parent.status = 'current'
    left join pages existing
      on existing.space_id = spaces.id and existing.parent_id = parent.id
      and existing.title_key = ${titleKey(request.title)} and existing.status = 'current'
    where (spaces.id = ${spaceId} or spaces.key_fold = ${request.spaceIdOrKey.toLowerCase()})
      and ${isWritable(sql`spaces.id`, request.userId)}`)
  if (row === undefined) return undefined
  return {
    space: {
      id: String(row.space_id),
      key: row.key,
      name: row.name,
      homepageId: String(row.homepage_id),
    },
    parentId: request.parentId,
    existing:
      row.existing_id === null
        ? undefined
        : {
            id: String(row.existing_id),
            version: row.version,
            contentHash: row.content_hash,
            labels: readLabels(row.labels),
            path: pagePath(row.key, String(row.existing_id)),
          },
  }
}

function importedPage(
  request: ImportRequest,
  saved: { pageId: number; version: number },
): ImportedPage {
  const { space, parentId } = request.target
  const id = String(saved.pageId)
  return {
    id,
    title: request.title,
    spaceId: space.id,
    parentId,
    version: saved.version,
    path: pagePath(space.key, id),
  }
}
