/** `npm run hostile-markdown`: the conversion of each hostile family grows with its size and stays below a bound. @module */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { FamilyTiming } from '../support/family-search/time-family.ts'
import { hostileFamilies } from '../support/samples/hostile-families.ts'

const stages = ['convert', 'html', 'storage', 'text'] as const
const sizes = [64, 256, 1024]
const maxMs = 2_500
const maxSlope = 1.2
/** Below this, clock and garbage collection dominate. */
const minMs = 20
const program = fileURLToPath(new URL('../support/family-search/time-family.ts', import.meta.url))

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(hostileFamilies)
let failures = 0
for (const name of names) {
  const { status, signal, stdout } = spawnSync(
    process.execPath,
    [program, name, ...sizes.map(String)],
    {
      encoding: 'utf8',
      timeout: 60_000,
      killSignal: 'SIGKILL',
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  const timings = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as FamilyTiming)
  const faults = status === 0 ? faultsOf(timings) : [`ended with ${status ?? signal}`]
  failures += faults.length > 0 ? 1 : 0
  print(name, timings, faults)
}
process.stdout.write(`${names.length} families, ${failures} failed\n`)
process.exitCode = failures > 0 ? 1 : 0

function faultsOf(timings: readonly FamilyTiming[]): string[] {
  return stages.flatMap((stage) => {
    const points = timings.flatMap(({ kib, [stage]: ms }) =>
      ms === undefined ? [] : [{ kib, ms }],
    )
    const last = points.at(-1)
    if (last === undefined) return []
    if (last.ms > maxMs) return [`${stage} takes ${Math.round(last.ms)} ms`]
    const slope = slopeOf(points)
    return slope > maxSlope ? [`${stage} grows by ${slope.toFixed(2)}`] : []
  })
}

function slopeOf(points: readonly { kib: number; ms: number }[]): number {
  const logs = points.map(({ kib, ms }) => [Math.log(kib), Math.log(Math.max(ms, minMs))] as const)
  const mean = (index: 0 | 1): number =>
    logs.reduce((sum, log) => sum + log[index], 0) / logs.length
  const [meanX, meanY] = [mean(0), mean(1)]
  const covariance = logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  const variance = logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  return variance === 0 ? 0 : covariance / variance
}

function print(name: string, timings: readonly FamilyTiming[], faults: readonly string[]): void {
  const last = timings.at(-1)
  const times = timings.map(({ convert }) => convert.toFixed(1).padStart(8)).join('')
  const rendered = stages.slice(1).map((stage) => (last?.[stage]?.toFixed(1) ?? '–').padStart(8))
  const note =
    last?.refusal?.slice(0, 40) ?? (last?.isTooLarge ? 'refused by the size of its ADF' : '')
  const fault = faults.length === 0 ? '' : ` FAILED: ${faults.join(', ')}`
  process.stdout.write(`${name.padEnd(36)}${times} |${rendered.join('')}  ${note}${fault}\n`)
}
