/**
 * One import of a folder as the command line does it, alone in its process: options as JSON in, report,
 * traffic and memory out. Run with `--expose-gc`.
 * @module
 */
import { subscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import type { ClientRequest } from 'node:http'
import { keepHeapSmall } from '../src/cli/small-heap.ts'
import { importFolder } from '../src/client.ts'

let requests = 0
let bytes = 0
let liveBytes = 0
subscribe('http.client.request.start', (message) => {
  const { request } = message as { request: ClientRequest }
  requests += 1
  bytes += Number(request.getHeader('content-length') ?? 0)
})
keepHeapSmall()
const report = await importFolder({
  ...JSON.parse(process.argv[2] as string),
  // What is in memory while the last page ends is what every page has left there.
  onEvent(event) {
    if (event.type !== 'page' || event.done < event.pages) return
    globalThis.gc?.()
    liveBytes = process.memoryUsage().heapUsed
  },
})
const [, kib] = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
const { user, system } = process.cpuUsage()
process.stdout.write(
  JSON.stringify({
    ...{ report, requests, bytes },
    liveMb: liveBytes / 2 ** 20,
    peakMb: Number(kib) / 1024,
    processorMs: (user + system) / 1_000,
  }),
)
