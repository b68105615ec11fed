/** Sends a preview's pages to Confluence, each once and in the order they depend on. @module */
import { setTimeout as sleep } from 'node:timers/promises'
import { originOf } from '../../auth/audit.ts'
import { runBounded } from '../../base/run-bounded.ts'
import { RequestError } from '../../contract/errors.ts'
import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { remoteTitleKey } from '../../delivery/records/page-mark.ts'
import type { Ledger } from '../../importing/ledger/ledger.ts'
import { readDocumentBytes, type Utf8Document } from '../../importing/prepared-document.ts'
import { refusalOf } from '../../importing/refusals.ts'
import { encodeText, sourceDigest } from '../../importing/source-digest.ts'
import type { PageToReserve } from '../../importing/target-wiki.ts'
import { textOf } from '../../isolation/message.ts'
import type { Applier } from '../apply-shown.ts'
import type { DeliveredPage } from '../store/previews/applying.ts'
import type { KeptOutlook } from '../store/previews/compare-with-space.ts'
import { isOfRun, type PreviewRun } from '../store/previews/overlay.ts'
import { firstOwnId } from '../store/previews/remote-pages.ts'
import type { ConnectedSide } from './connected-side.ts'

export interface DeliverPreviewTools {
  readonly database: Database
  readonly ledger: Ledger
  readonly connected: ConnectedSide
}

export interface PreviewToDeliver {
  readonly run: PreviewRun
  readonly applier: Applier
  readonly startedAtMs: number
  /** The pages' versions when somebody looked: pages with other versions are not written. */
  readonly versions: Readonly<Record<string, number>>
  /** @throws {Error} When another process has taken over. */
  note(page: { pageId: number; delivered?: DeliveredPage; problem?: string }): Promise<void>
  readonly signal: AbortSignal
}

interface PageRow {
  readonly page_id: number
  readonly kind: 'placed' | 'page' | 'gone'
  readonly parent_id: number
  readonly title: string
  readonly title_key: string
  readonly base_version: number
  readonly base_title: string
  readonly foreseen: string
  readonly delivered: string
}

/** The site has other work too. */
const atOnce = 4
const withinMs = 25_000

/**
 * Send all pages that are not there yet. The problem of a page that cannot be sent is stored with
 * it, and pages that depend on it wait.
 * @throws {Error} What ends this process's work on the preview.
 */
export async function deliverPreview(
  tools: DeliverPreviewTools,
  preview: PreviewToDeliver,
): Promise<void> {
  const rows = await listRows(tools.database, preview.run)
  let open = rows.filter(({ kind, delivered }) => kind !== 'gone' && delivered === '')
  let problems = 0
  const attempt = async (row: PageRow, work: () => Promise<DeliveredPage>): Promise<void> => {
    try {
      const delivered = await untilAnswered(preview, work)
      await preview.note({ pageId: row.page_id, delivered })
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      problems += 1
      await preview.note({ pageId: row.page_id, problem: wordProblem(error) })
    }
  }
  const made = open.filter((row) => row.base_version === 0)
  const reserved = await untilAnswered(preview, () => reserve(tools, preview, made)).catch(
    async (error: unknown) => {
      if (!(error instanceof RequestError)) throw error
      for (const { page_id: pageId } of made) await preview.note({ pageId, problem: error.message })
      return undefined
    },
  )
  if (reserved === undefined) return
  const given = new Map([...(await listDelivered(tools.database, preview.run)), ...reserved])
  while (open.length > 0 && problems === 0) {
    const next = readyOf(open)
    await runBounded(next, atOnce, (row) =>
      attempt(row, () => deliverPage(tools, preview, row, given)),
    )
    open = open.filter((row) => !next.includes(row))
  }
  if (problems > 0) return
  for (const row of rows.filter(({ kind, delivered }) => kind === 'gone' && delivered === '')) {
    await attempt(row, () => trash(tools, preview, row))
  }
  await arrange(tools, preview, rows, given)
}

function listRows(database: Database, run: PreviewRun): Promise<PageRow[]> {
  return database.read<PageRow>(sql`
    select o.page_id, o.kind, o.parent_id, o.title, o.title_key, o.base_version, o.base_title,
      o.foreseen, o.delivered
    from preview_pages o where o.space_id = ${run.spaceId} and ${isOfRun(sql`o`, run)}
      and o.kind <> 'reserved' order by o.title_key, o.page_id`)
}

/** Pages that depend on no other; in a circle, all of them. */
function readyOf(open: readonly PageRow[]): readonly PageRow[] {
  const ids = new Set(open.map((row) => row.page_id))
  const holders = new Map(
    open
      .filter((row) => row.base_version > 0 && row.base_title !== row.title)
      .map((row) => [remoteTitleKey(row.base_title), row.page_id]),
  )
  // When several pages want a title, the first gets it.
  const firsts = new Map(open.map((row) => [row.title_key, row.page_id]))
  const ready = open.filter((row) => {
    const { page_id: id, parent_id: parentId, title_key: title } = row
    const holder = holders.get(title) ?? firsts.get(remoteTitleKey(askedOf(row).pageTitle))
    return !ids.has(parentId) && (holder === undefined || holder === id)
  })
  return ready.length === 0 ? open : ready
}

/** Safe to repeat: pages keep the ids that they were given. */
async function reserve(
  { connected }: DeliverPreviewTools,
  { run, applier }: PreviewToDeliver,
  made: readonly PageRow[],
): Promise<GivenPages> {
  const indexes = new Map(made.map((row, index) => [row.page_id, index]))
  const pages = made.map((row): PageToReserve => {
    const index = indexes.get(row.parent_id)
    const parent = index === undefined ? { id: String(row.parent_id) } : { index }
    return { title: askedOf(row).pageTitle, parent }
  })
  const wanted = { spaceIdOrKey: String(run.spaceId), pages, writer: applier.writer }
  const reserved = pages.length === 0 ? [] : await connected.target.reservePages?.(wanted)
  if (reserved === undefined) throw refusalOf('not-found', { pageTitle: '', pageId: undefined })
  return new Map(
    reserved.map(({ id, path }, index) => [made[index]?.page_id ?? 0, { id, url: path }]),
  )
}

async function listDelivered(database: Database, run: PreviewRun): Promise<GivenPages> {
  const rows = await database.read<{ page_id: number; delivered: string; url: string }>(sql`
    select o.page_id, o.delivered, r.url from preview_pages o
    join remote_pages r on r.space_id = o.space_id
    where o.space_id = ${run.spaceId} and ${isOfRun(sql`o`, run)} and o.delivered <> ''
      and o.page_id >= ${firstOwnId} and o.delivered like '%"' || r.page_id || '"%'`)
  return new Map(
    rows.map(({ page_id: own, delivered, url }) => {
      return [own, { id: (JSON.parse(delivered) as DeliveredPage).id, url }]
    }),
  )
}

function askedOf({ foreseen, title }: PageRow): NonNullable<KeptOutlook['asked']> {
  const { asked } = JSON.parse(foreseen) as KeptOutlook
  return asked ?? { pageTitle: title, labels: undefined, position: undefined }
}

async function deliverPage(
  { database, ledger, connected }: DeliverPreviewTools,
  { run, applier, startedAtMs, versions, signal }: PreviewToDeliver,
  row: PageRow,
  given: GivenPages,
): Promise<DeliveredPage> {
  const { writer, requestId, actor } = applier
  const { pageTitle, labels, position, source, takeOver = false } = askedOf(row)
  const title = pageTitle
  const idOf = (id: number): string => given.get(id)?.id ?? String(id)
  const pageId = idOf(row.page_id)
  const parentId = row.parent_id === 0 ? pageId : idOf(row.parent_id)
  const document = await readSentDocument(database, run, { pageId: row.page_id, title, given })
  const version = versions[pageId]
  const isNew = row.base_version === 0
  const key = `preview ${run.name} ${run.run} ${row.page_id}`
  const entry = await ledger.openEntry({
    ...{ userId: writer.userId, apiTokenId: String(applier.apiTokenId), requestId, run: run.run },
    ...{ spaceSent: String(run.spaceId), parentId, title },
    ...{ warnings: document.warnings, startedAt: new Date(startedAtMs) },
    ...originOf(actor),
    idempotency: { key, requestHash: document.digest },
  })
  const place = { parentId, pageId, overwrite: !isNew }
  const wanted = { spaceIdOrKey: String(run.spaceId), title, writer, run: run.run, ...place }
  const fields = {
    ...{ ...place, spaceId: String(run.spaceId), pageTitle, labels, position, dryRun: false },
    ...{ navigationTitle: undefined, removeTitleHeading: false },
    ...{ source, takeOver },
  }
  const saved = await connected.target.savePage(
    isNew || version === undefined ? wanted : { ...wanted, ifMatch: [version] },
    { fields, document },
    entry,
    { withinMs, hasLeft: () => signal.aborted },
  )
  switch (saved.outcome) {
    case 'created':
    case 'updated':
    case 'unchanged':
      return { outcome: saved.outcome, id: saved.page.id }
    case 'repeated': {
      const done = await ledger.findAnswer(String(applier.apiTokenId), key)
      if (done === undefined) throw later(1)
      return { outcome: done.outcome, id: done.page.id }
    }
    case 'under-way':
      throw later(saved.retryAfterSeconds)
    case 'refused':
      throw saved.error
    default:
      throw refusalOf(saved.outcome, { pageTitle, pageId, version: saved.version })
  }
}

async function trash(
  { connected }: DeliverPreviewTools,
  { run, applier, versions }: PreviewToDeliver,
  { page_id: pageId }: PageRow,
): Promise<DeliveredPage> {
  const id = String(pageId)
  const space = await connected.browse(String(run.spaceId))
  const [page] = (await space?.findPages([id])) ?? []
  const isThere = page?.status === 'current'
  if (isThere && page.version?.number !== versions[id]) {
    throw refusalOf('precondition-failed', {
      pageTitle: page.title,
      pageId: id,
      version: page.version?.number,
    })
  }
  if (isThere) await space?.trashPage(id, applier.actor)
  return { outcome: 'trashed', id }
}

/** Failures are stored, and the order is corrected later. */
async function arrange(
  { connected }: DeliverPreviewTools,
  { run, applier }: PreviewToDeliver,
  rows: readonly PageRow[],
  given: GivenPages,
): Promise<void> {
  const placed = rows.filter(({ kind, parent_id: parentId }) => kind !== 'gone' && parentId > 0)
  const parents = new Set(placed.map(({ parent_id: id }) => given.get(id)?.id ?? String(id)))
  if (parents.size === 0) return
  const wanted = { spaceIdOrKey: String(run.spaceId), writer: applier.writer }
  await connected.target.arrangePages?.({ ...wanted, parentIds: [...parents] }).catch((error) => {
    if (!(error instanceof RequestError)) throw error
  })
}

/** The operation's message names HTTP headers, which mean nothing here. */
function wordProblem({ key, message, version }: RequestError): string {
  return key === 'precondition-failed' ? `It has version ${version} by now.` : message
}

function later(retryAfterSeconds: number): RequestError {
  return new RequestError('unavailable', 'Confluence has not answered yet.', { retryAfterSeconds })
}

/** Retries temporary failures until this process ends. */
async function untilAnswered<Answer>(
  { signal }: PreviewToDeliver,
  work: () => Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    signal.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      const isPassing = error instanceof RequestError && error.key === 'unavailable'
      if (!isPassing) throw error
      await sleep((error.retryAfterSeconds ?? 2) * 1000, undefined, { signal, ref: false })
    }
  }
}

type GivenPages = ReadonlyMap<number, { readonly id: string; readonly url: string }>

/** The document as it was seen, with links to the pages' final addresses. */
async function readSentDocument(
  database: Database,
  run: PreviewRun,
  { pageId, title, given }: { pageId: number; title: string; given: GivenPages },
): Promise<Utf8Document> {
  const isOwn = sql`o.space_id = ${run.spaceId} and ${isOfRun(sql`o`, run)}`
  const [row] = await database.read<{ document: Uint8Array }>(sql`
    select o.document from preview_pages o where ${isOwn} and o.page_id = ${pageId}`)
  if (row === undefined) throw new Error('a preview lost a page')
  const document = readDocumentBytes(row.document)
  const images = []
  for (const image of document.images) {
    const [kept] = await database.read<{ bytes: Uint8Array }>(sql`
      select o.bytes from preview_attachments o where ${isOwn} and o.sha256 = ${image.sha256}`)
    if (kept === undefined) throw new Error('a preview lost an image')
    images.push({ ...image, bytes: kept.bytes })
  }
  return withAddresses({ ...document, images }, title, given)
}

/** An address of a page that exists only in the preview, in any form that links are stored in. */
const ownAddress = /(?:https?:\/\/[^\s"'<>()[\]]*?\/wiki\/|\b)spaces\/\w+\/pages\/(\d{15})(?!\d)/g

function withAddresses(document: Utf8Document, title: string, given: GivenPages): Utf8Document {
  const placed = (bytes: Uint8Array<ArrayBuffer>) =>
    encodeText(textOf(bytes).replace(ownAddress, (all, id) => given.get(Number(id))?.url ?? all))
  const [markdown, adf] = [placed(document.markdown), placed(document.adf)]
  const digest = sourceDigest({ title, markdown, adf })
  return { ...document, digest, markdown: markdown.utf8, adf: adf.utf8 }
}
