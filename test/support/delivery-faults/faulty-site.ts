/** Gives requests to a simulated site their faults. @module */
import { setTimeout as wait } from 'node:timers/promises'
import type {
  ConfluenceSimulator,
  SimulatedFault,
  SimulatedMoment,
} from '../confluence/simulator.ts'
import type { DeliveryFault, DeliveryFaultsReport } from './report.ts'

export interface FaultPlan {
  readonly kill?: { readonly at: number; readonly when: SimulatedMoment['when'] } | undefined
  readonly share: number
  readonly mayHang: boolean
}

export const noFaults: FaultPlan = { share: 0, mayHang: false }

/** Longer than Markport waits for an answer. */
const hangMs = 32_000

export interface FaultySite {
  plan(plan: FaultPlan): void
}

export function faultySite(
  site: ConfluenceSimulator,
  options: {
    kill: () => Promise<void>
    random: () => number
    report: DeliveryFaultsReport
  },
): FaultySite {
  const { random, report } = options
  let current = noFaults
  let seen = 0
  const count = (fault: DeliveryFault): void => {
    report.faults[fault]++
  }
  const killHere = async (moment: SimulatedMoment): Promise<'close'> => {
    const { when, method, path } = moment
    count(when === 'before' ? 'kill-before' : 'kill-after')
    const place = `${when} ${method} ${routeOf(path)}`
    report.killedAt.set(place, (report.killedAt.get(place) ?? 0) + 1)
    await options.kill()
    return 'close'
  }
  const before = (moment: SimulatedMoment): SimulatedFault | undefined => {
    if (random() >= current.share) return undefined
    const faults = moment.method === 'GET' ? readFaults : writeFaults
    const fault = faults[Math.floor(random() * faults.length)] as DeliveryFault
    if (fault === 'property-conflict' && !moment.path.includes('propert')) return undefined
    if (fault === 'optimistic-lock' && !isPageWrite(moment.path)) return undefined
    count(fault)
    return meet(site, fault)
  }
  site.watch = async (moment) => {
    if (moment.when === 'before') {
      report.requests++
      const { kill } = current
      const number = seen++
      if (kill?.when === 'before' && kill.at === number) return killHere(moment)
      return before(moment)
    }
    site.switches.refuseCredential = 'no'
    const { kill } = current
    if (kill?.when === 'carried-out' && kill.at === seen - 1) {
      current = { ...current, kill: undefined }
      return killHere(moment)
    }
    const isLost = random() < current.share / 2
    if (!isLost) return undefined
    if (random() < 0.3) {
      count('firewall-after')
      return { inPlace: random() < 0.5 ? 'firewall' : 'portal' }
    }
    if (current.mayHang && random() < 0.02) {
      count('no-answer')
      await wait(hangMs)
      return 'close'
    }
    count('connection-lost-after')
    return 'close'
  }
  return {
    plan(plan) {
      current = plan
      seen = 0
    },
  }
}

const readFaults: readonly DeliveryFault[] = [
  'connection-lost-before',
  'status-429',
  'status-500',
  'status-502',
  'status-503',
  'credential-refused',
  'firewall-before',
]
const writeFaults: readonly DeliveryFault[] = [
  ...readFaults,
  'optimistic-lock',
  'optimistic-lock',
  'property-conflict',
  'property-conflict',
]

function isPageWrite(path: string): boolean {
  return /\/(?:pages|content)(?:\/\d+)?(?:\?|$)/.test(path)
}

function meet(site: ConfluenceSimulator, fault: DeliveryFault): SimulatedFault | undefined {
  const { switches } = site
  switch (fault) {
    case 'connection-lost-before':
      return 'close'
    case 'optimistic-lock':
      switches.optimisticLocks = 1
      return undefined
    case 'property-conflict':
      switches.propertyConflicts = 1
      return undefined
    case 'credential-refused':
      switches.refuseCredential = site.kind === 'cloud' ? 'bare-404' : 'anonymous'
      return undefined
    case 'firewall-before':
      return { inPlace: 'firewall' }
    default:
      return { status: Number(fault.replace('status-', '')) }
  }
}

function routeOf(path: string): string {
  return new URL(path, 'http://localhost').pathname.replaceAll(/\d{3,}/g, 'N')
}
