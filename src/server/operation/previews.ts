/** Previews of spaces: imports write drafts, which only the readers of the preview see. @module */
import type { Context, Handler } from 'hono'
import type { Principal } from '../../accounts/reader.ts'
import { remoteTitleKey } from '../../confluence/delivery/records/recorded-pages.ts'
import { foreseeRecorded } from '../../confluence/foresee-recorded.ts'
import type { PreviewAnswer } from '../../contract/answers.ts'
import { textOf } from '../../contract/base/message.ts'
import { RequestError } from '../../contract/errors.ts'
import { type PreviewAction, previewNamePattern, previewNameRule } from '../../contract/paths.ts'
import { dialects } from '../../store/dialects.ts'
import { parseId } from '../../store/ids.ts'
import { sql } from '../../store/sql.ts'
import { refusalOf } from '../../wiki/import/decide.ts'
import { requestWarnings } from '../../wiki/import/import-answer.ts'
import { findPages } from '../../wiki/import/import-place.ts'
import { findOwnSpace, findSpace } from '../../wiki/import/spaces.ts'
import type { PageToSave, Space, TargetWiki, WantedPage } from '../../wiki/import/target-wiki.ts'
import { withWholeAddresses } from '../../wiki/store/attachments/attachments.ts'
import { titleKey } from '../../wiki/store/page-place.ts'
import { foreseeDraft } from '../../wiki/store/previews/foresee-draft.ts'
import {
  beginPreview,
  checkSending,
  endPreview,
  putDraft,
  sendingPreview,
  showRun,
} from '../../wiki/store/previews/preview-runs.ts'
import {
  isOwnId,
  ownId,
  type PreviewReport,
  type PreviewRun,
  pagesWithDrafts,
  previewPath,
} from '../../wiki/store/previews/previews.ts'
import {
  giveIds,
  type IdsBelow,
  type StandingRow,
  selectExisting,
  wantedPages,
  withPaths,
} from '../../wiki/store/reserve-pages.ts'
import type { ServiceParts } from '../service/compose.ts'
import { answering, type ImportScope, readRun } from './import-route.ts'

interface NamedPreview {
  readonly name: string
  readonly run: string
}

interface PlacedRun {
  readonly space: Space
  readonly run: PreviewRun
}

async function findPlace(
  { database, findConnection }: ServiceParts,
  { name, run }: NamedPreview,
  spaceIdOrKey: string,
  writer: Principal,
): Promise<PlacedRun> {
  const embeddedSpace = await findOwnSpace(database, spaceIdOrKey, writer)
  const remote = embeddedSpace === undefined ? await findConnection(spaceIdOrKey) : undefined
  const space =
    embeddedSpace ?? (remote && (await findSpace(database, remote.spaceId, { writableBy: writer })))
  if (space === undefined) throw refusalOf('not-found')
  return { space, run: { spaceId: Number(space.id), name, run, remote } }
}

/** A preview takes imports like a wiki. It refuses pages without a place, and never writes to a wiki. */
function previewWiki(dependencies: ServiceParts, preview: NamedPreview): TargetWiki {
  const { database, wikis } = dependencies
  const placeOf = ({ fields, writer }: WantedPage): Promise<PlacedRun> =>
    findPlace(dependencies, preview, fields.spaceId, writer)
  const foreseeIn = async (page: PageToSave) => {
    const place = await placeOf(page)
    const foresee = place.run.remote === undefined ? foreseeDraft : foreseeRecorded
    return { ...place, ...(await foresee(dependencies, place, page)) }
  }
  return {
    async checkPlace(page) {
      await placeOf(page)
      return 'open'
    },
    async foresee(page) {
      const { outcome, warnings, path, space, pageId, base, adf } = await foreseeIn(page)
      const { publicUrl } = dependencies
      return {
        outcome,
        warnings,
        page: base && {
          id: String(pageId),
          title: base.title,
          spaceId: space.id,
          parentId: String(base.parentId === 0 ? pageId : base.parentId),
          version: base.version,
          path,
        },
        foreseen: { title: page.fields.pageTitle },
        adf: () => withWholeAddresses(textOf(adf), publicUrl()),
      }
    },
    async savePage(page, _, { withinMs }) {
      const untilMs = performance.now() + withinMs
      const { outcome, warnings, path, space, run, ...draft } = await foreseeIn(page)
      const { position = null, navigationTitle = '', pageTitle, parentId } = page.fields
      const isSame = outcome === 'unchanged'
      const isNamedByTitle = run.remote !== undefined || navigationTitle === pageTitle
      const row = { ...draft, run, isSame, position }
      await database.write(
        putDraft,
        { ...row, navigationTitle: isNamedByTitle ? '' : navigationTitle },
        { untilMs },
      )
      const { pageId, title, base } = draft
      const version = (base?.version ?? 0) + (isSame ? 0 : 1)
      const savedPage = { id: String(pageId), title, spaceId: space.id, parentId, version, path }
      return { outcome, warnings, page: savedPage }
    },
    async reservePages({ spaceIdOrKey, writer, pages: requestedPages }) {
      const { space, run } = await findPlace(dependencies, preview, spaceIdOrKey, writer)
      const keyOf = run.remote === undefined ? titleKey : remoteTitleKey
      const pages = wantedPages(requestedPages, keyOf)
      if (pages.length === 0) return []
      checkSending(run, await database.read(sendingPreview(run)))
      const dialect = dialects[database.engine]
      if (run.remote === undefined) {
        const parentIds = new Set(pages.flatMap(({ parentId: id }) => id ?? []))
        const parents = Array.from(parentIds, (id) => ({ id })).filter(({ id }) => !isOwnId(id))
        const [missing] = await database.read(sql`
          select given.id from ${dialect.givenRows(parents, { id: 'bigint' })}
          where not exists (select 1 from ${pagesWithDrafts(run)} p where p.id = given.id) limit 1`)
        if (missing !== undefined) throw refusalOf('not-found')
      }
      const existing = selectExisting(pages, idsBelow(run), dialect)
      const newId = ({ parentId, titleKey: key }: { parentId: number; titleKey: string }) =>
        ownId(run, parentId, key)
      return withPaths(space, giveIds(pages, await database.read<StandingRow>(existing), newId))
    },
    findPages: ({ spaceIdOrKey: spaceId, ids, writer }) =>
      findPages(wikis, { spaceId, findPages: ids }, writer),
    // A preview shows its pages in the order of the tree.
    arrangePages: async () => ({ moved: 0, problems: [] }),
    listParents: async () => [],
  }
}

function idsBelow(run: PreviewRun): IdsBelow {
  const reservedId = sql`cast(null as bigint)`
  return (parentId) => ({
    reservedId,
    pageId:
      run.remote === undefined
        ? sql`(select p.id from ${pagesWithDrafts(run)} p
            where p.parent_id = ${parentId} and p.title_key = w.title_key order by p.id limit 1)`
        : sql`(select min(cast(r.page_id as bigint)) from remote_pages r
            where r.space_id = ${run.spaceId} and r.parent_id = cast(${parentId} as text)
              and r.asked_title_key = w.title_key and r.is_gone = 0)`,
  })
}

/** A route of imports whose pages go into the preview that the path names. */
export function intoPreview(
  route: (dependencies: ServiceParts) => Handler<ImportScope>,
): (dependencies: ServiceParts) => Handler<ImportScope> {
  return (dependencies) => (c, next) => {
    c.set('progress', {})
    const wikis = [previewWiki(dependencies, previewOf(c))]
    // The answer to an earlier import must not answer the same request for a preview.
    const ledger = { ...dependencies.ledger, findAnswer: async () => undefined }
    return route({ ...dependencies, wikis, ledger })(c, next)
  }
}

export const previewActionRoute = answering<PreviewAnswer>(async (c, dependencies) => {
  const { database, workers, publicUrl, clock } = dependencies
  const preview = previewOf(c)
  const { name } = preview
  const request = await workers.readRequest('preview', c.get('body'), c.req.raw.signal)
  const holder = c.get('holder')
  const { spaceId, keepForMs, gone, ...listed } = request.fields
  const { run } = await findPlace(dependencies, preview, spaceId, holder)
  const { userId, apiTokenId, isPreviewOnly } = holder
  const maker = { userId, apiTokenId: Number(apiTokenId), isPreviewOnly }
  const now = clock().getTime()
  const actions: Readonly<Record<PreviewAction, () => Promise<ActionWords>>> = {
    async begin() {
      await database.write(beginPreview, { ...run, maker, now, endsAt: now + keepForMs })
      return { body: 'Success: Pages can be sent into the preview', key: 'begun' }
    },
    async show() {
      const { warnings, failures, staying } = listed
      const report: PreviewReport = { warnings, failures, staying, unlisted: request.unlisted }
      await database.write(showRun, {
        ...run,
        gone: gone.map(({ pageId, version }) => ({ id: parseId(pageId) ?? 0, version })),
        report: JSON.stringify(report),
        now,
      })
      return { body: 'Success: The preview shows what was sent', key: 'shown' }
    },
    async end() {
      const was = await database.write(endPreview, { spaceId: run.spaceId, name, maker })
      const body = was ? 'Success: The preview has ended' : 'Success: There was no such preview'
      return { body, key: 'ended' }
    },
  }
  return {
    ...(await actions[c.req.param('action') as PreviewAction]()),
    preview: { name, url: publicUrl() + previewPath(name) },
    ...requestWarnings(request.unknownFields),
  }
})

type ActionWords = Pick<PreviewAnswer, 'body' | 'key'>

/** @throws {RequestError} `bad-request` for an invalid name of the preview or run. */
function previewOf(c: Context<ImportScope>): NamedPreview {
  const name = c.req.param('name') ?? ''
  if (!previewNamePattern.test(name)) {
    throw new RequestError('bad-request', previewNameRule)
  }
  // Runs belong to a token, so no other token can add pages to them.
  return { name, run: `${c.get('holder').apiTokenId}-${readRun(c.env) ?? 'none'}` }
}
