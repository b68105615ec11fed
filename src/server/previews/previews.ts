/** Previews of embedded and connected spaces: imports write drafts, which nobody but their readers sees. @module */
import type { Principal } from '../../accounts/reader.ts'
import type { SpaceConnection } from '../../confluence/delivery/connections/space-connections.ts'
import { remoteTitleKey } from '../../confluence/delivery/records/recorded-pages.ts'
import { foreseeRecorded } from '../../confluence/previews/foresee-recorded.ts'
import type { AnswerWarning } from '../../contract/answers.ts'
import type { PreviewFields } from '../../contract/preview-request.ts'
import { dialects } from '../../store/dialects.ts'
import { type Statement, sql } from '../../store/sql.ts'
import type { EmbeddedWikiDependencies } from '../../wiki/embedded-wiki.ts'
import type { Outcome } from '../../wiki/import/decide.ts'
import type { CheckedPreview, PreviewReport } from '../../wiki/import/previews.ts'
import { refusalOf } from '../../wiki/import/refusals.ts'
import { findSpace } from '../../wiki/import/spaces.ts'
import {
  type PageToSave,
  pagePath,
  type ReservedPage,
  type SavedPage,
  type Space,
  type WantedPlace,
  type WantedReservations,
} from '../../wiki/import/target-wiki.ts'
import { titleKey } from '../../wiki/store/page-place.ts'
import {
  giveDraftIds,
  isOwnId,
  type PreviewRun,
  pagesWithDrafts,
  remoteSpaceOf,
  toParentId,
} from '../../wiki/store/previews/draft-pages.ts'
import { foreseeDraft } from '../../wiki/store/previews/foresee-draft.ts'
import {
  beginPreview,
  checkSending,
  closeRun,
  endPreview,
  type PreviewMaker,
  putDraft,
  sendingPreview,
  showRun,
} from '../../wiki/store/previews/preview-runs.ts'
import { findOwnSpace } from '../../wiki/store/reserving/reserve-pages.ts'

export interface PreviewsDependencies extends EmbeddedWikiDependencies {
  findConnection(idOrKey: string): Promise<SpaceConnection | undefined>
}

export interface NamedPreview {
  readonly name: string
  readonly run: string
}

export interface PreviewCaller extends Principal {
  readonly apiTokenId: string
  readonly isPreviewOnly: boolean
}

export interface PreviewedPage {
  readonly outcome: Outcome
  readonly page: SavedPage
  readonly existing: SavedPage | undefined
  readonly warnings: readonly AnswerWarning[]
}

/** Methods throw a `RequestError` with `not-found` when the space is missing or closed to the caller. */
export interface Previews extends ReturnType<typeof previewsOf> {}

export function previewsOf(dependencies: PreviewsDependencies) {
  const { database, clock } = dependencies
  const place = async (
    { name, run }: NamedPreview,
    spaceIdOrKey: string,
    writer: Principal,
  ): Promise<{ readonly space: Space; readonly run: PreviewRun }> => {
    const embeddedSpace = await findOwnSpace(database, spaceIdOrKey, writer)
    const connection =
      embeddedSpace === undefined ? await dependencies.findConnection(spaceIdOrKey) : undefined
    const connectedSpace =
      connection && (await findSpace(database, connection.spaceId, { writableBy: writer }))
    const space = embeddedSpace ?? connectedSpace
    if (space === undefined) throw refusalOf('not-found', { pageTitle: '', pageId: undefined })
    const remote = connection && remoteSpaceOf(connection, space.homepageId)
    return { space, run: { spaceId: Number(space.id), name, run, remote } }
  }
  return {
    async begin(
      preview: NamedPreview,
      { spaceId, keepForMs }: PreviewFields,
      caller: PreviewCaller,
    ): Promise<void> {
      const { run } = await place(preview, spaceId, caller)
      const now = clock().getTime()
      const endsAt = now + keepForMs
      await database.write(beginPreview, { ...run, maker: makerOf(caller), now, endsAt })
    },
    /** @throws {RequestError} When the import would be refused. */
    async putPage(
      preview: NamedPreview,
      target: WantedPlace,
      page: PageToSave,
      isDryRun: boolean,
    ): Promise<PreviewedPage> {
      const placed = await place(preview, target.spaceIdOrKey, target.writer)
      const { space, run } = placed
      const foresee = run.remote === undefined ? foreseeDraft : foreseeRecorded
      const foreseen = await foresee(dependencies, placed, target, page)
      const { outcome, warnings, path, ...draft } = foreseen
      const { pageId, title, base } = draft
      const isSame = outcome === 'unchanged'
      const { position = null, navigationTitle = '', pageTitle } = page.fields
      if (!isDryRun) {
        await database.write(putDraft, {
          ...draft,
          run,
          isSame,
          position,
          navigationTitle:
            run.remote !== undefined || navigationTitle === pageTitle ? '' : navigationTitle,
        })
      }
      const version = (base?.version ?? 0) + (isSame ? 0 : 1)
      const id = String(pageId)
      const { parentId } = target
      const savedPage = { id, title, spaceId: space.id, parentId, version, path }
      const existing = base && {
        ...savedPage,
        title: base.title,
        version: base.version,
        parentId: String(base.parentId === 0 ? pageId : base.parentId),
      }
      return { outcome, warnings, existing, page: savedPage }
    },
    async reservePages(
      preview: NamedPreview,
      request: WantedReservations,
    ): Promise<readonly ReservedPage[] | undefined> {
      const { space, run } = await place(preview, request.spaceIdOrKey, request.writer)
      const keyOf = run.remote === undefined ? titleKey : remoteTitleKey
      const pages = request.pages.map(({ title, parent }) => ({
        titleKey: keyOf(title),
        parentId: 'index' in parent ? null : toParentId(parent.id),
        parentIndex: 'index' in parent ? parent.index : null,
      }))
      if (pages.length === 0) return []
      checkSending(run, await database.read(sendingPreview(run)))
      const { givenRows } = dialects[database.engine]
      if (run.remote === undefined) {
        const parentIds = new Set(pages.flatMap(({ parentId: id }) => id ?? []))
        const parents = Array.from(parentIds, (id) => ({ id })).filter(({ id }) => !isOwnId(id))
        const [missing] = await database.read(sql`
          select given.id from ${givenRows(parents, { id: 'bigint' })}
          where not exists (select 1 from ${pagesWithDrafts(run)} p where p.id = given.id) limit 1`)
        if (missing !== undefined) return undefined
      }
      const ids = await giveDraftIds(run, pages, async (level) => {
        const places = level.map(({ index, parentId, titleKey }) => {
          return { place: index, parent_id: parentId, title_key: titleKey }
        })
        const columns = { place: 'bigint', parent_id: 'bigint', title_key: 'text' } as const
        const rows = await database.read<{ place: number; id: number }>(
          existingAt(run, givenRows(places, columns)),
        )
        return new Map(rows.map(({ place, id }) => [place, id]))
      })
      return ids.map(({ id, exists }) => {
        return { id: String(id), exists, path: pagePath(space.key, String(id)) }
      })
    },
    async show(
      preview: NamedPreview,
      { fields, unlisted }: CheckedPreview,
      caller: PreviewCaller,
    ): Promise<void> {
      const { spaceId, gone, warnings, failures, staying } = fields
      const { run } = await place(preview, spaceId, caller)
      const going = gone.map(({ pageId, version }) => ({ pageId: toParentId(pageId), version }))
      if (!(await database.write(closeRun, { ...run, gone: going }))) return
      const report: PreviewReport = { warnings, failures, staying, unlisted }
      const now = clock().getTime()
      await database.write(showRun, { ...run, report: JSON.stringify(report), now })
    },
    async end(
      { name, run }: NamedPreview,
      { spaceId }: PreviewFields,
      caller: PreviewCaller,
    ): Promise<boolean> {
      const { space } = await place({ name, run }, spaceId, caller)
      return database.write(endPreview, { spaceId: Number(space.id), name, maker: makerOf(caller) })
    },
  }
}

function makerOf({ userId, apiTokenId, isPreviewOnly }: PreviewCaller): PreviewMaker {
  return { userId, apiTokenId: Number(apiTokenId), isPreviewOnly }
}

function existingAt(run: PreviewRun, places: Statement): Statement {
  return run.remote === undefined
    ? sql`select given.place, p.id from ${places} join ${pagesWithDrafts(run)} p
        on p.parent_id = given.parent_id and p.title_key = given.title_key`
    : sql`select given.place, cast(r.page_id as bigint) as id from ${places}
        join remote_pages r on r.space_id = ${run.spaceId} and r.is_gone = 0
          and r.parent_id = cast(given.parent_id as text)
          and r.asked_title_key = given.title_key`
}
