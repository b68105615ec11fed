/** One import of a folder, alone in its process: options as JSON in, report and memory out. @module */
import { readFileSync } from 'node:fs'
import { importFolder } from '../src/client.ts'

const report = await importFolder(JSON.parse(process.argv[2] as string))
const [, kib] = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
process.stdout.write(JSON.stringify({ report, peakMb: Number(kib) / 1024 }))
