/** Previews of embedded and connected spaces. @module */
import type { Clock } from '../../accounts/clock.ts'
import { type Principal, readerOfAll } from '../../accounts/reader.ts'
import type { SpaceConnection } from '../../confluence/delivery/connections/space-connection.ts'
import { remoteTitleKey } from '../../confluence/delivery/records/page-mark.ts'
import {
  type ConnectedPreview,
  putConnectedPage,
} from '../../confluence/previews/put-connected-page.ts'
import { RequestError } from '../../contract/errors.ts'
import { writeLabels } from '../../contract/titles-and-labels.ts'
import type { Database } from '../../store/database.ts'
import { type IdAllocator, parseId } from '../../store/ids.ts'
import { sql } from '../../store/sql.ts'
import { type EmbeddedWork, placePageImages } from '../../wiki/embedded-work.ts'
import type {
  NamedPreview,
  PreviewCaller,
  PreviewedPage,
  PreviewReport,
  Previews,
} from '../../wiki/import/previews.ts'
import { refusalOf } from '../../wiki/import/refusals.ts'
import { findSpace } from '../../wiki/import/spaces.ts'
import {
  type PageToSave,
  pagePath,
  type SavedPage,
  type Space,
  type WantedPlace,
} from '../../wiki/import/target-wiki.ts'
import { findPageHere } from '../../wiki/pages/find-page.ts'
import { shownAttachments } from '../../wiki/store/attachments/attachments.ts'
import { titleKey } from '../../wiki/store/page-place.ts'
import { anchorKey, findBrokenLinks } from '../../wiki/store/previews/broken-links.ts'
import { type PreviewRun, siteOf } from '../../wiki/store/previews/draft-pages.ts'
import {
  keepPreviewPage,
  keepPreviewView,
  type PageOfSpace,
} from '../../wiki/store/previews/keep-page.ts'
import { listTakenTitles } from '../../wiki/store/previews/keep-remote-page.ts'
import {
  beginPreview,
  closeRun,
  endPreview,
  type PreviewMaker,
  showRun,
} from '../../wiki/store/previews/preview-runs.ts'
import {
  findRemoteDocument,
  firstOwnId,
  remoteSpaceOf,
} from '../../wiki/store/previews/remote-pages.ts'
import { reservePreviewIds } from '../../wiki/store/previews/reserve-ids.ts'
import { findOwnSpace } from '../../wiki/store/reserving/reserve-pages.ts'
import type { DocumentViews } from '../reader/document-views.ts'
import type { DocumentViewWork } from '../web/document/document-view-work.ts'
import { type Applier, applyShown, noPreview, onlyLookedAt } from './apply-shown.ts'

export interface PreviewsDependencies {
  readonly database: Database
  readonly ids: IdAllocator
  readonly clock: Clock
  readonly workers: Pick<EmbeddedWork, 'placeImages'> & DocumentViewWork
  readonly views: DocumentViews
  findConnection(idOrKey: string): Promise<SpaceConnection | undefined>
}

interface LocatedSpace {
  readonly space: Space
  /** Undefined for an embedded space. */
  readonly connection: SpaceConnection | undefined
}

export function embeddedPreviews(dependencies: PreviewsDependencies): Omit<Previews, 'findPages'> {
  const { database, ids, clock } = dependencies
  const locate = async (spaceIdOrKey: string, writer: Principal): Promise<LocatedSpace> => {
    const embeddedSpace = await findOwnSpace(database, spaceIdOrKey, writer)
    if (embeddedSpace !== undefined) return { space: embeddedSpace, connection: undefined }
    const connection = await dependencies.findConnection(spaceIdOrKey)
    const space =
      connection && (await findSpace(database, connection.spaceId, { writableBy: writer }))
    if (connection && space) return { space, connection }
    throw refusalOf('not-found', { pageTitle: '', pageId: undefined })
  }
  const place = async (
    { name, run }: NamedPreview,
    spaceIdOrKey: string,
    writer: Principal,
  ): Promise<PlacedRun> => {
    const { space, connection } = await locate(spaceIdOrKey, writer)
    const remote = connection && remoteSpaceOf(connection, space.homepageId)
    return { space, run: { spaceId: Number(space.id), name, run, remote }, connection }
  }
  return {
    async begin(preview, { spaceId, keepForMs }, caller) {
      const { run } = await place(preview, spaceId, caller)
      const now = clock().getTime()
      const endsAt = now + keepForMs
      await database.write(beginPreview, { ...run, maker: makerOf(caller), now, endsAt })
    },
    async putPage(preview, target, page, isDryRun) {
      const placedRun = await place(preview, target.spaceIdOrKey, target.writer)
      const { run, connection } = placedRun
      if (connection === undefined) return putPage(dependencies, placedRun, target, page, isDryRun)
      const connectedRun = { ...placedRun, connection }
      const put = await putConnectedPage(dependencies, connectedRun, target, page, isDryRun)
      const { kept } = put
      if (kept !== undefined) await keepView(dependencies, run, { id: put.page.id, ...kept })
      return put
    },
    async reservePages(preview, request) {
      const { pages: requestedPages, writer } = request
      const { space, run } = await place(preview, request.spaceIdOrKey, writer)
      if (requestedPages.length === 0) return []
      const { keyOf, firstId } = run.remote === undefined ? embeddedNaming : remoteNaming
      const pages = []
      for (const { title, parent } of requestedPages) {
        const isListed = 'index' in parent
        pages.push({
          title,
          titleKey: keyOf(title),
          parentId: isListed ? null : (parseId(parent.id) ?? 0),
          parentIndex: isListed ? parent.index : null,
          newId: firstId + (await ids.nextId()),
        })
      }
      const reservedIds = await database.write(reservePreviewIds, { run, pages })
      return reservedIds?.map(({ id, exists }) => {
        return { id: String(id), exists, path: pagePath(space.key, String(id)) }
      })
    },
    async show(preview, { fields, unlisted }, caller) {
      const { spaceId, gone, warnings, failures, staying } = fields
      const { run } = await place(preview, spaceId, caller)
      const going = gone.map(({ pageId, version }) => ({ pageId: parseId(pageId) ?? 0, version }))
      if (!(await database.write(closeRun, { ...run, gone: going }))) return
      const brokenLinks = await findBrokenLinks(database, run)
      const takenTitles = run.remote === undefined ? [] : await listTakenTitles(database, run)
      const report: PreviewReport = {
        warnings,
        failures: [...failures, ...takenTitles],
        staying,
        brokenLinks: brokenLinks.links,
        unlisted: unlisted + brokenLinks.unlisted,
      }
      const reportJson = JSON.stringify(report)
      await database.write(showRun, { ...run, report: reportJson, now: clock().getTime() })
    },
    async apply(preview, { spaceId }, caller) {
      const { isPreviewOnly, isCreateOnly, userId, spaceIds, requestId } = caller
      if (isPreviewOnly || isCreateOnly) throw mayNotApply()
      const { run } = await place(preview, spaceId, caller)
      if (run.remote !== undefined) throw onlyLookedAt()
      const shownRun = await findShownRun(database, run)
      const applier: Applier = {
        writer: { userId, spaceIds },
        requestId,
        apiTokenId: Number(caller.apiTokenId),
        actor: {
          name: caller.userName,
          address: caller.address,
          origin: { via: 'import', tokenName: caller.tokenName },
        },
      }
      return applyShown(dependencies, shownRun, null, applier)
    },
    async end({ name }, { spaceId }, caller) {
      const { space } = await locate(spaceId, caller)
      return database.write(endPreview, { spaceId: Number(space.id), name, maker: makerOf(caller) })
    },
  }
}

interface PlacedRun extends Omit<ConnectedPreview, 'connection'> {
  readonly connection: SpaceConnection | undefined
}

/** Title keys and first ids of new pages. */
const embeddedNaming = { keyOf: titleKey, firstId: 0 }
const remoteNaming = { keyOf: remoteTitleKey, firstId: firstOwnId }

function makerOf({ userId, apiTokenId, isPreviewOnly }: PreviewCaller): PreviewMaker {
  return { userId, apiTokenId: Number(apiTokenId), isPreviewOnly }
}

function mayNotApply(): RequestError {
  return new RequestError(
    'forbidden',
    'This API token may not change pages, so it applies no preview. Apply it on its page, or with another token.',
  )
}

async function findShownRun(database: Database, run: PreviewRun): Promise<PreviewRun> {
  const { spaceId, name } = run
  const [row] = await database.read<{ shown_run: string }>(sql`
    select shown_run from previews where space_id = ${spaceId} and name = ${name} and site = ${siteOf(run)}`)
  if (row === undefined || row.shown_run === '') throw noPreview(name)
  return { ...run, run: row.shown_run }
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
  const parsedId = pageId === undefined ? null : parseId(pageId)
  if (parent === undefined || parsedId === undefined) throw refusalOf('not-found', fields)
  const { labels, navigationTitle = '', pageTitle: title } = fields
  const { markdown, adf, indexed, shown, images, digest, warnings } = document
  const result = await database.write(keepPreviewPage, {
    run,
    title,
    isDryRun,
    ifMatch,
    markdown,
    adf,
    indexed,
    digest,
    titleKey: titleKey(title),
    parentId: parent,
    pageId: parsedId,
    newPageId: await ids.nextId(),
    warnings: JSON.stringify(warnings),
    attachments: shownAttachments(shown, images),
    labels: labels === undefined ? null : writeLabels(labels),
    source: fields.source,
    takeOver: fields.takeOver,
    position: fields.position ?? null,
    navigationTitle: navigationTitle === title ? '' : navigationTitle,
    overwrite: fields.overwrite,
  })
  if (!('pageId' in result)) {
    const { version, state } = result
    throw refusalOf(result.outcome, { ...fields, version, state })
  }
  const id = String(result.pageId)
  if (result.isKept) {
    const text = Buffer.from(adf).toString()
    const baseVersion = result.base?.version
    await keepView(dependencies, run, { id, digest, adf: text, baseVersion })
  }
  const savedPage = { id, title, spaceId: space.id, parentId, path: pagePath(space.key, id) }
  return {
    outcome: result.outcome,
    warnings: result.warnings,
    page: { ...savedPage, version: result.version },
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
  readonly adf: string
  readonly baseVersion: number | undefined
}

/** Stores the preview also without a view; readers then see a message. */
async function keepView(
  { database, workers, views }: PreviewsDependencies,
  run: PreviewRun,
  { id, digest, adf, baseVersion }: KeptPage,
): Promise<void> {
  try {
    const { html, outline } = await workers.viewDocument(adf)
    const previousView = baseVersion === undefined ? undefined : await viewOf(id, baseVersion)
    const currentAnchors = anchorsOf(html)
    const lost = [...anchorsOf(previousView ?? '')].filter((anchor) => !currentAnchors.has(anchor))
    await database.write(keepPreviewView, {
      run,
      pageId: Number(id),
      digest,
      html,
      outline: JSON.stringify(outline),
      lostAnchors: JSON.stringify(lost),
    })
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
  }
  async function viewOf(pageId: string, number: number): Promise<string | undefined> {
    if (run.remote !== undefined) {
      const sentDocument = await findRemoteDocument(database, run.spaceId, pageId)
      return sentDocument && (await workers.viewDocument(sentDocument.adf)).html
    }
    const version = { id: pageId, spaceId: String(run.spaceId), version: { number } }
    const readAdf = async (): Promise<string> => {
      return (await findPageHere(readerOfAll(database), pageId, { version: number }))?.adf ?? '{}'
    }
    return (await views.view(version, readAdf)).html
  }
}

/** The renderer escapes content, so no text can look like these attributes. */
function anchorsOf(html: string): Set<string> {
  return new Set(
    Array.from(html.matchAll(/<h[1-6] id="([^"]+)"/g), ([, id]) => anchorKey(id as string)),
  )
}
