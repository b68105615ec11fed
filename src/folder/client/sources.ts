/** Sources over HTTP: what the store remembers of a folder's pages, and the end of a run. @module */
import { append } from '../../contract/base/append.ts'
import { tokenExpiresHeader } from '../../contract/paths.ts'
import { badAnswer, callService, readAnswer, requestService } from './call-service.ts'
import type { Connection } from './connection.ts'
import { ImportError } from './import-error.ts'

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
  /** Undefined where the service has no sources: other programs offer the import alone. */
  readonly pages: readonly RememberedPage[] | undefined
  /** Undefined where the service does not tell. */
  readonly tokenExpiresAt: Date | undefined
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
  const pages: RememberedPage[] = []
  for (let after: string | undefined; ; ) {
    const query = { spaceId, name, ...(after ? { after } : {}) }
    const httpAnswer = await requestService(connection, 'sources', { query })
    const expiry = new Date(String(httpAnswer.headers[tokenExpiresHeader.toLowerCase()]))
    const tokenExpiresAt = Number.isNaN(expiry.getTime()) ? undefined : expiry
    const answer = readAnswer<SourcePages>(httpAnswer, connection)
    // Only a service that accepted the token says when it ends: its 404 means the space.
    const isUnknownRoute =
      tokenExpiresAt === undefined && [200, 400, 404, 405].includes(httpAnswer.status)
    if (answer instanceof ImportError && !isUnknownRoute) throw answer
    if (answer instanceof ImportError || !Array.isArray(answer.pages)) {
      return { pages: undefined, tokenExpiresAt }
    }
    append(pages, answer.pages)
    if (!answer.next) return { pages, tokenExpiresAt }
    after = answer.next
  }
}

interface SourcePages {
  readonly pages?: readonly RememberedPage[]
  readonly next?: string | null
}

export interface RunEnding {
  readonly name: string
  /** Paths of all files that the source has now. */
  readonly paths: readonly string[]
  readonly prune: boolean
  readonly dryRun: boolean
}

export interface ClosedPage {
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
  const fields = { spaceId, run: connection.runId, ...ending }
  return (await callService<ClosedRun>(connection, 'sources/close', { fields })).answer
}

/** @throws {ImportError} As `importPage`. */
export async function readEdits(
  connection: Connection,
  spaceId: string,
  { name, path }: { readonly name: string; readonly path: string },
): Promise<PageEdits> {
  const query = { spaceId, name, path }
  const { answer } = await callService<PageEdits>(connection, 'sources/edits', { query })
  if (typeof answer.markdown === 'string' && Array.isArray(answer.edits)) return answer
  throw badAnswer('what was edited')
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
