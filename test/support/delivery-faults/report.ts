/** What a campaign of faulty deliveries counts. @module */

export const deliveryFaults = [
  'kill-before',
  'kill-after',
  'connection-lost-before',
  'connection-lost-after',
  'status-429',
  'status-500',
  'status-502',
  'status-503',
  'optimistic-lock',
  'property-conflict',
  'credential-refused',
  'firewall-before',
  'firewall-after',
  'no-answer',
] as const

export type DeliveryFault = (typeof deliveryFaults)[number]

export interface DeliveryFaultsReport {
  rounds: number
  /** Imports that were asked for, and requests by which clients asked. */
  imports: number
  asked: number
  accepted: number
  /** Versions that imports made there. */
  versions: number
  /** Comments that stood on pages before an import. */
  commentsKept: number
  commentsTold: number
  /** Hand edits that an import wrote over, and told of. */
  editsTold: number
  /** Pages that were reserved first, and those of them that were never imported. */
  reserved: number
  left: number
  /** Drafts that nobody can know of, since their answers or their processes were lost. */
  draftsLost: number
  draftsKilled: number
  /** Pages that were looked at for their places. */
  ordered: number
  /** Reservations that were let go when they had lapsed. */
  draftsDropped: number
  /** Requests that the site got. */
  requests: number
  readonly faults: Record<DeliveryFault, number>
  /** By what was under way when the process was killed, how often. */
  readonly killedAt: Map<string, number>
  readonly wrong: string[]
}

export function emptyReport(): DeliveryFaultsReport {
  return {
    rounds: 0,
    imports: 0,
    asked: 0,
    accepted: 0,
    versions: 0,
    commentsKept: 0,
    commentsTold: 0,
    editsTold: 0,
    reserved: 0,
    left: 0,
    ordered: 0,
    draftsLost: 0,
    draftsKilled: 0,
    draftsDropped: 0,
    requests: 0,
    faults: Object.fromEntries(
      deliveryFaults.map((name) => [name, 0]),
    ) as DeliveryFaultsReport['faults'],
    killedAt: new Map(),
    wrong: [],
  }
}

/** Add what one campaign counted to another. */
export function addReport(total: DeliveryFaultsReport, part: DeliveryFaultsReport): void {
  for (const name of countNames) total[name] += part[name]
  for (const name of deliveryFaults) total.faults[name] += part.faults[name]
  for (const [place, count] of part.killedAt)
    total.killedAt.set(place, (total.killedAt.get(place) ?? 0) + count)
  total.wrong.push(...part.wrong)
}

const countNames = [
  'rounds',
  'imports',
  'asked',
  'accepted',
  'versions',
  'commentsKept',
  'commentsTold',
  'editsTold',
  'reserved',
  'left',
  'ordered',
  'draftsLost',
  'draftsKilled',
  'draftsDropped',
  'requests',
] as const
