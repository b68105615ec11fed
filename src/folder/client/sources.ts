/** Sources over HTTP: what the store remembers of a folder's pages, and the end of a run. @module */
import type { Answer } from '../../contract/answers.ts'
import { runHeader, tokenExpiresHeader } from '../../contract/paths.ts'
import { readServiceAnswer } from './import-page.ts'
import { type Connection, sendRequest } from './send-request.ts'

/** A page as the store remembers it since the last import of this source. */
export interface RememberedPage {
  /** Null for a page whose path now has another page. */
  readonly path: string | null
  readonly pageId: string
  readonly title: string
  readonly parentId: string
  /** The version that the last import made. */
  readonly version: number
  /** See `fieldsDigest`. */
  readonly digest: string
  /** The last edit by anybody else since then. */
  readonly edited: SourceEdit | null
}

export interface SourceEdit {
  readonly by: string
  readonly at: string
  readonly version: number
}

export interface SourceMemory {
  /** Undefined where the service has no sources, as other apps with this operation. */
  readonly pages: readonly RememberedPage[] | undefined
  /** Undefined where the service does not tell. */
  readonly tokenExpiresAt: Date | undefined
}

type SourceAnswer = Answer & {
  readonly pages?: readonly RememberedPage[]
  readonly next?: string | null
}

/**
 * Read what the store remembers of a source.
 * @param spaceId Id or key.
 * @throws {ImportError} When the service refuses the token or the space, or cannot be reached.
 */
export async function readSource(
  connection: Connection,
  spaceId: string,
  name: string,
): Promise<SourceMemory> {
  const url = sourcesAddress(connection.endpoint)
  if (url === undefined) return { pages: undefined, tokenExpiresAt: undefined }
  const pages: RememberedPage[] = []
  for (let after: string | null | undefined; ; ) {
    const query = new URLSearchParams({ spaceId, name, ...(after ? { after } : {}) })
    const { answer } = await sendRequest(
      connection,
      {
        url: `${url}?${query}`,
        method: 'GET',
        token: connection.token,
        headers: runOf(connection),
      },
      ({ status, text, headers }) => {
        const tokenExpiresAt = toInstant(headers[tokenExpiresHeader.toLowerCase()])
        const result = readServiceAnswer<SourceAnswer>(status, text, url)
        if ('answer' in result) {
          return {
            answer: { pages: result.answer.pages, next: result.answer.next, tokenExpiresAt },
          }
        }
        // Only a service that accepted the token says when it ends, so a 404 then means the space.
        const isOurs = tokenExpiresAt !== undefined
        const isUnknownRoute = !isOurs && [200, 400, 404, 405].includes(status)
        return isUnknownRoute
          ? { answer: { pages: undefined, next: null, tokenExpiresAt } }
          : { error: result.error }
      },
    )
    const { tokenExpiresAt } = answer
    if (!Array.isArray(answer.pages)) return { pages: undefined, tokenExpiresAt }
    for (const page of answer.pages) pages.push(page)
    after = answer.next
    if (!after) return { pages, tokenExpiresAt }
  }
}

export interface RunEnding {
  readonly name: string
  /** Paths of all files that the source has now. */
  readonly paths: readonly string[]
  readonly prune: boolean | 'archive'
  readonly dryRun: boolean
}

interface ClosedPage {
  readonly path: string | null
  readonly pageId: string
  readonly title: string
}

export interface ClosedRun {
  /** Pages that went to the trash, or would in a dry run. */
  readonly trashed: readonly ClosedPage[]
  readonly kept: readonly (ClosedPage & { readonly why: string })[]
  readonly newWarnings: number
  readonly oldWarnings: number
}

/** @throws {ImportError} As `importPage`. */
export async function closeSourceRun(
  connection: Connection,
  spaceId: string,
  ending: RunEnding,
): Promise<ClosedRun> {
  const url = `${sourcesAddress(connection.endpoint)}/close`
  const body = JSON.stringify({ spaceId, run: connection.runId, ...ending })
  const headers = { 'content-type': 'application/json', ...runOf(connection) }
  const { answer } = await sendRequest(
    connection,
    { url, method: 'POST', token: connection.token, headers, body },
    ({ status, text }) => readServiceAnswer<Answer & ClosedRun>(status, text, url),
  )
  return answer
}

/** @throws {ImportError} As `importPage`. */
export async function readEdits(
  connection: Connection,
  spaceId: string,
  { name, path }: { readonly name: string; readonly path: string },
): Promise<PageEdits> {
  const url = `${sourcesAddress(connection.endpoint)}/edits`
  const query = new URLSearchParams({ spaceId, name, path })
  const { answer } = await sendRequest(
    connection,
    { url: `${url}?${query}`, method: 'GET', token: connection.token },
    ({ status, text }) =>
      readServiceAnswer<Answer & Readonly<Record<string, unknown>>>(status, text, url),
  )
  return toEdits(answer)
}

function runOf({ runId }: Connection): Record<string, string> {
  return runId === undefined ? {} : { [runHeader]: runId }
}

function toInstant(header: string | string[] | undefined): Date | undefined {
  const date = new Date(String(header))
  return Number.isNaN(date.getTime()) ? undefined : date
}

function sourcesAddress(endpoint: string): string | undefined {
  const { origin, pathname } = new URL(endpoint)
  const name = /\/webtrigger\/?$/
  return name.test(pathname) ? origin + pathname.replace(name, '/sources') : undefined
}

/** An edited block of a page, compared with the last import. */
export interface RemoteEdit {
  /**
   * Lines of the imported Markdown, from 1; for a new block the second is one less than the first.
   */
  readonly line?: number
  readonly endLine?: number
  readonly before: string
  /** The new Markdown; empty for a removed block. */
  readonly after: string
  /** Set where Markdown cannot express all of the formatting. */
  readonly isRough?: boolean
  /** Why the edit cannot be applied to lines. */
  readonly problem?: string
}

export interface PageEdits {
  readonly version: number
  readonly by: string
  readonly at: string
  readonly markdown: string
  readonly edits: readonly RemoteEdit[]
}

/** Force all values to strings, because they are written to files. */
function toEdits({
  version,
  by,
  at,
  markdown,
  edits,
}: Readonly<Record<string, unknown>>): PageEdits {
  const list: readonly unknown[] = Array.isArray(edits) ? edits : []
  return {
    version: Number(version),
    by: String(by),
    at: String(at),
    markdown: String(markdown),
    edits: list.map((value): RemoteEdit => {
      const { line, endLine, before, after, isRough, problem } = Object(value) as Readonly<
        Record<string, unknown>
      >
      const isPlaced = Number.isSafeInteger(line) && Number.isSafeInteger(endLine)
      return {
        ...(isPlaced ? { line: Number(line), endLine: Number(endLine) } : {}),
        before: String(before),
        after: String(after),
        ...(isRough === true ? { isRough } : {}),
        ...(typeof problem === 'string' ? { problem } : {}),
      }
    }),
  }
}
