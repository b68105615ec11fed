/** `npm run hostile-requests -- [--json] [--list] [--memory SIZE] [--cgroup] [KIND…]`: hostile requests, with probes beside them. @module */

import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { hostileKinds } from '../support/hostile-requests/hostile-kinds.ts'
import { type KindResult, runKinds } from '../support/hostile-requests/run-kinds.ts'

interface MemoryCgroup {
  readonly under: readonly string[]
  remove(): void
}

const versions = [
  { root: '/sys/fs/cgroup', bound: 'memory.max', line: /^0::(.*)$/m },
  { root: '/sys/fs/cgroup/memory', bound: 'memory.limit_in_bytes', line: /^\d+:memory:(.*)$/m },
] as const

function memoryCgroup(maxBytes: number): MemoryCgroup | undefined {
  const own = readFileSync('/proc/self/cgroup', 'utf8')
  for (const { root, bound, line } of versions) {
    const path = line.exec(own)?.[1]
    if (path === undefined) continue
    const folder = join(root, path, `markport-hostile-${process.pid}`)
    try {
      mkdirSync(folder)
    } catch {
      continue
    }
    const remove = (): void => rmdirSync(folder)
    // Such a folder is no cgroup with a memory controller.
    if (!existsSync(join(folder, bound))) {
      remove()
      continue
    }
    writeFileSync(join(folder, bound), String(maxBytes))
    const enter = `echo $$ > ${join(folder, 'cgroup.procs')}; exec "$@"`
    return { under: ['sh', '-c', enter, 'sh'], remove }
  }
  return undefined
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    memory: { type: 'string', default: '1GiB' },
    cgroup: { type: 'boolean', default: false },
  },
})
const kinds = hostileKinds.filter(
  ({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
)
if (values.list) process.stdout.write(`${kinds.map(({ name }) => name).join('\n')}\n`)
else await run()

async function run(): Promise<void> {
  const maxMemoryBytes = parseSize(values.memory)
  const cgroup = values.cgroup ? memoryCgroup(maxMemoryBytes) : undefined
  if (values.cgroup && cgroup === undefined) {
    process.stderr.write('No control group can be made here; only the option bounds the memory.\n')
  }
  const results: KindResult[] = []
  try {
    const under = cgroup?.under ?? []
    for await (const result of runKinds(kinds, { maxMemoryBytes, judgesTime: true, under })) {
      results.push(result)
      process.stdout.write(values.json ? `${JSON.stringify(result)}\n` : row(result))
    }
  } finally {
    cgroup?.remove()
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
