/** A program that parses its input, to find out whether the parser takes too long. @module */
import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { parseSource } from '../../convert/addresses/source-map.ts'

// A thread cannot stop its own parser, and the parent process may be gone: a worker ends this process.
const end = `setTimeout(() => process.kill(${process.pid}, 'SIGKILL'), ${Number(process.argv[2])})`
new Worker(end, { eval: true }).unref()

parseSource(readFileSync(0, 'utf8'))
process.exit()
