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

const counts = [
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

export interface DeliveryFaultsReport extends Record<(typeof counts)[number], number> {
  readonly faults: Record<DeliveryFault, number>
  readonly killedAt: Map<string, number>
  readonly wrong: string[]
}

export function emptyReport(): DeliveryFaultsReport {
  return { ...zeros(counts), faults: zeros(deliveryFaults), killedAt: new Map(), wrong: [] }
}

function zeros<Name extends string>(names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>
}

export function addReport(total: DeliveryFaultsReport, part: DeliveryFaultsReport): void {
  for (const name of counts) total[name] += part[name]
  for (const name of deliveryFaults) total.faults[name] += part.faults[name]
  for (const [place, count] of part.killedAt)
    total.killedAt.set(place, (total.killedAt.get(place) ?? 0) + count)
  total.wrong.push(...part.wrong)
}
