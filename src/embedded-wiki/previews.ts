/** Previews of the wiki in the store: pages are put in, shown, applied, and go again. @module */
import type { Principal } from '../auth/access-conditions.ts'
import type { Clock } from '../auth/clock.ts'
import { RequestError } from '../base/errors.ts'
import type { Database } from '../database/database.ts'
import { type IdAllocator, parseId } from '../database/ids.ts'
import { sql } from '../database/sql.ts'
import { writeLabels } from '../importing/labels.ts'
import {
  type NamedPreview,
  type PreviewCaller,
  type PreviewedPage,
  type Previews,
  usualKeepMs,
} from '../importing/previews.ts'
import { refusalOf } from '../importing/refusals.ts'
import { findSpace } from '../importing/spaces.ts'
import {
  type PageToSave,
  pagePath,
  type SavedPage,
  type Space,
  type WantedPlace,
} from '../importing/target-wiki.ts'
import { preconditionFailed } from '../importing/version-condition.ts'
import type { DocumentViewWork } from '../web/document/document-view-work.ts'
import { applyShown, noPreview } from './apply-shown.ts'
import type { EmbeddedWork } from './embedded-work.ts'
import { placePageImages } from './place-page-images.ts'
import type { DocumentViews } from './reader/document-views.ts'
import { shownAttachments } from './store/attachments/attachments.ts'
import { findPage } from './store/pages.ts'
import { anchorKey, findBrokenLinks } from './store/previews/broken-links.ts'
import { keepPreviewPage, keepPreviewView, type PageOfSpace } from './store/previews/keep-page.ts'
import type { PreviewRun } from './store/previews/overlay.ts'
import {
  beginPreview,
  closeRun,
  endPreview,
  type PreviewMaker,
  showRun,
} from './store/previews/preview-runs.ts'
import { reservePreviewIds } from './store/previews/reserve-ids.ts'
import { findOwnSpace } from './store/reserving/reserve-pages.ts'
import { titleKey } from './store/saving/title-key.ts'

export interface PreviewsDependencies {
  readonly database: Database
  readonly ids: IdAllocator
  readonly clock: Clock
  readonly workers: Pick<EmbeddedWork, 'placeImages' | 'unpackVersion'> & DocumentViewWork
  readonly views: DocumentViews
}

/**
 * Make the previews of a store.
 * @param dependencies The store, and what works for it.
 */
export function embeddedPreviews(dependencies: PreviewsDependencies): Omit<Previews, 'findPages'> {
  const { database, ids, clock } = dependencies
  const place = async (
    { name, run }: NamedPreview,
    spaceIdOrKey: string,
    writer: Principal,
  ): Promise<{ space: Space; run: PreviewRun }> => {
    const space = await findOwnSpace(database, spaceIdOrKey, writer)
    if (space !== undefined) return { space, run: { spaceId: Number(space.id), name, run } }
    await openSpace(spaceIdOrKey, writer)
    throw connectedSpace()
  }
  const openSpace = async (spaceIdOrKey: string, writer: Principal): Promise<Space> => {
    const space = await findSpace(database, spaceIdOrKey, { writableBy: writer })
    if (space !== undefined) return space
    throw refusalOf('not-found', { pageTitle: '', pageId: undefined })
  }
  return {
    async begin(preview, { spaceId, keepForMs = usualKeepMs }, caller) {
      const { run } = await place(preview, spaceId, caller)
      const now = clock().getTime()
      const endsAt = now + keepForMs
      await database.write(beginPreview, { ...run, maker: makerOf(caller), now, endsAt })
    },
    async putPage(preview, wanted, page, isDryRun) {
      const { space, run } = await place(preview, wanted.spaceIdOrKey, wanted.writer)
      return putPage(dependencies, { space, run }, wanted, page, isDryRun)
    },
    async reservePages(preview, { spaceIdOrKey, pages: asked, writer }) {
      const { space, run } = await place(preview, spaceIdOrKey, writer)
      if (asked.length === 0) return []
      const pages = []
      for (const { title, parent } of asked) {
        const isListed = 'index' in parent
        pages.push({
          title,
          titleKey: titleKey(title),
          parentId: isListed ? null : (parseId(parent.id) ?? 0),
          parentIndex: isListed ? parent.index : null,
          newId: await ids.nextId(),
        })
      }
      const given = await database.write(reservePreviewIds, { run, pages })
      return given?.map(({ id, exists }) => {
        return { id: String(id), exists, path: pagePath(space.key, String(id)) }
      })
    },
    async show(preview, { spaceId, gone, report }, caller) {
      const { run } = await place(preview, spaceId, caller)
      const going = gone.map(({ pageId, version }) => ({ pageId: parseId(pageId) ?? 0, version }))
      if (!(await database.write(closeRun, { ...run, gone: going }))) return
      const found = await findBrokenLinks(database, run)
      const brokenLinks = found.links
      const unlisted = report.unlisted + found.unlisted
      const told = JSON.stringify({ ...report, brokenLinks, unlisted })
      await database.write(showRun, { ...run, report: told, now: clock().getTime() })
    },
    async apply(preview, { spaceId }, caller) {
      const { isPreviewOnly, isCreateOnly, userId, spaceIds, requestId } = caller
      if (isPreviewOnly || isCreateOnly) throw mayNotApply()
      const { run } = await place(preview, spaceId, caller)
      const shown = await shownRun(database, run)
      return applyShown(dependencies, shown, null, {
        ...{ writer: { userId, spaceIds }, requestId, apiTokenId: Number(caller.apiTokenId) },
        actor: {
          ...{ name: caller.userName, address: caller.address },
          origin: { via: 'import', tokenName: caller.tokenName },
        },
      })
    },
    async end({ name }, { spaceId }, caller) {
      // Also where it is connected: whoever ends the preview of what was merged asks for nothing of it.
      const { id } = await openSpace(spaceId, caller)
      return database.write(endPreview, { spaceId: Number(id), name, maker: makerOf(caller) })
    },
  }
}

function makerOf({ userId, apiTokenId, isPreviewOnly }: PreviewCaller): PreviewMaker {
  return { userId, apiTokenId: Number(apiTokenId), isPreviewOnly }
}

function connectedSpace(): RequestError {
  return new RequestError(
    'bad-request',
    'The pages of this space are in Confluence, and previews are of spaces in Markport itself. Without --preview, look at the import with --plan FILE, and carry it out with --apply FILE.',
    { field: 'spaceId' },
  )
}

function mayNotApply(): RequestError {
  return new RequestError(
    'forbidden',
    'This API token may not change pages, so it applies no preview. Apply it on its page, or with another token.',
  )
}

async function shownRun(database: Database, { spaceId, name }: PreviewRun): Promise<PreviewRun> {
  const [row] = await database.read<{ shown_run: string }>(sql`
    select shown_run from previews where space_id = ${spaceId} and name = ${name}`)
  if (row === undefined || row.shown_run === '') throw noPreview(name)
  return { spaceId, name, run: row.shown_run }
}

async function putPage(
  dependencies: PreviewsDependencies,
  { space, run }: { readonly space: Space; readonly run: PreviewRun },
  { parentId, pageId, ifMatch }: WantedPlace,
  page: PageToSave,
  isDryRun: boolean,
): Promise<PreviewedPage> {
  const { database, ids } = dependencies
  const { fields } = page
  const document = await placePageImages(dependencies, { space }, page)
  const parent = parseId(parentId)
  const named = pageId === undefined ? null : parseId(pageId)
  if (parent === undefined || named === undefined) throw refusalOf('not-found', fields)
  const { labels, navigationTitle = null, pageTitle: title } = fields
  const { markdown, adf, indexed, shown, images, digest, warnings } = document
  const result = await database.write(keepPreviewPage, {
    ...{ run, title, isDryRun, ifMatch, markdown, adf, indexed, digest },
    titleKey: titleKey(title),
    parentId: parent,
    pageId: named,
    newPageId: await ids.nextId(),
    warnings: JSON.stringify(warnings),
    attachments: shownAttachments(shown, images),
    labels: labels === undefined ? null : writeLabels(labels),
    sourceUrl: fields.sourceUrl ?? null,
    position: fields.position ?? null,
    navigationTitle: navigationTitle === title ? '' : navigationTitle,
    overwrite: fields.overwrite,
  })
  if (result.outcome === 'precondition-failed') throw preconditionFailed(result.has)
  if (!('version' in result)) throw refusalOf(result.outcome, fields)
  const id = String(result.pageId)
  if (result.isKept) {
    await keepView(dependencies, run, { id, digest, adf, base: result.base })
  }
  const saved = { id, title, spaceId: space.id, parentId, path: pagePath(space.key, id) }
  return {
    outcome: result.outcome,
    page: { ...saved, version: result.version },
    existing: result.base && toSaved(space, result.base),
  }
}

function toSaved(space: Space, { id, title, version, parent_id: parent }: PageOfSpace): SavedPage {
  const page = { id: String(id), title, version, path: pagePath(space.key, String(id)) }
  return { ...page, spaceId: space.id, parentId: String(parent === 0 ? id : parent) }
}

interface KeptPage {
  readonly id: string
  readonly digest: string
  readonly adf: Uint8Array
  readonly base: PageOfSpace | undefined
}

/** A page that cannot be rendered is kept all the same: its reader is told. */
async function keepView(
  { database, workers, views }: PreviewsDependencies,
  run: PreviewRun,
  { id, digest, adf, base }: KeptPage,
): Promise<void> {
  try {
    const { html, outline } = await workers.viewDocument(Buffer.from(adf).toString())
    const before = base && (await viewOf(id, base.version))
    const now = anchorsOf(html)
    const lost = [...anchorsOf(before ?? '')].filter((anchor) => !now.has(anchor))
    await database.write(keepPreviewView, {
      ...{ run, pageId: Number(id), digest, html },
      outline: JSON.stringify(outline),
      lostAnchors: JSON.stringify(lost),
    })
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
  }
  async function viewOf(pageId: string, number: number): Promise<string> {
    const version = { id: pageId, spaceId: String(run.spaceId), version: { number } }
    const readAdf = async (): Promise<string> => {
      const unpack = workers.unpackVersion
      return (await findPage(database, pageId, { version: number, unpack }))?.adf ?? '{}'
    }
    return (await views.view(version, readAdf)).html
  }
}

/** The renderer escapes what content says, so that such attributes are always its own. */
function anchorsOf(html: string): Set<string> {
  return new Set(
    Array.from(html.matchAll(/<h[1-6] id="([^"]+)"/g), ([, id]) => anchorKey(id as string)),
  )
}
