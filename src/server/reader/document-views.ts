/** Renders each version once, in a worker, and keeps the result in the store. @module */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Workers } from '../../contract/base/message.ts'
import type { Database } from '../../store/database.ts'
import type { PageWithBody } from '../../wiki/pages/page.ts'
import {
  findRenderedVersion,
  keepRendered,
  maxRenderedBytes,
} from '../../wiki/store/rendered-versions.ts'
import type { OutlineEntry } from '../web/document/document-view.ts'

export interface ViewedVersion extends Pick<PageWithBody, 'id' | 'spaceId'> {
  readonly version: Pick<PageWithBody['version'], 'number'>
}

export interface DocumentViews {
  /** @throws {RequestError} `unavailable` when rendering is overloaded or takes too long. */
  view(page: ViewedVersion, readAdf: () => Promise<string>): Promise<DocumentView>
}

/** A document whose rendering failed is not rendered again before this time. */
const failedForMs = 10 * 60_000
const maxFailed = 1_000

/** @param maxBytes Limits all stored HTML together. */
export function documentViews(
  database: Database,
  workers: DocumentViewWork,
  clock: () => Date,
  maxBytes: number = maxRenderedBytes,
): DocumentViews {
  const renderer = rendererDigest()
  const underWay = new Map<string, Promise<DocumentView>>()
  const failed = new Map<string, { readonly error: unknown; readonly untilMs: number }>()

  const fail = (key: string, error: unknown): void => {
    const [oldest] = failed.keys()
    if (failed.size >= maxFailed && oldest !== undefined) failed.delete(oldest)
    failed.set(key, { error, untilMs: clock().getTime() + failedForMs })
  }
  const render: DocumentViews['view'] = async (page, readAdf) => {
    const place = placeOf(page)
    const renderedVersion = await findRenderedVersion(database, place, renderer)
    if (renderedVersion !== undefined) {
      return {
        html: renderedVersion.html,
        outline: JSON.parse(renderedVersion.outline) as OutlineEntry[],
      }
    }
    const view = await workers.viewDocument(await readAdf())
    const storedView = { html: view.html, outline: JSON.stringify(view.outline) }
    const nowMs = clock().getTime()
    // Do not wait for the store: after a failure, the next reader renders again.
    database
      .write(keepRendered, { ...place, ...storedView, renderer, now: nowMs, maxBytes })
      .catch(() => {})
    return view
  }
  return {
    async view(page, readAdf) {
      const { spaceId, pageId, number } = placeOf(page)
      const key = `${spaceId}/${pageId}/${number}`
      const failure = failed.get(key)
      if (failure !== undefined && failure.untilMs > clock().getTime()) throw failure.error
      failed.delete(key)
      let viewing = underWay.get(key)
      if (viewing === undefined) {
        viewing = render(page, readAdf).finally(() => underWay.delete(key))
        underWay.set(key, viewing)
      }
      try {
        return await viewing
      } catch (error) {
        if (wasEnded(error)) fail(key, error)
        throw error
      }
    },
  }
}

function placeOf({ id, spaceId, version }: ViewedVersion) {
  return { spaceId: Number(spaceId), pageId: Number(id), number: version.number }
}

/** Tells whether the rendering was killed; an overloaded service can render the document later. */
function wasEnded(error: unknown): boolean {
  return error instanceof Error && (error.cause as Error | undefined)?.name === 'WorkEndedError'
}

/** A digest of the code that makes the HTML, so that nobody must increase a version number. */
function rendererDigest(): string {
  const hash = createHash('sha256')
  for (const folder of ['../../convert/render/', '../../convert/adf/', '../web/document/']) {
    const url = new URL(folder, import.meta.url)
    for (const name of readdirSync(url).sort()) {
      if (/\.[jt]s$/.test(name) && !name.includes('.test.') && !name.endsWith('.d.ts')) {
        hash.update(name).update(readFileSync(new URL(name, url)))
      }
    }
  }
  const require = createRequire(import.meta.url)
  for (const library of ['highlight.js', 'temml']) {
    hash.update((require(`${library}/package.json`) as { version: string }).version)
  }
  return hash.digest('hex').slice(0, 16)
}

export interface DocumentView {
  readonly html: string
  readonly outline: readonly OutlineEntry[]
}

export type DocumentViewWork = ReturnType<typeof documentViewWork>

export function documentViewWork(workers: Workers) {
  return {
    /** @throws {RequestError} `unavailable` when it takes too long or the service is overloaded. */
    viewDocument: async (adf: string) =>
      (await workers.show('view-document', { value: adf, parts: [] })).value as DocumentView,
  }
}
