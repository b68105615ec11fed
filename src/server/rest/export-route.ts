/** The route that exports a space as a ZIP archive. @module */
import { addAbortSignal, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Context } from 'hono'
import type { Reader } from '../../accounts/reader.ts'
import { findConnection } from '../../confluence/delivery/connections/space-connections.ts'
import { textOf } from '../../contract/base/message.ts'
import { version } from '../../contract/base/version.ts'
import {
  type ExportWork,
  exportEntries,
  noCounts,
  zipArchive,
} from '../../wiki/export/export-entries.ts'
import {
  type ExportedPage,
  listExportedPages,
  noExport,
  noteExport,
} from '../../wiki/export/exported-pages.ts'
import type { PageText } from '../../wiki/export/page-text.ts'
import type { Space } from '../../wiki/import/target-wiki.ts'
import { isKnownTag, tagOf } from '../http/entity-tag.ts'
import type { ServiceParts } from '../service/compose.ts'
import type { Pages, WebScope } from '../web/pages.ts'
import { atReadableSpace, callerOf, readingHeaders } from '../web/session/reading-rule.ts'

/** Ten times as long as the export of a hundred thousand pages takes. */
export const maxExportMs: number = 60 * 60_000
/** A client that reads nothing for this long is disconnected. */
const stallMs = 30_000

/** Makes a part only after the one before was read; fails if a part stays unread for `longestMs`. */
export function readInTime(parts: AsyncIterable<Uint8Array>, longestMs: number): Readable {
  const stalled = (): void => void stream.destroy(new Error('the archive was not read in time'))
  async function* timed(): AsyncGenerator<Uint8Array> {
    for await (const part of parts) {
      const stall = setTimeout(stalled, longestMs).unref()
      yield part
      clearTimeout(stall)
    }
  }
  const stream = Readable.from(timed(), { highWaterMark: 1 })
  return stream
}

export const exportPages: Pages = {
  'GET /wiki/spaces/:key/export.zip': atReadableSpace(
    async (c, space, reader, dependencies) => {
      const connection = await findConnection(dependencies.database, space.id)
      return connection === undefined
        ? answerExport(c, { space, reader }, dependencies)
        : c.text(`${noExport(space.key, connection)}\n`, 409)
    },
    { takes: [] },
  ),
}

/** Answers with the archive, and holds a place until the end of the export. */
function answerExport(
  c: Context<WebScope>,
  { space, reader }: { readonly space: Space; readonly reader: Reader },
  dependencies: ServiceParts,
): Promise<Response> {
  const { folderGate, log } = dependencies
  const viewer = c.get('viewer')
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const logFields = { requestId: c.get('requestId'), spaceId: space.id }
  const giveUp = (error: unknown): void => {
    log.warn({ ...logFields, err: error }, 'export of a space ended early')
    c.env.outgoing.destroy()
  }
  folderGate
    .hold({ ...callerOf(c), signal: c.req.raw.signal }, async () => {
      const pages = await listExportedPages(reader, space)
      const ETag = tagOfExport(space, pages, dependencies.publicUrl())
      const tagged = {
        ...readingHeaders(c),
        'Content-Type': 'application/zip',
        'Content-Disposition': `attachment; filename="${space.key}.zip"`,
        ETag,
      }
      if (isKnownTag(c.req.header('if-none-match'), ETag)) {
        return resolve(c.body(null, 304, tagged))
      }
      if (c.req.method === 'HEAD') return resolve(c.body(null, 200, tagged))
      const actor = { name: viewer?.name ?? '', address: c.get('network') }
      await noteExport(dependencies, { key: space.key, form: 'archive' }, actor)
      const counts = noCounts()
      const work = exportWork(reader, dependencies)
      const parts = readInTime(zipArchive(exportEntries(space, pages, work, counts)), stallMs)
      addAbortSignal(AbortSignal.timeout(maxExportMs), parts)
      // Listen before the answer does: it would add the text of an error to the archive.
      const ended = finished(parts).then(() => {
        const { pages: pageCount, files } = counts
        log.info({ ...logFields, pages: pageCount, files }, 'space exported')
      }, giveUp)
      resolve(c.body(Readable.toWeb(parts) as ReadableStream, 200, tagged))
      await ended
    })
    .catch(reject)
  return promise
}

/** The export's bytes depend only on the space's state and the program's version. */
function tagOfExport(
  { key, name }: Space,
  pages: readonly ExportedPage[],
  publicUrl: string,
): string {
  return tagOf(JSON.stringify([version, publicUrl, key, name, pages]))
}

function exportWork(reader: Reader, { plainWorkers, publicUrl }: ServiceParts): ExportWork {
  return {
    reader,
    origin: new URL(publicUrl()).origin,
    async writePage(value, markdown, adf) {
      const call = { value, parts: [Buffer.from(markdown), Buffer.from(adf)] }
      const { value: exported, parts } = await plainWorkers.show('export-page', call)
      return { ...(exported as Omit<PageText, 'text'>), text: textOf(parts[0]) }
    },
  }
}
