/** Sources, reservations and previews over HTTP. @module */
import type {
  AnswerArranged,
  AnswerPage,
  AnswerSourcePage,
  ClosingAnswer,
  EditsAnswer,
  PreviewAnswer,
  ReservationAnswer,
  SourceAnswer,
} from '../../contract/answers.ts'
import { append } from '../../contract/base/lists.ts'
import {
  type PreviewAction,
  previewNamePattern,
  previewNameRule,
  tokenExpiresHeader,
} from '../../contract/paths.ts'
import type { SentPreview } from '../../contract/preview-request.ts'
import type { ReservationFields } from '../../contract/reservation-request.ts'
import type { ClosingFields } from '../../contract/source-request.ts'
import type { Connection } from './connection.ts'
import { ImportError } from './import-error.ts'
import {
  addressBeside,
  badAnswer,
  callService,
  readAnswer,
  requestService,
} from './send-request.ts'

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

/** @throws {ImportError} As `importPage`. */
export async function closeSourceRun(
  connection: Connection,
  spaceId: string,
  ending: Pick<ClosingFields, 'name' | 'paths' | 'prune' | 'dryRun'>,
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

async function callReservations(
  connection: Connection,
  fields: Partial<ReservationFields>,
): Promise<Partial<ReservationAnswer>> {
  const call = { fields: { pages: [], ...fields } }
  return (await callService<Partial<ReservationAnswer>>(connection, 'reservations', call)).answer
}

/**
 * Reserve pages; repeated requests give the same ids.
 * @param spaceId Id or key.
 * @param pages At most 1,000, parents before children.
 * @throws {ImportError} With status 404, 405 or 200 where the service has no reservations.
 */
export async function requestReservations(
  connection: Connection,
  spaceId: string,
  pages: ReservationFields['pages'],
): Promise<ReservationAnswer['pages']> {
  const answer = await callReservations(connection, { spaceId, pages })
  if (Array.isArray(answer.pages)) return answer.pages
  throw badAnswer('which pages it reserved')
}

/**
 * Order imported pages below some parents; services and wikis that need no such request ignore it.
 * @param arrangeBelow At most 1,000 page ids.
 * @returns Parents below which the order may be wrong, with the reason.
 * @throws {ImportError} As `requestReservations`.
 */
export async function requestArrangement(
  connection: Connection,
  spaceId: string,
  arrangeBelow: readonly string[],
): Promise<AnswerArranged['problems']> {
  const { arranged } = await callReservations(connection, { spaceId, arrangeBelow })
  return arranged?.problems ?? []
}

const idsPerRequest = 200

/**
 * Find pages by their ids.
 * @returns The pages in the space, without trashed ones.
 * @throws {ImportError} As `requestReservations`, also where the service cannot look up pages.
 */
export async function requestPages(
  connection: Connection,
  spaceId: string,
  ids: readonly string[],
): Promise<readonly AnswerPage[]> {
  const pages: AnswerPage[] = []
  for (let at = 0; at < ids.length; at += idsPerRequest) {
    const findPages = ids.slice(at, at + idsPerRequest)
    const { found } = await callReservations(connection, { spaceId, findPages })
    if (!Array.isArray(found)) throw badAnswer('which pages have these ids')
    append(pages, found)
  }
  return pages
}

/** @throws {ImportError} `bad-request` for an invalid name. */
export function previewEndpoint(endpoint: string, name: string): string {
  return addressBeside(endpoint, pathOf(name, 'webtrigger'))
}

/** @throws {ImportError} As `importPage`, also where the service has no previews. */
export async function askPreview(
  connection: Connection,
  name: string,
  action: PreviewAction,
  request: SentPreview,
): Promise<PreviewAnswer> {
  const { answer } = await callService<PreviewAnswer>(connection, pathOf(name, action), {
    fields: request,
  })
  if (typeof answer.preview?.url === 'string') return answer
  throw badAnswer('where the preview is')
}

/** @throws {ImportError} `bad-request` for an invalid name. */
function pathOf(name: string, last: string): string {
  if (!previewNamePattern.test(name)) throw new ImportError('bad-request', previewNameRule)
  return `previews/${name}/${last}`
}
