/** One import of a folder, alone in its process: options as JSON in, report, traffic and memory out. @module */
import { subscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import { importFolder } from '../src/client.ts'

let requests = 0
let bytes = 0
subscribe('undici:request:create', (message) => {
  const { request } = message as { request: { contentLength: number | null } }
  requests += 1
  bytes += request.contentLength ?? 0
})
const report = await importFolder(JSON.parse(process.argv[2] as string))
const [, kib] = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
process.stdout.write(JSON.stringify({ report, requests, bytes, peakMb: Number(kib) / 1024 }))
