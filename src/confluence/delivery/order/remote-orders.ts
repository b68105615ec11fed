/**
 * Orders pages in Confluence. Concurrent imports and people can change the order, so the children
 * of a page are ordered together: when no import of the space is running, or when a run ends.
 * @module
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { AnswerArranged } from '../../../contract/answers.ts'
import { runBounded } from '../../../contract/base/run-bounded.ts'
import { align } from '../../../convert/compare/align.ts'
import { type Database, query, type Transaction } from '../../../store/database.ts'
import { asObjects, readAs } from '../../../store/read-as.ts'
import { type Statement, sql } from '../../../store/sql.ts'
import { titleOrder } from '../../../wiki/store/page-place.ts'
import { ConfluenceError, isAway, isOfKind, mayBeDone } from '../../confluence-error.ts'
import type { ConnectedSite } from '../connections/connected-site.ts'
import { findConnection } from '../connections/space-connections.ts'
import { isUnwritten, unsettlePage } from '../queue/deliveries.ts'
import type { JobTools } from '../queue/delivery-job.ts'

/** A thousand moves at a site's pace take minutes. */
const leaseMs = 10 * 60_000
/** A sweep orders the pages below a parent when none of them was imported for this long. */
const quietMs = 30_000
const firstPauseMs = 5_000
const maxPauseMs = 5 * 60_000
const maxTries = 12
const dropAfterMs = 24 * 60 * 60_000
const pollMs = 200
const atOnce = 3

/** Put in order what was noted, unless imports of the space are still on their way. */
export async function settleOrders(target: ConnectedSite): Promise<void> {
  const { database, clock, connection } = target
  const spaceId = Number(connection.spaceId)
  const where = sql`space_id = ${spaceId} and not exists (
    select 1 from deliveries where space_id = ${spaceId} and ${isUnwritten})`
  for (const place of await listNotedOrders(database, { now: clock().getTime(), where })) {
    await putInOrder(target, place)
  }
}

/** @param withinMs How long the caller waits; then the work continues without it. */
export async function arrangeRemotePages(
  target: ConnectedSite,
  parentIds: readonly string[],
  withinMs: number,
): Promise<AnswerArranged> {
  const { database, clock, connection } = target
  const giveUpAt = performance.now() + withinMs
  let moved = 0
  const problems: { parentId: string; message: string }[] = []
  await runBounded([...new Set(parentIds)], atOnce, async (parentId) => {
    const place = { spaceId: Number(connection.spaceId), parentId }
    await database.write(askForOrder, { ...place, now: clock().getTime() })
    while (await isOrderNoted(database, place)) {
      if (performance.now() > giveUpAt) {
        problems.push({ parentId, message: 'The site takes its time; it is gone on with.' })
        return
      }
      const result = await putInOrder(target, place)
      moved += result.moved
      if (result.problem !== undefined) {
        problems.push({ parentId, message: result.problem })
        return
      }
      if (result.isElsewhere) await sleep(pollMs)
    }
  })
  return { moved, problems }
}

export async function sweepOrders({
  database,
  clock,
  openSite,
  log,
}: Pick<JobTools, 'database' | 'clock' | 'openSite' | 'log'>): Promise<void> {
  const now = clock().getTime()
  const where = sql`noted_at <= ${now - quietMs}
    and space_id in (select space_id from space_connections)`
  const notedPlaces = await listNotedOrders(database, { now, where })
  const bySpace = Map.groupBy(notedPlaces, ({ spaceId }) => spaceId)
  await Promise.all(
    [...bySpace].map(async ([spaceId, places]) => {
      const connection = await findConnection(database, String(spaceId))
      if (connection === undefined) return
      const target = openSite(connection)
      for (const place of places) {
        const { problem } = await putInOrder(target, place)
        if (problem !== undefined) log.warn({ ...place, problem }, 'order of pages not kept')
      }
    }),
  )
}

interface OrderResult {
  readonly moved: number
  readonly problem?: string
  readonly isElsewhere?: boolean
}

async function putInOrder(target: ConnectedSite, place: OrderPlace): Promise<OrderResult> {
  const { database, clock } = target
  const now = clock().getTime()
  const note = await database.write(takeOrder, { ...place, now })
  if (note === undefined) return { moved: 0, isElsewhere: true }
  try {
    const moved = await move(target, place, now)
    if (await database.write(endOrder, note)) return { moved }
    const rest = await putInOrder(target, place)
    return { ...rest, moved: moved + rest.moved }
  } catch (error) {
    if (!(error instanceof ConfluenceError)) throw error
    if (mayPass(error, note, now)) {
      const pauseMs = Math.min(maxPauseMs, firstPauseMs * 2 ** note.tries)
      const until = clock().getTime() + Math.max(pauseMs, error.retryAfterMs ?? 0)
      await database.write(postponeOrder, { ...place, until })
    } else await database.write(endOrder, note)
    return error.kind === 'not-found' ? { moved: 0 } : { moved: 0, problem: error.message }
  }
}

/** Retry an unreachable site as long as deliveries do, and a refused token: it may be replaced soon. */
function mayPass(error: ConfluenceError, { tries, notedAt }: TakenOrder, now: number): boolean {
  if (isAway(error)) return now - notedAt.getTime() < dropAfterMs
  return (mayBeDone(error) || isOfKind(error, 'conflict', 'credential')) && tries < maxTries
}

async function move(
  { database, site }: ConnectedSite,
  place: OrderPlace,
  now: number,
): Promise<number> {
  const recordedIds = await listRecordedOrder(database, place)
  if (recordedIds.length < 2) return 0
  const moves = planMoves(await site.listChildIds(place.parentId), recordedIds)
  for (const { pageId, where, targetId } of moves) {
    try {
      await site.movePage(pageId, where, targetId)
    } catch (error) {
      // The move may arrive late, so later imports of the page must check its place.
      if (mayBeDone(error)) await database.write(unsettlePage, { ...place, pageId, now })
      throw error
    }
  }
  return moves.length
}

/**
 * @returns Ids in Confluence, by position, then by title.
 */
async function listRecordedOrder(
  database: Database,
  { spaceId, parentId }: OrderPlace,
): Promise<string[]> {
  const rows = await readAs<{ id: string; title: string; position: number | undefined }>(
    database,
    sql`select page_id as id, title, position from remote_pages
      where space_id = ${spaceId} and parent_id = ${parentId}`,
  )
  return rows
    .map(({ id, title, position = Number.POSITIVE_INFINITY }) => ({
      id,
      position,
      title: titleOrder(title),
    }))
    .sort((a, b) => compare(a.position, b.position) || compare(a.title, b.title))
    .map(({ id }) => id)
}

function compare<Value extends number | string>(a: Value, b: Value): number {
  return a < b ? -1 : Number(a > b)
}

function listNotedOrders(
  database: Database,
  { now, where }: { readonly now: number; readonly where: Statement },
): Promise<OrderPlace[]> {
  return readAs(
    database,
    sql`select space_id as "spaceId", parent_id as "parentId" from remote_orders
      where lease_until <= ${now} and ${where} order by noted_at limit ${maxListed}`,
  )
}

const maxListed = 50

async function isOrderNoted(database: Database, place: OrderPlace): Promise<boolean> {
  const rows = await database.read(sql`select notes from remote_orders where ${isAt(place)}`)
  return rows.length > 0
}

interface PlannedMove {
  readonly pageId: string
  readonly where: 'before' | 'after'
  readonly targetId: string
}

/**
 * Plan the fewest moves; pages without a wanted place stay.
 * @param currentIds Ids of all children in their current order.
 * @param wantedIds Ids in the wanted order; missing pages are ignored.
 */
function planMoves(currentIds: readonly string[], wantedIds: readonly string[]): PlannedMove[] {
  const present = new Set(currentIds)
  const presentIds = wantedIds.filter((id) => present.has(id))
  const orderedIds = new Set(presentIds)
  const partners = align(
    presentIds,
    currentIds.filter((id) => orderedIds.has(id)),
  )
  const unmoved = new Set(presentIds.filter((_, index) => (partners[index] as number) >= 0))
  const [first = ''] = unmoved
  const moves: PlannedMove[] = []
  for (const [index, pageId] of presentIds.entries()) {
    if (unmoved.has(pageId)) continue
    const previous = presentIds[index - 1]
    moves.push(
      previous === undefined
        ? { pageId, where: 'before', targetId: first }
        : { pageId, where: 'after', targetId: previous },
    )
  }
  return moves
}

interface OrderPlace {
  readonly spaceId: number
  readonly parentId: string
}

/** Store that the pages below a parent must be put in order, which `settle` or `sweep` does. */
export function noteOrder({ spaceId, parentId }: OrderPlace, now: number): Statement {
  return sql`
    insert into remote_orders (space_id, parent_id, notes, noted_at, lease_until, tries)
    values (${spaceId}, ${parentId}, 1, ${now}, 0, 0)
    on conflict (space_id, parent_id) do update
    set notes = remote_orders.notes + 1, noted_at = excluded.noted_at, tries = 0`
}

export const askForOrder: Transaction<TimedPlace, void> = function* (input) {
  yield* query(noteOrder(input, input.now))
}

interface TakenOrder extends OrderPlace {
  /** Counts the requests for this order; if it has grown meanwhile, the work must be repeated. */
  readonly notes: number
  readonly tries: number
  readonly notedAt: Date
}

interface TimedPlace extends OrderPlace {
  readonly now: number
}

export const takeOrder: Transaction<TimedPlace, TakenOrder | undefined> = function* (input) {
  const rows = yield* query(sql`
    update remote_orders set lease_until = ${input.now + leaseMs}
    where ${isAt(input)} and lease_until <= ${input.now}
    returning space_id as "spaceId", parent_id as "parentId", notes, tries, noted_at as "notedAt"`)
  return asObjects<TakenOrder>(rows)[0]
}

export const endOrder: Transaction<TakenOrder, boolean> = function* (input) {
  const rows = yield* query(sql`
    delete from remote_orders where ${isAt(input)} and notes = ${input.notes} returning notes`)
  if (rows.length === 0) {
    yield* query(sql`update remote_orders set lease_until = 0 where ${isAt(input)}`)
  }
  return rows.length > 0
}

export const postponeOrder: Transaction<OrderPlace & { until: number }, void> = function* (input) {
  yield* query(sql`
    update remote_orders set lease_until = ${input.until}, tries = tries + 1 where ${isAt(input)}`)
}

function isAt({ spaceId, parentId }: OrderPlace): Statement {
  return sql`space_id = ${spaceId} and parent_id = ${parentId}`
}
