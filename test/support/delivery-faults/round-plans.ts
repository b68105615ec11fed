/** What the rounds of a campaign of faulty deliveries meet. @module */
import type { SimulatedMoment } from '../confluence/simulator.ts'
import type { RoundPlan } from './run-delivery-faults.ts'

const moments: readonly SimulatedMoment['when'][] = ['before', 'carried-out']

export function killsAtEachArrow(requests: number, imports = 1): RoundPlan[] {
  return Array.from({ length: requests }, (_, at) =>
    moments.map((when) => ({ imports, kill: { at, when }, share: 0, mayHang: false })),
  ).flat()
}

export function killsAnywhere(
  rounds: number,
  options: { imports: number; share: number; random: () => number },
): RoundPlan[] {
  const { imports, share, random } = options
  return Array.from({ length: rounds }, () => ({
    imports,
    share,
    mayHang: false,
    kill: {
      at: Math.floor(random() * imports * 3),
      when: random() < 0.5 ? 'before' : 'carried-out',
    },
  }))
}

export function faultsAnywhere(
  rounds: number,
  options: { imports: number; share: number; mayHang: boolean },
): RoundPlan[] {
  return Array.from({ length: rounds }, () => ({ ...options }))
}
