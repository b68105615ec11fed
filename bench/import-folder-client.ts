/** Imports one folder in its own process, so that memory is the client's alone. Run with `--expose-gc`. @module */
import { subscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import type { ClientRequest } from 'node:http'
import type { Socket } from 'node:net'
import { importFolder } from '../src/client.ts'

let requests = 0
let liveBytes = 0
const sent = new Map<Socket, number>()
subscribe('http.client.response.finish', (message) => {
  const { socket } = (message as { readonly request: ClientRequest }).request
  requests += 1
  if (socket !== null) sent.set(socket, socket.bytesWritten)
})
const report = await importFolder({
  ...JSON.parse(process.argv[2] as string),
  onEvent(event) {
    if (event.type !== 'page' || event.done < event.pages) return
    // V8 frees code only after several collections without use.
    for (let count = 0; count < 10; count += 1) globalThis.gc?.()
    liveBytes = process.memoryUsage().heapUsed
  },
})
const bytes = [...sent.values()].reduce((all, some) => all + some, 0)
const [, kib] = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
const { user, system } = process.cpuUsage()
process.stdout.write(
  JSON.stringify({
    report,
    requests,
    bytes,
    liveMb: liveBytes / 2 ** 20,
    peakMb: Number(kib) / 1024,
    processorMs: (user + system) / 1_000,
  }),
)
