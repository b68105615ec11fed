/** A program that parses its input, to find out whether the parser takes too long. @module */
import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { parseSource } from '../../convert/addresses/source-map.ts'

// The parent process may be gone by then, and a thread cannot end a parser that it runs itself.
const end = `setTimeout(() => process.kill(${process.pid}, 'SIGKILL'), ${Number(process.argv[2])})`
new Worker(end, { eval: true }).unref()

parseSource(readFileSync(0, 'utf8'))
process.exit()
