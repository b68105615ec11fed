/** Runs the import of one page, for HTTP, the form and agents. @module */
import type { Origin } from '../../accounts/audit.ts'
import type { Principal } from '../../accounts/reader.ts'
import { inTime } from '../../contract/base/in-time.ts'
import { shortened } from '../../contract/base/visible-text.ts'
import { RequestError } from '../../contract/errors.ts'
import type { AskedFields } from '../../contract/import-request.ts'
import { contractLimits } from '../../contract/limits.ts'
import {
  asUnwantedPage,
  readIfMatch,
  readIfNoneMatch,
  refusalOf,
  type VersionCondition,
} from './decide.ts'
import { answerOfWiki, firstAnswer } from './import-place.ts'
import type { AskedImport, ImportWork, PreparedImport } from './import-work.ts'
import type { Importer, Ledger, LedgerEntry, RecordedAnswer } from './ledger/ledger.ts'
import type { Utf8Document } from './prepared-document.ts'
import {
  checkTokenSource,
  type Foreseen,
  type Saved,
  type SavedImport,
  type SourceKeeper,
  type TargetWiki,
  type WantedPage,
} from './target-wiki.ts'

export interface ImportByRequestDependencies extends ImportDependencies {
  readonly workers: Pick<ImportWork, 'prepareImport'>
}

/** A request as it was sent, still unchecked. */
interface ImportRequest {
  readonly body: Uint8Array
  /** The host that the request names; links to it are links to this wiki. */
  readonly host?: string | undefined
  readonly ifMatch?: string | undefined
  readonly ifNoneMatch?: string | undefined
  readonly idempotencyKeys?: readonly string[]
  readonly signal: AbortSignal
}

/**
 * Import a page, or with `dryRun` describe what that would do. The caller is authenticated and
 * admitted.
 * @throws {RequestError} When the import is refused.
 * @throws {UnknownOutcomeError} When the page may or may not have been saved.
 */
export async function importByRequest(
  dependencies: ImportByRequestDependencies,
  request: ImportRequest,
  caller: Omit<ImportCaller, 'ifMatch' | 'hasLeft' | 'idempotencyOf'>,
): Promise<Imported> {
  const { body, host, idempotencyKeys = [], signal } = request
  const ifMatch = readIfMatch(request.ifMatch)
  const isNew = readIfNoneMatch(request.ifNoneMatch)
  const isHashed = idempotencyKeys.length > 0
  const prepared = await dependencies.workers.prepareImport(body, { isHashed, host }, signal)
  try {
    return await runImport(dependencies, prepared, {
      ...caller,
      isCreateOnly: caller.isCreateOnly || isNew,
      ifMatch,
      hasLeft: () => signal.aborted,
      idempotencyOf: (importRequest) => readIdempotency(request, importRequest),
    })
  } catch (error) {
    throw isNew ? asUnwantedPage(error) : error
  }
}

function readIdempotency(
  { idempotencyKeys = [], ifMatch, ifNoneMatch }: ImportRequest,
  { requestHash }: AskedImport,
): Idempotency | undefined {
  const [key, ...otherKeys] = idempotencyKeys
  if (key === undefined || requestHash === undefined) return undefined
  const { maxIdempotencyKeyLength } = contractLimits
  if (otherKeys.length > 0 || key === '' || key.length > maxIdempotencyKeyLength) {
    throw new RequestError(
      'bad-request',
      `Idempotency-Key must be sent once, with 1 to ${maxIdempotencyKeyLength} characters.`,
    )
  }
  const conditions = [ifMatch, ifNoneMatch && 'new']
  return { key, requestHash: [requestHash, ...conditions].filter(Boolean).join(' ') }
}

export interface ImportDependencies {
  readonly wikis: readonly TargetWiki[]
  readonly ledger: Ledger
}

interface ImportCaller extends Importer, Principal, Origin, SourceKeeper {
  readonly isCreateOnly?: boolean
  readonly ifMatch?: VersionCondition | undefined
  readonly arrivedAtMs: number
  hasLeft?(): boolean
  /** @throws {RequestError} `bad-request` when the key is invalid. */
  idempotencyOf(request: AskedImport): Idempotency | undefined
}

interface Idempotency {
  readonly key: string
  readonly requestHash: string
}

export type Imported = ({ readonly kind: 'saved' } & SavedImport) | RepeatedImport | ForeseenImport

type RepeatedImport = { readonly kind: 'repeated' } & RecordedAnswer

export interface ForeseenImport extends Foreseen {
  readonly kind: 'foreseen'
  readonly document: Utf8Document
}

/** Errors of the place take precedence over errors of the Markdown. */
async function runImport(
  dependencies: ImportDependencies,
  prepared: PreparedImport,
  caller: ImportCaller,
): Promise<Imported> {
  const { asked } = prepared
  caller.progress.asked = asked
  checkTokenSource(caller, asked.fields.source?.name)
  const page = wantedPage(asked.fields, caller)
  const asking = { page, caller, idempotency: caller.idempotencyOf(asked) }
  if ('conversionError' in prepared) {
    const repeated = await look(dependencies, asking)
    if (repeated !== undefined) return repeated
    throw prepared.conversionError
  }
  const { document } = prepared
  if (!asked.fields.dryRun) return save(dependencies, asking, document)
  const repeated = await findRepeated(dependencies, asking)
  return repeated ?? foresee(dependencies, asking, document)
}

interface Asking {
  readonly page: WantedPage
  readonly caller: ImportCaller
  readonly idempotency: Idempotency | undefined
}

/** A caller that may only create never overwrites a page that appears between the check and the write. */
function wantedPage(
  sent: AskedFields,
  { userId, spaceIds, isCreateOnly, ifMatch, via }: ImportCaller,
): WantedPage {
  const fields = isCreateOnly ? { ...sent, overwrite: false } : sent
  return { fields, writer: { userId, spaceIds }, isCreateOnly, ifMatch, via }
}

async function look(
  dependencies: ImportDependencies,
  asking: Asking,
): Promise<RepeatedImport | undefined> {
  const repeated = await findRepeated(dependencies, asking)
  if (repeated !== undefined) return repeated
  try {
    await answerOfWiki(dependencies.wikis, (wiki) => wiki.checkPlace(asking.page))
    return undefined
  } catch (error) {
    // An earlier copy of this request may have made the page meanwhile.
    const meanwhile = await findRepeated(dependencies, asking)
    if (meanwhile !== undefined) return meanwhile
    throw error
  }
}

async function foresee(
  { wikis }: ImportDependencies,
  { page }: Asking,
  document: Utf8Document,
): Promise<ForeseenImport> {
  const forecast = await answerOfWiki(wikis, (wiki) => wiki.foresee({ ...page, document }))
  return { kind: 'foreseen', ...forecast, document }
}

/** Callers give up after ten seconds, so we answer before. */
const maxAnswerMs = 9_500
/** Saving gets at least this time, however long the conversion took. */
const minSaveMs = 2_000

function leftMs({ arrivedAtMs }: ImportCaller, answerMs: number = maxAnswerMs): number {
  return Math.max(minSaveMs, arrivedAtMs + answerMs - performance.now())
}

async function save(
  dependencies: ImportDependencies,
  asking: Asking,
  document: Utf8Document,
): Promise<Imported> {
  const { page, caller } = asking
  const { saved, entry } = await saveInWiki(dependencies, asking, document)
  // The ledger may have the answer, even if the place was deleted since the first request.
  if (saved.outcome === 'repeated' || saved.outcome === 'not-found') {
    const repeated = await findRepeated(dependencies, asking)
    if (repeated !== undefined) return repeated
    // Another process may just have connected the space. The document's buffers have been given
    // away, so the caller must send it again.
    const place = await firstAnswer(dependencies.wikis, (wiki) => wiki.checkPlace(page))
    throw place === undefined ? refusalOf('not-found') : justConnected()
  }
  caller.progress.importId = entry.importId
  if (saved.outcome === 'under-way') throw underWay(saved)
  if (saved.outcome === 'refused') throw saved.error
  if (!('page' in saved)) {
    const { version, state } = saved
    const { isCreateOnly } = caller
    throw refusalOf(saved.outcome, { ...page.fields, isCreateOnly, version, state })
  }
  return { kind: 'saved', ...saved }
}

function justConnected(): RequestError {
  return new RequestError(
    'unavailable',
    'This space has just been connected to another wiki. Try again in a second.',
    { retryAfterSeconds: 1 },
  )
}

function underWay({
  retryAfterSeconds,
  problem,
}: Extract<Saved, { outcome: 'under-way' }>): RequestError {
  const reason =
    problem === undefined
      ? 'Confluence has not answered yet.'
      : `Confluence could not carry it out yet (${shortened(problem, maxProblem)}).`
  return new RequestError(
    'unavailable',
    `${reason} The import goes on: the same request, sent again, finds it done.`,
    { retryAfterSeconds },
  )
}

const maxProblem = 180

async function saveInWiki(
  { wikis, ledger }: ImportDependencies,
  { page, caller, idempotency }: Asking,
  document: Utf8Document,
): Promise<{ saved: Saved; entry: LedgerEntry }> {
  const { pageTitle: title, parentId, spaceId: spaceSent } = page.fields
  const { warnings } = document
  const sentPlace = { spaceSent, parentId, title }
  const opening = ledger.openEntry({ ...caller, ...sentPlace, warnings, idempotency })
  const entry = await inTime(opening, leftMs(caller))
  for (const wiki of wikis) {
    const withinMs = leftMs(caller, wiki.maxAnswerMs)
    const waiter = { withinMs, hasLeft: () => caller.hasLeft?.() ?? false }
    const saving = wiki.savePage({ ...page, document }, entry, waiter)
    // A remote wiki limits the time itself, because it can tell how far the import has come.
    const result = await (wiki.maxAnswerMs === undefined
      ? inTime(saving, withinMs, { isBounded: true })
      : inTime(saving, withinMs + minSaveMs))
    if (result.outcome !== 'not-found') return { saved: result, entry }
  }
  return { saved: { outcome: 'not-found' }, entry }
}

async function findRepeated(
  { ledger }: ImportDependencies,
  { caller, idempotency }: Asking,
): Promise<RepeatedImport | undefined> {
  if (idempotency === undefined) return undefined
  // Finding the answer includes a write, so it needs a time limit.
  const finding = ledger.findAnswer(caller.apiTokenId, idempotency.key)
  const answer = await inTime(finding, leftMs(caller))
  if (answer === undefined) return undefined
  if (answer.requestHash !== idempotency.requestHash) {
    throw new RequestError(
      'bad-request',
      'Idempotency-Key was used in the last 24 hours for another request. Send a new key with a new request.',
    )
  }
  return { kind: 'repeated', ...answer }
}
