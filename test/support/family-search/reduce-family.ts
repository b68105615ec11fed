/** Reduces a family to what its cost comes from. @module */
import type { RepeatedFamily } from './families.ts'
import type { FoundFamily } from './search-families.ts'

/** A smaller family counts when it costs at least this share at the largest common size. */
const sameCost = 0.3

/** Leave out what can be left out: prefix and suffix, whole units, then character by character. */
export async function reduceFamily(
  found: FoundFamily,
  growthOf: (family: RepeatedFamily) => Promise<FoundFamily | undefined>,
): Promise<FoundFamily> {
  let best = found
  let hasShrunk = true
  while (hasShrunk) {
    hasShrunk = false
    for (const smaller of smallerThan(best)) {
      const measured = await growthOf(smaller)
      if (measured === undefined || !isAsBad(measured, found)) continue
      best = measured
      hasShrunk = true
      break
    }
  }
  return best
}

function isAsBad(measured: FoundFamily, found: FoundFamily): boolean {
  if (measured.stage !== found.stage || measured.measure !== found.measure) return false
  const size = Math.min(measured.points.at(-1)?.kib ?? 0, found.points.at(-1)?.kib ?? 0)
  const costAt = ({ points, measure }: FoundFamily): number =>
    points.find(({ kib }) => kib === size)?.[measure] ?? 0
  return costAt(measured) >= sameCost * costAt(found)
}

/** The largest steps come first. */
function smallerThan({ order, prefix, units, suffix }: FoundFamily): RepeatedFamily[] {
  const family: RepeatedFamily = { order, prefix, units, suffix }
  const smaller: RepeatedFamily[] = []
  if (prefix !== '') smaller.push({ ...family, prefix: '' })
  if (suffix !== '') smaller.push({ ...family, suffix: '' })
  if (units.length > 1) {
    smaller.push(...units.map((_, at) => ({ ...family, units: units.toSpliced(at, 1) })))
  } else if (order !== 'in turn') smaller.push({ ...family, order: 'in turn' })
  for (const [at, unit] of units.entries()) {
    if (unit.length === 1) continue
    for (let skipped = 0; skipped < unit.length; skipped += 1) {
      const shorter = unit.slice(0, skipped) + unit.slice(skipped + 1)
      smaller.push({ ...family, units: units.with(at, shorter) })
    }
  }
  for (const place of ['prefix', 'suffix'] as const) {
    const text = family[place]
    for (let skipped = 0; text.length > 1 && skipped < text.length; skipped += 1) {
      smaller.push({ ...family, [place]: text.slice(0, skipped) + text.slice(skipped + 1) })
    }
  }
  return smaller
}
