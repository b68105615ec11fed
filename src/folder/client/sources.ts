/** Sources over HTTP: what the store remembers of a folder's pages, and the end of a run. @module */
import type {
  AnswerSourcePage,
  ClosingAnswer,
  EditsAnswer,
  SourceAnswer,
} from '../../contract/answers.ts'
import { append } from '../../contract/base/lists.ts'
import { tokenExpiresHeader } from '../../contract/paths.ts'
import type { ClosingFields } from '../../contract/source-request.ts'
import { badAnswer, callService, readAnswer, requestService } from './call-service.ts'
import type { Connection } from './connection.ts'
import { ImportError } from './import-error.ts'

export interface SourceMemory {
  /** The source's pages; undefined where the service offers only the import and no sources. */
  readonly pages: readonly AnswerSourcePage[] | undefined
  /** Expiry of the token; undefined where the service does not reveal it. */
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
  const pages: AnswerSourcePage[] = []
  for (let after: string | undefined; ; ) {
    const query = { spaceId, name, ...(after ? { after } : {}) }
    const httpAnswer = await requestService(connection, 'sources', { query })
    const expiry = new Date(String(httpAnswer.headers[tokenExpiresHeader.toLowerCase()]))
    const tokenExpiresAt = Number.isNaN(expiry.getTime()) ? undefined : expiry
    const answer = readAnswer<Partial<SourceAnswer>>(httpAnswer, connection)
    // A service says when the token expires only after accepting it, so its 404 means the space.
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

type RunEnding = Pick<ClosingFields, 'name' | 'paths' | 'prune' | 'dryRun'>

/** @throws {ImportError} As `importPage`. */
export async function closeSourceRun(
  connection: Connection,
  spaceId: string,
  ending: RunEnding,
): Promise<ClosingAnswer> {
  const fields = { spaceId, run: connection.runId, ...ending }
  return (await callService<ClosingAnswer>(connection, 'sources/close', { fields })).answer
}

/** @throws {ImportError} As `importPage`. */
export async function readEdits(
  connection: Connection,
  spaceId: string,
  { name, path }: { readonly name: string; readonly path: string },
): Promise<EditsAnswer> {
  const query = { spaceId, name, path }
  const { answer } = await callService<EditsAnswer>(connection, 'sources/edits', { query })
  if (typeof answer.markdown === 'string' && Array.isArray(answer.edits)) return answer
  throw badAnswer('what was edited')
}
