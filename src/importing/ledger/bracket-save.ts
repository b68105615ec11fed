/**
 * The ledger's brackets around a save in a wiki outside the store: the entry is opened before the first
 * request and closed once its outcome is known. What is lost in between stays open with an outcome
 * unknown, until the next import of that title finds out.
 * @module
 */
import { type Database, query, queryAll, type Transaction } from '../../database/database.ts'
import { type Statement, sql } from '../../database/sql.ts'
import { RequestError, UnknownOutcomeError } from '../../errors.ts'
import type { Obstacle, Outcome, SavedPage } from '../target-wiki.ts'
import {
  finishEntry,
  type LedgerResult,
  type PlacedEntry,
  recordedAs,
  releaseKey,
  takeKey,
} from './entry.ts'

/** A save in a wiki outside the store. */
export interface RemoteSave {
  /**
   * Carry it out, marked so that `find` knows it again.
   * @throws {UnknownOutcomeError} When the page may or may not have been saved.
   */
  save(importId: number): Promise<RemoteResult>
  /** Find what came of a save with that mark; undefined when it never arrived. */
  find(importId: number): Promise<RemoteResult | undefined>
}

export type RemoteResult =
  | { readonly outcome: Outcome; readonly page: SavedPage }
  | { readonly outcome: 'already-exists' | 'not-found' | 'conflict' | Obstacle }

/**
 * Save a page between the brackets.
 * @param dependencies The store, the time, and the form in which the wiki compares titles.
 * @param entry The ledger's entry.
 * @param remote The save.
 * @throws {RequestError} `unavailable` while another import of that title is under way.
 * @throws {UnknownOutcomeError} When the page may or may not have been saved.
 */
export async function bracketSave(
  dependencies: BracketDependencies,
  entry: PlacedEntry,
  remote: RemoteSave,
): Promise<RemoteResult | { readonly outcome: 'repeated' }> {
  const { database, clock } = dependencies
  const titleKey = dependencies.titleKey(entry.title)
  const open = (): Promise<Opened> => {
    const now = clock().getTime()
    return database.write(openImport, { entry, titleKey, now, leaseUntil: now + leaseMs })
  }
  const close = (of: PlacedEntry, result: RemoteResult | undefined): Promise<void> =>
    database.write(closeImport, { entry: of, titleKey, result: result && toLedger(result) })

  let opened = await open()
  while (opened.state === 'taken-over') {
    await close(opened.entry, await remote.find(opened.entry.importId))
    opened = await open()
  }
  if (opened.state === 'repeated') return { outcome: 'repeated' }
  if (opened.state === 'busy') throw busy()
  let result: RemoteResult
  try {
    result = await remote.save(entry.importId)
  } catch (error) {
    // What may have been saved stays open: only the wiki can tell, once the request has ended there.
    if (!(error instanceof UnknownOutcomeError)) await close(entry, undefined)
    throw error
  }
  // Another wiki may have the place, so that whoever asked is the one to record this.
  await close(entry, result.outcome === 'not-found' ? undefined : result)
  return result
}

/**
 * Tell whether an import of a title is open, under way or with an outcome that is not known.
 * @param dependencies The store, and the form in which the wiki compares titles.
 * @param place The space, the parent as the caller wrote it, and the title.
 */
export async function hasOpenImport(
  { database, titleKey }: Pick<BracketDependencies, 'database' | 'titleKey'>,
  { spaceId, parentId, title }: Pick<PlacedEntry, 'spaceId' | 'parentId' | 'title'>,
): Promise<boolean> {
  const rows = await database.read(sql`select import_id from open_imports
    where space_id = ${spaceId} and parent_id = ${parentId} and title_key = ${titleKey(title)}`)
  return rows.length > 0
}

export interface BracketDependencies {
  readonly database: Database
  readonly clock: () => Date
  readonly titleKey: (title: string) => string
}

/** Longer than any save takes: whoever holds the title after that has gone. */
const leaseMs = 30_000

function busy(): RequestError {
  return new RequestError(
    'unavailable',
    'An import of this page is under way, or its outcome is not known yet. Try again in a few seconds.',
    { retryAfterSeconds: 5 },
  )
}

function toLedger(result: RemoteResult): LedgerResult {
  if (!('page' in result)) return { outcome: recordedAs[result.outcome], page: undefined }
  const { id, version } = result.page
  return { outcome: result.outcome, page: { id: Number(id), version } }
}

type Opened =
  | { readonly state: 'opened' | 'busy' | 'repeated' }
  /** Of an import whose outcome is unknown: it is to be closed first. */
  | { readonly state: 'taken-over'; readonly entry: PlacedEntry }

interface OpenImportInput {
  readonly entry: PlacedEntry
  readonly titleKey: string
  readonly now: number
  readonly leaseUntil: number
}

/** One row for each title below a parent decides who may save it. */
export const openImport: Transaction<OpenImportInput, Opened> = function* ({
  entry,
  titleKey,
  now,
  leaseUntil,
}) {
  const { spaceId, parentId, importId } = entry
  const [standing] = (yield* query(sql`
      insert into open_imports (space_id, parent_id, title_key, import_id, entry, lease_until)
      values (${spaceId}, ${parentId}, ${titleKey}, ${importId}, ${JSON.stringify(entry)},
        ${leaseUntil})
      on conflict (space_id, parent_id, title_key)
        do update set lease_until = excluded.lease_until where open_imports.lease_until <= ${now}
      returning import_id, entry`)) as { import_id: number; entry: string }[]
  if (standing === undefined) return { state: 'busy' }
  if (standing.import_id !== importId) {
    return { state: 'taken-over', entry: JSON.parse(standing.entry) as PlacedEntry }
  }
  if (yield* takeKey(entry)) return { state: 'opened' }
  yield* query(closeLane(entry, titleKey))
  return { state: 'repeated' }
}

interface CloseImportInput {
  readonly entry: PlacedEntry
  readonly titleKey: string
  /** Undefined when the save never arrived. */
  readonly result: LedgerResult | undefined
}

export const closeImport: Transaction<CloseImportInput, void> = function* ({
  entry,
  titleKey,
  result,
}) {
  yield* queryAll([
    closeLane(entry, titleKey),
    ...(result === undefined ? releaseKey(entry) : finishEntry(entry, result)),
  ])
}

function closeLane({ spaceId, parentId, importId }: PlacedEntry, titleKey: string): Statement {
  return sql`delete from open_imports
    where space_id = ${spaceId} and parent_id = ${parentId} and title_key = ${titleKey}
      and import_id = ${importId}`
}
