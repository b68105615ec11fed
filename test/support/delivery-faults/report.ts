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
  imports: number
  asked: number
  accepted: number
  versions: number
  commentsKept: number
  commentsTold: number
  editsTold: number
  reserved: number
  left: number
  ordered: number
  lapsed: number
  requests: number
  readonly faults: Record<DeliveryFault, number>
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
    lapsed: 0,
    requests: 0,
    faults: Object.fromEntries(
      deliveryFaults.map((name) => [name, 0]),
    ) as DeliveryFaultsReport['faults'],
    killedAt: new Map(),
    wrong: [],
  }
}

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
  'lapsed',
  'requests',
] as const
