/**
 * The order of pages at Confluence, which belongs to no page: imports that end in another order than
 * the pages have, and people, can put none of them right. What is below one page is looked at once all
 * of it is there: when nobody imports into the space any more, or when a run says that it has ended.
 * @module
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../auth/clock.ts'
import type { Log } from '../../base/log.ts'
import { runBounded } from '../../base/run-bounded.ts'
import { align } from '../../compare/align.ts'
import { ConfluenceError, isAway, isOfKind, mayBeDone } from '../../confluence/confluence-error.ts'
import type { Database } from '../../database/database.ts'
import { type Statement, sql } from '../../database/sql.ts'
import type { AnswerArranged } from '../../importing/contract-answers.ts'
import { titleOrder } from '../../importing/title-order.ts'
import type { ConnectedSite, OpenConnectedSite } from '../connections/connected-site.ts'
import { findConnection } from '../connections/space-connections.ts'
import {
  askForOrder,
  endOrder,
  type OrderPlace,
  postponeOrder,
  type TakenOrder,
  takeOrder,
  unsettlePage,
} from './order-changes.ts'

export interface RemoteOrders {
  /** Put right what is noted for a space, unless imports of it are under way: the last one does it. */
  settle(target: ConnectedSite): Promise<void>
  /**
   * Put the pages below some into order now.
   * @param withinMs What takes longer is gone on with later, without whoever asked.
   */
  arrange(
    target: ConnectedSite,
    parentIds: readonly string[],
    withinMs: number,
  ): Promise<AnswerArranged>
  /** Put right what was noted a while ago: whoever was to do it has gone. */
  sweep(): Promise<void>
}

interface OrderTools {
  readonly database: Database
  readonly clock: Clock
  readonly openSite: OpenConnectedSite
  readonly log: Pick<Log, 'warn'>
}

/** A thousand moves at the pace of a site take minutes. */
const leaseMs = 10 * 60_000
/** A run sends its pages in less, one after the other. */
const quietMs = 30_000
const firstPauseMs = 5_000
const maxPauseMs = 5 * 60_000
const maxTries = 12
const dropAfterMs = 24 * 60 * 60_000
const lookMs = 200
/** Below so many pages at once; a site has a pace of its own. */
const atOnce = 3

/** Make what keeps the order. */
export function remoteOrders(tools: OrderTools): RemoteOrders {
  const { database, clock, log } = tools
  const now = (): number => clock().getTime()
  return {
    async settle(target) {
      const spaceId = Number(target.connection.spaceId)
      const where = sql`space_id = ${spaceId} and not exists (
        select 1 from deliveries where space_id = ${spaceId} and state = 'intended')`
      for (const place of await listNotedOrders(database, { now: now(), where })) {
        await putInOrder(tools, target, place)
      }
    },
    async arrange(target, parentIds, withinMs) {
      const spaceId = Number(target.connection.spaceId)
      const giveUpAt = performance.now() + withinMs
      let moved = 0
      const problems: { parentId: string; message: string }[] = []
      await runBounded([...new Set(parentIds)], atOnce, async (parentId) => {
        const place = { spaceId, parentId }
        await database.write(askForOrder, { ...place, now: now() })
        while (await isOrderNoted(database, place)) {
          if (performance.now() > giveUpAt) {
            problems.push({ parentId, message: 'The site takes its time; it is gone on with.' })
            return
          }
          const ended = await putInOrder(tools, target, place)
          moved += ended.moved
          if (ended.problem !== undefined) {
            problems.push({ parentId, message: ended.problem })
            return
          }
          if (ended.isElsewhere) await sleep(lookMs)
        }
      })
      return { moved, problems }
    },
    async sweep() {
      const where = sql`noted_at <= ${now() - quietMs}
        and space_id in (select space_id from space_connections)`
      const noted = await listNotedOrders(database, { now: now(), where })
      const bySpace = Map.groupBy(noted, ({ spaceId }) => spaceId)
      // Each at its own pace.
      await Promise.all(
        [...bySpace].map(async ([spaceId, places]) => {
          const connection = await findConnection(database, String(spaceId))
          if (connection === undefined) return
          const target = tools.openSite(connection)
          for (const place of places) {
            const { problem } = await putInOrder(tools, target, place)
            if (problem !== undefined) log.warn({ ...place, problem }, 'order of pages not kept')
          }
        }),
      )
    },
  }
}

interface Ended {
  readonly moved: number
  /** Why it is not right. */
  readonly problem?: string
  /** Whether somebody else is at work on it. */
  readonly isElsewhere?: boolean
}

async function putInOrder(
  tools: OrderTools,
  target: ConnectedSite,
  place: OrderPlace,
): Promise<Ended> {
  const { database, clock } = tools
  const now = clock().getTime()
  const taken = await database.write(takeOrder, { ...place, now, leaseUntil: now + leaseMs })
  if (taken === undefined) return { moved: 0, isElsewhere: true }
  try {
    const moved = await move(database, target, place, now)
    if (await database.write(endOrder, taken)) return { moved }
    // Whoever noted it meanwhile left it to us.
    const more = await putInOrder(tools, target, place)
    return { ...more, moved: moved + more.moved }
  } catch (error) {
    if (!(error instanceof ConfluenceError)) throw error
    if (mayPass(error, taken, now)) {
      const pauseMs = Math.min(maxPauseMs, firstPauseMs * 2 ** taken.tries)
      const until = clock().getTime() + Math.max(pauseMs, error.retryAfterMs ?? 0)
      await database.write(postponeOrder, { ...place, until })
    } else await database.write(endOrder, taken)
    // Nothing stands below a page that is gone.
    return error.kind === 'not-found' ? { moved: 0 } : { moved: 0, problem: error.message }
  }
}

/** A site that is away is waited for as long as by deliveries; a token may be replaced soon. */
function mayPass(error: ConfluenceError, { tries, notedAt }: TakenOrder, now: number): boolean {
  if (isAway(error)) return now - notedAt < dropAfterMs
  return (mayBeDone(error) || isOfKind(error, 'conflict', 'credential')) && tries < maxTries
}

async function move(
  database: Database,
  { site }: ConnectedSite,
  place: OrderPlace,
  now: number,
): Promise<number> {
  const wanted = await listRecordedOrder(database, place)
  if (wanted.length < 2) return 0
  const moves = planMoves(await site.listChildIds(place.parentId), wanted)
  for (const { pageId, where, targetId } of moves) {
    try {
      await site.movePage(pageId, where, targetId)
    } catch (error) {
      // It may still arrive when the order is another one: later imports of the page look at it.
      if (mayBeDone(error)) await database.write(unsettlePage, { ...place, pageId, now })
      throw error
    }
  }
  return moves.length
}

/**
 * List the pages that were imported below one, in the order that they are to have: by position, then
 * by title, as in the embedded wiki.
 * @returns Their ids at Confluence.
 */
async function listRecordedOrder(
  database: Database,
  { spaceId, parentId }: OrderPlace,
): Promise<string[]> {
  const rows = await database.read<{ page_id: string; title: string; position: number | null }>(sql`
    select page_id, title, position from remote_pages
    where space_id = ${spaceId} and parent_id = ${parentId}`)
  return rows
    .map(({ page_id: id, title, position }) => ({
      id,
      position: position ?? Number.POSITIVE_INFINITY,
      title: titleOrder(title),
    }))
    .sort((a, b) => compare(a.position, b.position) || compare(a.title, b.title))
    .map(({ id }) => id)
}

function compare<Value extends number | string>(a: Value, b: Value): number {
  return a < b ? -1 : Number(a > b)
}

/** List below which pages the order is to be looked at, of those that nobody is at work on. */
async function listNotedOrders(
  database: Database,
  { now, where }: { readonly now: number; readonly where: Statement },
): Promise<OrderPlace[]> {
  const rows = await database.read<{ space_id: number; parent_id: string }>(sql`
    select space_id, parent_id from remote_orders
    where lease_until <= ${now} and ${where} order by noted_at limit ${maxListed}`)
  return rows.map((row) => ({ spaceId: row.space_id, parentId: row.parent_id }))
}

const maxListed = 50

/** Tell whether it is still noted that an order is to be looked at. */
async function isOrderNoted(
  database: Database,
  { spaceId, parentId }: OrderPlace,
): Promise<boolean> {
  const rows = await database.read(sql`select notes from remote_orders
    where space_id = ${spaceId} and parent_id = ${parentId}`)
  return rows.length > 0
}

/** A page, and the one beside which it is to stand. */
export interface PlannedMove {
  readonly pageId: string
  readonly where: 'before' | 'after'
  readonly targetId: string
}

/**
 * Plan the moves, in turn. Of the pages that are there, as many as possible stay where they are; those
 * that nobody gave a place keep theirs.
 * @param there Ids of all pages below one, as they stand.
 * @param wanted Ids in the order that they are to have; those that are not there are left out.
 */
export function planMoves(there: readonly string[], wanted: readonly string[]): PlannedMove[] {
  const isThere = new Set(there)
  const known = wanted.filter((id) => isThere.has(id))
  const isKnown = new Set(known)
  const partners = align(
    known,
    there.filter((id) => isKnown.has(id)),
  )
  const staying = new Set(known.filter((_, index) => (partners[index] as number) >= 0))
  const [first = ''] = staying
  const moves: PlannedMove[] = []
  for (const [index, pageId] of known.entries()) {
    if (staying.has(pageId)) continue
    const before = known[index - 1]
    moves.push(
      before === undefined
        ? { pageId, where: 'before', targetId: first }
        : { pageId, where: 'after', targetId: before },
    )
  }
  return moves
}
