/** The routes that export a space as a ZIP archive or as one text. @module */
import type { Context } from 'hono'
import { mayHoldPageLinks } from '../adf/page-links.ts'
import type { Clock } from '../auth/clock.ts'
import type { Reader } from '../auth/reader.ts'
import type { Log } from '../base/log.ts'
import type { Places } from '../base/places/places.ts'
import { version } from '../base/version.ts'
import type { Database } from '../database/database.ts'
import type { IdAllocator } from '../database/ids.ts'
import { findConnection } from '../delivery/connections/space-connections.ts'
import { findPageHere } from '../embedded-wiki/pages/find-page.ts'
import type { PageWithBody } from '../embedded-wiki/pages/page.ts'
import type { MarkdownToWrite } from '../embedded-wiki/store/attachments/whole-markdown.ts'
import { boundedStream } from '../http/bounded-stream.ts'
import { isKnownTag, tagOf } from '../http/entity-tag.ts'
import { pagePath, type Space } from '../importing/target-wiki.ts'
import { textOf } from '../isolation/message.ts'
import type { Workers } from '../isolation/workers.ts'
import type { Show } from '../web/frame/show.ts'
import type { Readers } from '../web/session/reading-rule.ts'
import { atReadableSpace, readingHeaders } from '../web/session/reading-rule.ts'
import type { WebHandlers } from '../web/web-map.ts'
import type { WebScope } from '../web/web-scope.ts'
import { type ExportWork, exportEntries, noCounts } from './export-entries.ts'
import { type ExportedPage, listExportedPages, noExport } from './exported-pages.ts'
import type { PageText } from './page-text.ts'
import { noteExport } from './record-export.ts'
import { zipArchive } from './zip-archive.ts'

export interface ExportRouteDependencies {
  readonly database: Database
  readonly workers: Pick<Workers, 'show'>
  readonly gate: Places
  readonly readers: Readers
  readonly publicUrl: () => string
  readonly ids: IdAllocator
  readonly clock: Clock
  readonly show: Show
  readonly log: Log
}

/** The time limit of an export; a hundred thousand pages take a tenth of it. */
export const maxExportMs: number = 60 * 60_000
/** No language model reads longer texts at once. */
const maxTextBytes = 10 * 1024 * 1024
/** A client that reads nothing for this long counts as gone. */
const stallMs = 30_000

export function exportRoutes(dependencies: ExportRouteDependencies): WebHandlers {
  const { database } = dependencies
  const answerWith = (form: 'archive' | 'text') =>
    atReadableSpace(dependencies, async (c, space, reader) => {
      const connection = await findConnection(database, space.id)
      if (connection !== undefined) return c.text(`${noExport(space.key, connection)}\n`, 409)
      const headers = { ...headersOf(space)[form], ...readingHeaders(c) }
      return answerExport(c, { space, reader, form, headers }, dependencies)
    })
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

interface AskedExport {
  readonly space: Space
  readonly reader: Reader
  readonly form: 'archive' | 'text'
  readonly headers: Readonly<Record<string, string>>
}

/** Answer once there is a place, which is held until the end of the export. */
function answerExport(
  c: Context<WebScope>,
  { space, reader, form, headers }: AskedExport,
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
      const pages = await listExportedPages(reader, space)
      const ETag = tagOfExport(space, pages, dependencies.publicUrl())
      const tagged = { ...headers, ETag }
      if (isKnownTag(c.req.header('if-none-match'), ETag)) {
        return resolve(c.body(null, 304, tagged))
      }
      if (c.req.method === 'HEAD') return resolve(c.body(null, 200, tagged))
      const actor = { name: viewer?.name ?? '', address: c.get('network') }
      await noteExport(dependencies, { key: space.key, form }, actor)
      const counts = noCounts()
      const parts =
        form === 'archive'
          ? zipArchive(exportEntries(space, pages, exportWork(reader, dependencies), counts))
          : fullText(space, pages, textWorkOf(reader, dependencies))
      const { stream, ended } = boundedStream(parts, { stallMs, maxMs: maxExportMs, giveUp })
      resolve(c.body(stream, 200, tagged))
      await ended
      const { pages: written, files } = counts
      log.info(
        { ...about, form, ...(form === 'archive' && { pages: written, files }) },
        'space exported',
      )
    })
    .catch(reject)
  return promise
}

/** The same state of a space gives the same bytes, until the program changes. */
function tagOfExport(
  { key, name }: Space,
  pages: readonly ExportedPage[],
  publicUrl: string,
): string {
  return tagOf(JSON.stringify([version, publicUrl, key, name, pages]))
}

function textWorkOf(reader: Reader, { workers, publicUrl }: ExportRouteDependencies): FullTextWork {
  return {
    reader,
    publicUrl: publicUrl(),
    maxBytes: maxTextBytes,
    async writeMarkdown({ markdown, adf }, spaceKey) {
      const isMade = markdown === undefined
      if (!isMade && !mayHoldPageLinks(markdown)) return markdown
      const { origin } = new URL(publicUrl())
      const { parts } = await workers.show('write-markdown', {
        value: { origin, spaceKey, isMade, keepsReferences: true } satisfies MarkdownToWrite,
        parts: [Buffer.from(markdown ?? adf)],
      })
      return textOf(parts[0])
    },
  }
}

function exportWork(reader: Reader, { workers, publicUrl }: ExportRouteDependencies): ExportWork {
  return {
    reader,
    origin: new URL(publicUrl()).origin,
    async writePage(value, markdown, adf) {
      const call = { value, parts: [Buffer.from(markdown), Buffer.from(adf)] }
      const { value: written, parts } = await workers.show('export-page', call)
      return { ...(written as Omit<PageText, 'text'>), text: textOf(parts[0]) }
    },
  }
}

export interface FullTextWork {
  readonly reader: Reader
  readonly publicUrl: string
  readonly maxBytes: number
  writeMarkdown(page: PageWithBody, spaceKey: string): Promise<string>
}

/**
 * Write the pages in the order of the tree, each with its address and Markdown. Pages beyond the
 * limit are left out, which the end of the text says.
 */
export async function* fullText(
  { key, name }: Space,
  pages: readonly ExportedPage[],
  { reader, publicUrl, maxBytes, writeMarkdown }: FullTextWork,
): AsyncGenerator<Uint8Array> {
  let left = maxBytes
  yield Buffer.from(`# ${name}\n\n> All pages of the space ${key}, in the order of its tree.\n`)
  for (const [index, { id: pageId, title, version }] of pages.entries()) {
    const page = await findPageHere(reader, pageId, { version })
    // The page was purged meanwhile.
    if (page === undefined) continue
    const markdown = await writeMarkdown(page, key)
    const address = `${publicUrl}${pagePath(key, pageId)}`
    const part = Buffer.from(`\n---\n\n# ${title}\n\n<${address}>\n\n${markdown.trim()}\n`)
    left -= part.byteLength
    if (left < 0) {
      const all = `${publicUrl}/wiki/spaces/${key}/llms.txt`
      const count = `${pages.length - index} of ${pages.length} pages are left out`
      yield Buffer.from(`\n---\n\n${count}, from “${title}” on. <${all}> lists them.\n`)
      return
    }
    yield part
  }
}
