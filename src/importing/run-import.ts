/**
 * The import, whoever asks for it: claim → find the place → convert → save → record → answer. Its
 * request and its form differ in how they are read and how they are answered, and in nothing else.
 * @module
 */
import type { Writer } from '../auth/access-conditions.ts'
import { RequestError } from '../errors.ts'
import type { Prepared } from '../isolation/workers.ts'
import type { AnswerWarning, AskedFields } from './contract.ts'
import type { AskedImport } from './import-work.ts'
import { inTime } from './in-time.ts'
import type { Importer, Ledger, RecordedAnswer } from './ledger/ledger.ts'
import type { PreparedDocument } from './prepared-document.ts'
import { refusalOf } from './refusals.ts'
import type {
  Foreseen,
  Outcome,
  PageToSave,
  Place,
  Saved,
  SavedPage,
  TargetWiki,
} from './target-wiki.ts'

export interface ImportDependencies {
  /** Each has spaces of its own. */
  readonly wikis: readonly TargetWiki[]
  readonly ledger: Ledger
}

export interface ImportCaller extends Importer, Writer {
  /** Whether pages that are there are closed to it, whatever it asks for. */
  readonly isCreateOnly?: boolean
  /** When the request came, on the monotonic clock. */
  readonly arrivedAtMs: number
  /**
   * Under what the answer is kept, to be given again.
   * @throws {RequestError} `bad-request` when what was sent for it cannot be used.
   */
  idempotencyOf(asked: AskedImport): Idempotency | undefined
}

export interface Idempotency {
  readonly key: string
  readonly requestHash: string
}

/** What became of an import. */
export type Imported =
  | {
      readonly kind: 'saved'
      readonly outcome: Outcome
      readonly page: SavedPage
      readonly warnings: readonly AnswerWarning[]
    }
  /** The first answer to the same request. */
  | ({ readonly kind: 'repeated' } & RecordedAnswer)
  | ForeseenImport

/** What an import would do. */
export interface ForeseenImport extends Foreseen {
  readonly kind: 'foreseen'
  /** The page that is there, as it is. */
  readonly page: SavedPage | undefined
  readonly warnings: readonly AnswerWarning[]
}

/**
 * Import a page, or tell what importing it would do. Its place is looked up as soon as the fields are
 * known, so that a refusal of the place comes before one of the Markdown.
 * @param dependencies The wikis and the ledger.
 * @param prepared What was asked for, and the converted document.
 * @param caller Who asks.
 * @throws {RequestError} What keeps it from being imported.
 * @throws {UnknownOutcomeError} When the page may or may not have been saved.
 */
export async function runImport(
  dependencies: ImportDependencies,
  prepared: Prepared<AskedImport, PreparedDocument>,
  caller: ImportCaller,
): Promise<Imported> {
  // Looked at only when the place is found; until then nobody else owns it.
  prepared.result.catch(() => {})
  const asked = await prepared.asked
  caller.progress.asked = asked
  const fields = permittedFields(asked.fields, caller)
  const idempotency = caller.idempotencyOf(asked)
  const repeated = await findRepeated(dependencies, caller, idempotency)
  if (repeated !== undefined) return repeated
  let found: FoundPlace
  try {
    found = await findPlace(dependencies.wikis, fields, caller)
  } catch (error) {
    // The request that this one repeats may have made the page in the meantime.
    const meanwhile = await findRepeated(dependencies, caller, idempotency)
    if (meanwhile !== undefined) return meanwhile
    throw error
  }
  const page = { fields, document: await prepared.result }
  if (fields.dryRun) return foresee(found, page)
  return save(dependencies, caller, { ...found, page, idempotency })
}

/**
 * Tell what an import would do; writes nothing.
 * @param dependencies The wikis.
 * @param asked What is asked for, and on whose behalf.
 * @param document The converted document.
 * @throws {RequestError} What would keep it from being imported.
 */
export async function foreseeImport(
  { wikis }: Pick<ImportDependencies, 'wikis'>,
  { fields, userId }: { fields: AskedFields; userId: number },
  document: PreparedDocument,
): Promise<ForeseenImport> {
  return foresee(await findPlace(wikis, fields, { userId }), { fields, document })
}

/** A page that is there is no more overwritten, whatever becomes of it between the look and the write. */
function permittedFields(fields: AskedFields, { isCreateOnly }: ImportCaller): AskedFields {
  return isCreateOnly ? { ...fields, overwrite: false } : fields
}

interface FoundPlace {
  readonly wiki: TargetWiki
  readonly place: Place
}

async function findPlace(
  wikis: readonly TargetWiki[],
  fields: AskedFields,
  writer: Pick<ImportCaller, 'userId' | 'spaceIds' | 'isCreateOnly'>,
): Promise<FoundPlace> {
  const { spaceId: spaceIdOrKey, parentId, pageTitle: title, pageId, overwrite } = fields
  for (const wiki of wikis) {
    const place = await wiki.findPlace({ spaceIdOrKey, parentId, title, pageId, writer })
    if (place === undefined) continue
    const { existing, obstacle, isOpen = false } = place
    if (existing !== undefined && !overwrite && !isOpen) throw existsAlready(fields, writer)
    if (obstacle !== undefined) throw refusalOf(obstacle, fields)
    return { wiki, place }
  }
  throw refusalOf('not-found', fields)
}

async function foresee({ wiki, place }: FoundPlace, page: PageToSave): Promise<ForeseenImport> {
  const foreseen = await wiki.foresee(place, page)
  const { warnings } = page.document
  return {
    ...foreseen,
    kind: 'foreseen',
    page: existingPage(place),
    warnings,
  }
}

function existingPage({ space, existing }: Place): SavedPage | undefined {
  if (existing === undefined) return undefined
  const { id, title, parentId, version, path } = existing
  return { id, title, spaceId: space.id, parentId, version, path }
}

/** Below the ten seconds after which callers take a service for dead. */
const maxAnswerMs = 9_500
/** What saving has in any case, however long a busy machine took to convert. */
const minSaveMs = 2_000

function leftMs({ arrivedAtMs }: ImportCaller): number {
  return Math.max(minSaveMs, arrivedAtMs + maxAnswerMs - performance.now())
}

async function save(
  dependencies: ImportDependencies,
  caller: ImportCaller,
  {
    wiki,
    place,
    page,
    idempotency,
  }: FoundPlace & { page: PageToSave; idempotency: Idempotency | undefined },
): Promise<Imported> {
  const { warnings } = page.document
  const { pageTitle: title } = page.fields
  const saving = async (): Promise<Saved> => {
    const { space, parentId } = place
    const opening = { ...caller, spaceId: space.id, parentId, title, warnings, idempotency }
    return wiki.savePage(place, page, await dependencies.ledger.openEntry(opening))
  }
  const result = await inTime(saving(), leftMs(caller))
  caller.progress.isRecorded = true
  const saved = checkSaved(result, page.fields, caller)
  if (saved.outcome !== 'repeated') return { kind: 'saved', ...saved, warnings }
  const repeated = await findRepeated(dependencies, caller, idempotency)
  if (repeated === undefined) throw new Error('an idempotency key was claimed but has no answer')
  return repeated
}

/** Find the first answer to the same request. */
async function findRepeated(
  { ledger }: ImportDependencies,
  caller: ImportCaller,
  idempotency: Idempotency | undefined,
): Promise<Imported | undefined> {
  if (idempotency === undefined) return undefined
  // It is confirmed by a write.
  const finding = ledger.findAnswer(caller.apiTokenId, idempotency.key)
  const recorded = await inTime(finding, leftMs(caller))
  if (recorded === undefined) return undefined
  if (recorded.requestHash !== idempotency.requestHash) {
    throw new RequestError(
      'bad-request',
      'Idempotency-Key was used in the last 24 hours for another request. Send a new key with a new request.',
    )
  }
  return { kind: 'repeated', ...recorded }
}

type CarriedOut = Extract<Saved, { outcome: Outcome | 'repeated' }>

/** Tell a write that was carried out from one that came too late. */
function checkSaved(saved: Saved, fields: AskedFields, caller: ImportCaller): CarriedOut {
  switch (saved.outcome) {
    case 'created':
    case 'updated':
    case 'unchanged':
    case 'repeated':
      return saved
    case 'already-exists':
      throw existsAlready(fields, caller)
    default:
      throw refusalOf(saved.outcome, fields)
  }
}

function existsAlready(
  fields: AskedFields,
  { isCreateOnly }: Pick<ImportCaller, 'isCreateOnly'>,
): RequestError {
  return refusalOf(isCreateOnly ? 'create-only' : 'already-exists', fields)
}
