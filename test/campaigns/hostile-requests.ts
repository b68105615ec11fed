/** `npm run hostile-requests -- [--json] [--list] [--memory SIZE] [KIND…]`: hostile requests, with probes beside them. @module */

import { parseArgs } from 'node:util'
import { hostileKinds, type KindResult, runKinds } from '../support/hostile-requests/attack.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    memory: { type: 'string', default: '1GiB' },
  },
})
const kinds = hostileKinds.filter(
  ({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
)
if (values.list) process.stdout.write(`${kinds.map(({ name }) => name).join('\n')}\n`)
else await run()

async function run(): Promise<void> {
  const maxMemoryBytes = parseSize(values.memory)
  const results: KindResult[] = []
  for await (const result of runKinds(kinds, { maxMemoryBytes, judgesTime: true })) {
    results.push(result)
    process.stdout.write(values.json ? `${JSON.stringify(result)}\n` : row(result))
  }
  const failed = results.filter(({ faults }) => faults.length > 0).length
  if (!values.json) process.stdout.write(`${results.length} kinds, ${failed} failed\n`)
  process.exitCode = failed > 0 || results.length === 0 ? 1 : 0
}

function row(result: KindResult): string {
  const { kind, probeMs, machineMs, peakMib, statuses, faults } = result
  const ms = [probeMs.p50, probeMs.p99, probeMs.max, machineMs]
  const times = ms.map((one) => one.toFixed(0).padStart(6)).join(' ')
  const counts = Object.entries(statuses).map(([status, count]) => `${count}×${status}`)
  const outcome = faults.length === 0 ? 'ok' : `FAILED: ${faults.join('; ')}`
  return `${kind.padEnd(52)}${times} ms ${peakMib.toFixed(0).padStart(5)} MiB  ${counts.join(' ')}  ${outcome}\n`
}

function parseSize(text: string): number {
  const [, number, unit = 'MiB'] = /^(\d+)(MiB|GiB)?$/.exec(text) ?? []
  if (number === undefined) throw new RangeError('--memory is a size such as 300MiB or 1GiB.')
  return Number(number) * 1024 ** (unit === 'GiB' ? 3 : 2)
}
