/**
 * Probes the service, and a server of its own that shows how late the machine is, at the same moments.
 * It is a process of its own, so that nothing delays its clocks.
 * @module
 */
import { createServer, get } from 'node:http'
import { processTree, readOfSystem, treeWaits, waitOfMainThread } from '../base/processes.ts'
import { listenLocally } from '../network/listen-locally.ts'
import { probeIntervalMs } from './verdict.ts'

const pageBytes = 4096

function treeMemory(pid: number): number {
  const all = processTree(pid).map(usageOf)
  const owned = all.reduce((sum, { ownBytes }) => sum + ownBytes, 0)
  return owned + Math.max(...all.map(({ sharedBytes }) => sharedBytes))
}

/** See statm in https://docs.kernel.org/filesystems/proc.html */
function usageOf(pid: number): { ownBytes: number; sharedBytes: number } {
  const [, resident = 0, shared = 0] = readOfSystem(`/proc/${pid}/statm`).split(' ').map(Number)
  return { ownBytes: (resident - shared) * pageBytes, sharedBytes: shared * pageBytes }
}

export interface WatchOrder {
  readonly addresses: Readonly<Record<string, string>>
  readonly pid: number
  readonly killBytes: number
}

export interface Probe {
  readonly startedAt: number
  readonly ms: number
  readonly waitedMs: number
  readonly isAnswered: boolean
}

export interface WatchReport {
  readonly probes: Readonly<Record<string, readonly Probe[]>>
  readonly peakBytes: number
  readonly wasKilled: boolean
  readonly waitedMs: number
}

const measureIntervalMs = 200
const giveUpMs = 30_000
/** A service that never answers must not use up all sockets. */
const maxOpen = 300

let stop: (() => Promise<WatchReport>) | undefined

const machine = createServer((_request, response) => response.end('ok'))
const calibration = `${await listenLocally(machine)}/`

process.on('message', (message: WatchOrder | 'stop') => {
  if (message === 'stop') return void stop?.().then((report) => process.send?.(report))
  stop = watch({ ...message, addresses: { ...message.addresses, calibration } })
  process.send?.('watching')
})
process.on('disconnect', () => process.exit())

function watch({ addresses, pid, killBytes }: WatchOrder): () => Promise<WatchReport> {
  const probes = Object.fromEntries(Object.keys(addresses).map((name) => [name, [] as Probe[]]))
  const open = new Set<Promise<void>>()
  let [peakBytes, wasKilled, waitedMs] = [0, false, 0]
  const waits = treeWaits(pid)
  const probing = setInterval(() => {
    if (open.size >= maxOpen) return
    for (const [name, address] of Object.entries(addresses)) {
      const probed = probe(address, pid).then((one) => {
        probes[name]?.push(one)
        open.delete(probed)
      })
      open.add(probed)
    }
  }, probeIntervalMs)
  const measuring = setInterval(() => {
    peakBytes = Math.max(peakBytes, treeMemory(pid))
    waitedMs += waits()
    if (peakBytes <= killBytes || wasKilled) return
    wasKilled = true
    process.kill(pid, 'SIGKILL')
  }, measureIntervalMs)
  return async () => {
    clearInterval(probing)
    await Promise.all(open)
    clearInterval(measuring)
    return { probes, peakBytes, wasKilled, waitedMs }
  }
}

function probe(address: string, pid: number): Promise<Probe> {
  const startedAt = Date.now()
  const waited = waitOfMainThread(pid)
  const begin = performance.now()
  return new Promise((resolve) => {
    const end = (isAnswered: boolean): void => {
      const ms = performance.now() - begin
      resolve({ startedAt, ms, waitedMs: waitOfMainThread(pid) - waited, isAnswered })
    }
    // New connections, because a new reader has none.
    const signal = AbortSignal.timeout(giveUpMs)
    get(address, { agent: false, signal }, (response) => {
      response.resume()
      response.on('end', () => end(response.statusCode === 200))
      response.on('error', () => end(false))
    }).on('error', () => end(false))
  })
}
