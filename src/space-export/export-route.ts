/** The routes that give a space as a whole: as a ZIP archive, or as one text. @module */
import type { Context } from 'hono'
import type { Clock } from '../auth/clock.ts'
import type { Log } from '../base/log.ts'
import type { Places } from '../base/places/places.ts'
import { version } from '../base/version.ts'
import { isOfKind } from '../confluence/confluence-error.ts'
import type { Database } from '../database/database.ts'
import type { IdAllocator } from '../database/ids.ts'
import type { OpenConnectedSite } from '../delivery/connections/connected-site.ts'
import type { SpaceConnection } from '../delivery/connections/space-connection.ts'
import { findConnection } from '../delivery/connections/space-connections.ts'
import { notAnswering, refusedCredential } from '../delivery/delivery-refusals.ts'
import type { UnpackVersion } from '../embedded-wiki/store/packing/unpack-version.ts'
import { boundedStream } from '../http/bounded-stream.ts'
import { isKnownTag, tagOf } from '../http/entity-tag.ts'
import { findSpace } from '../importing/spaces.ts'
import type { Space } from '../importing/target-wiki.ts'
import { textOf } from '../isolation/frames.ts'
import type { Workers } from '../isolation/workers.ts'
import type { Show } from '../web/frame/show.ts'
import { mayRead, type Readers } from '../web/session/may-read.ts'
import { readersOf, readingHeaders, showNotFound } from '../web/session/reading-rule.ts'
import type { WebHandlers } from '../web/web-map.ts'
import type { WebScope } from '../web/web-scope.ts'
import type { SitePageText } from './connected/site-page-text.ts'
import { connectedSource } from './connected/site-source.ts'
import { type EmbeddedExport, embeddedSource } from './embedded-source.ts'
import { type ExportCounts, type ExportSource, exportEntries, noCounts } from './export-entries.ts'
import type { ExportedPage } from './exported-pages.ts'
import { type FullTextWork, fullText } from './full-text.ts'
import type { PageText } from './page-text.ts'
import { noteExport } from './record-export.ts'
import { zipArchive } from './zip-archive.ts'

export interface ExportRouteDependencies {
  readonly database: Database
  readonly workers: Pick<Workers, 'show'>
  readonly unpack: UnpackVersion
  readonly openSite: OpenConnectedSite
  /** Exports under way. */
  readonly gate: Places
  /** Who may read without signing in. */
  readonly readers: Readers
  readonly publicUrl: () => string
  readonly ids: IdAllocator
  readonly clock: Clock
  readonly show: Show
  readonly log: Log
}

/** All of an export ends then; a hundred thousand pages take a tenth of it. */
export const maxExportMs: number = 60 * 60_000
/** Of a space as one text: no model reads more at once. */
const maxTextBytes = 10 * 1024 * 1024
/** Whoever takes nothing for so long has gone. */
const stallMs = 30_000

/**
 * Make the handlers.
 * @param dependencies The store, what writes pages, and how many exports there may be.
 */
export function exportRoutes(dependencies: ExportRouteDependencies): WebHandlers {
  const { database, show } = dependencies
  const answerWith = (form: 'archive' | 'text') => async (c: Context<WebScope>) => {
    const space = await findSpace(database, c.req.param('key') ?? '')
    const rule = readersOf(c, dependencies.readers)
    if (space === undefined || !(await mayRead(database, c.get('viewer'), rule, space.id))) {
      return showNotFound(c, show)
    }
    const connection = await findConnection(database, space.id)
    if (connection !== undefined && form === 'text') {
      return c.text(`${notHere(space, connection)}\n`, 409)
    }
    const headers = { ...headersOf(space)[form], ...readingHeaders(c) }
    return answerExport(c, { space, connection, form, headers }, dependencies)
  }
  return {
    'GET /wiki/spaces/:key/export.zip': answerWith('archive'),
    'GET /wiki/spaces/:key/llms-full.txt': answerWith('text'),
  }
}

function headersOf({ key }: Space) {
  return {
    archive: {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="${key}.zip"`,
    },
    text: { 'Content-Type': 'text/plain; charset=utf-8', 'X-Robots-Tag': 'noindex' },
  }
}

/** The pages are asked for one by one, which is no text that a program waits for. */
function notHere({ key }: Space, { remoteSpace, baseUrl }: SpaceConnection): string {
  return `The pages of ${key} are in Confluence, in the space ${remoteSpace.key} of ${baseUrl}: take them as files from /wiki/spaces/${key}/export.zip.`
}

interface AskedExport {
  readonly space: Space
  /** Undefined for a space whose pages are here. */
  readonly connection: SpaceConnection | undefined
  readonly form: 'archive' | 'text'
  readonly headers: Readonly<Record<string, string>>
}

/** Answer as soon as there is a place for making an export; the place is held until its end. */
function answerExport(
  c: Context<WebScope>,
  { space, connection, form, headers }: AskedExport,
  dependencies: ExportRouteDependencies,
): Promise<Response> {
  const { gate, log } = dependencies
  const viewer = c.get('viewer')
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const about = { requestId: c.get('requestId'), spaceId: space.id }
  const giveUp = (error: unknown): void => {
    log.warn({ ...about, err: error }, 'export of a space ended early')
    c.env.outgoing.destroy()
  }
  const key = viewer === undefined ? c.get('network') : `user ${viewer.userId}`
  gate
    .hold({ key, isKnown: viewer !== undefined, signal: c.req.raw.signal }, async () => {
      const isHead = c.req.method === 'HEAD'
      // What labels and files a site has, nobody knows before they are asked for.
      if (connection !== undefined && isHead) return resolve(c.body(null, 200, headers))
      const source = await sourceOf(space, connection, dependencies)
      const tagged =
        connection === undefined
          ? { ...headers, ETag: tagOfExport(space, source.pages, dependencies.publicUrl()) }
          : headers
      const tag = 'ETag' in tagged ? tagged.ETag : undefined
      if (tag !== undefined && isKnownTag(c.req.header('if-none-match'), tag)) {
        return resolve(c.body(null, 304, tagged))
      }
      if (isHead) return resolve(c.body(null, 200, tagged))
      const actor = { name: viewer?.name ?? '', address: c.get('network') }
      await noteExport(dependencies, { key: space.key, form }, actor)
      const counts = noCounts()
      const parts =
        form === 'archive'
          ? zipArchive(exportEntries(source, counts))
          : fullText(space, source.pages, textWorkOf(dependencies))
      const { stream, ended } = boundedStream(parts, { stallMs, maxMs: maxExportMs, giveUp })
      resolve(c.body(stream, 200, tagged))
      await ended
      log.info({ ...about, form, ...(form === 'archive' && counted(counts)) }, 'space exported')
    })
    .catch(reject)
  return promise
}

async function sourceOf(
  space: Space,
  connection: SpaceConnection | undefined,
  dependencies: ExportRouteDependencies,
): Promise<ExportSource> {
  if (connection === undefined) return embeddedSource(space, embeddedWork(dependencies))
  const { database, workers, openSite } = dependencies
  const { site } = openSite(connection)
  return connectedSource({
    ...{ database, connection, site },
    async writePage(value, { body, imported }) {
      const sent = imported === undefined ? [] : [imported.markdown, imported.adf, imported.stored]
      const call = { value, parts: [body, ...sent].map((text) => Buffer.from(text)) }
      const { value: answered, parts } = await workers.show('export-site-page', call)
      const { problem, ...rest } = answered as Omit<SitePageText, 'text'> & { problem: string }
      if (problem !== '') throw new RangeError(problem)
      return { ...rest, text: textOf(parts[0]) }
    },
  }).catch((error: unknown) => {
    throw isOfKind(error, 'credential') ? refusedCredential(error) : notAnswering(error)
  })
}

function counted({ pages, files, failed }: ExportCounts) {
  return { pages, files, failed: failed.size }
}

/** The same state of a space gives the same bytes, as long as this program writes them. */
function tagOfExport(
  { key, name }: Space,
  pages: readonly ExportedPage[],
  publicUrl: string,
): string {
  return tagOf(JSON.stringify([version, publicUrl, key, name, pages]))
}

function textWorkOf({
  database,
  workers,
  unpack,
  publicUrl,
}: ExportRouteDependencies): FullTextWork {
  return {
    database,
    unpack,
    publicUrl: publicUrl(),
    maxBytes: maxTextBytes,
    async writeMarkdown(adf, spaceKey) {
      const value = { origin: new URL(publicUrl()).origin, spaceKey, isMade: true }
      const { parts } = await workers.show('write-markdown', { value, parts: [Buffer.from(adf)] })
      return textOf(parts[0])
    },
  }
}

function embeddedWork({
  database,
  workers,
  unpack,
  publicUrl,
}: ExportRouteDependencies): EmbeddedExport {
  return {
    database,
    unpack,
    origin: new URL(publicUrl()).origin,
    async writePage(page, adf, markdown) {
      const texts = markdown === undefined ? [adf] : [adf, markdown]
      const call = { value: page, parts: texts.map((text) => Buffer.from(text)) }
      const { value, parts } = await workers.show('export-page', call)
      return { ...(value as Omit<PageText, 'text'>), text: textOf(parts[0]) }
    },
  }
}
