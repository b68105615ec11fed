/**
 * The watching process: probes the service and the calibration server at the same moments, and
 * measures the service's memory. It has a process of its own, so that building and sending attacks
 * does not make its clocks late.
 * @module
 */
import { get } from 'node:http'
import { treeMemory } from './process-memory.ts'
import { probeIntervalMs } from './verdict.ts'

export interface WatchOrder {
  /** Addresses by name; `calibration` is the one that tells how busy the machine is. */
  readonly addresses: Readonly<Record<string, string>>
  readonly pid: number
  /** The service is killed beyond this, to spare the machine. */
  readonly killBytes: number
}

export interface Probe {
  readonly startedAt: number
  readonly ms: number
  readonly isAnswered: boolean
}

export interface WatchReport {
  readonly probes: Readonly<Record<string, readonly Probe[]>>
  readonly peakBytes: number
  readonly wasKilled: boolean
}

const memoryIntervalMs = 200
const giveUpMs = 30_000
/** So that a service that answers nobody does not take all sockets. */
const maxOpen = 300

let stop: (() => Promise<WatchReport>) | undefined

process.on('message', (message: WatchOrder | 'stop') => {
  if (message !== 'stop') {
    stop = watch(message)
    process.send?.('watching')
  } else void stop?.().then((report) => process.send?.(report))
})
process.on('disconnect', () => process.exit())

function watch({ addresses, pid, killBytes }: WatchOrder): () => Promise<WatchReport> {
  const probes = Object.fromEntries(Object.keys(addresses).map((name) => [name, [] as Probe[]]))
  const open = new Set<Promise<void>>()
  let [peakBytes, wasKilled] = [0, false]
  const probing = setInterval(() => {
    if (open.size >= maxOpen) return
    for (const [name, address] of Object.entries(addresses)) {
      const probed = probe(address).then((one) => {
        probes[name]?.push(one)
        open.delete(probed)
      })
      open.add(probed)
    }
  }, probeIntervalMs)
  const measuring = setInterval(() => {
    peakBytes = Math.max(peakBytes, treeMemory(pid))
    if (peakBytes <= killBytes || wasKilled) return
    wasKilled = true
    process.kill(pid, 'SIGKILL')
  }, memoryIntervalMs)
  return async () => {
    clearInterval(probing)
    await Promise.all(open)
    clearInterval(measuring)
    return { probes, peakBytes, wasKilled }
  }
}

function probe(address: string): Promise<Probe> {
  const startedAt = Date.now()
  const begin = performance.now()
  return new Promise((resolve) => {
    const end = (isAnswered: boolean): void =>
      resolve({ startedAt, ms: performance.now() - begin, isAnswered })
    // Each on a connection of its own: a reader who comes now has none.
    const signal = AbortSignal.timeout(giveUpMs)
    get(address, { agent: false, signal }, (response) => {
      response.resume()
      response.on('end', () => end(response.statusCode === 200))
      response.on('error', () => end(false))
    }).on('error', () => end(false))
  })
}
